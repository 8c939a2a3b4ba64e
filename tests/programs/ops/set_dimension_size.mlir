func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<3, ?>>
  %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<3, ?>>) -> tensor<i32>
  check.expect_eq_const %1, dense<2> : tensor<i32>
  %2 = stablehlo.add %0, %0 : tensor<?x2xi32, #stablehlo.bounds<3, ?>>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x2xi32, #stablehlo.bounds<3, ?>>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %3, dense<20> : tensor<i32>
  func.return
}
