func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi64>
  %s = stablehlo.constant dense<[2, 3, 2]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {
    broadcast_dimensions = array<i64: 2, 1>,
    known_expanding_dimensions = array<i64: 0>,
    known_nonexpanding_dimensions = array<i64: 1>
  } : (tensor<1x3xi64>, tensor<3xi64>) -> tensor<2x3x2xi64>
  check.expect_eq_const %0, dense<[[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]> : tensor<2x3x2xi64>
  %t = stablehlo.constant dense<[2, 0]> : tensor<2xui8>
  %c = stablehlo.constant dense<1.5> : tensor<f64>
  %1 = stablehlo.dynamic_broadcast_in_dim %c, %t, dims = [] : (tensor<f64>, tensor<2xui8>) -> tensor<2x?xf64>
  %2 = stablehlo.get_dimension_size %1, dim = 1 : (tensor<2x?xf64>) -> tensor<i32>
  check.expect_eq_const %2, dense<0> : tensor<i32>
  func.return
}
