func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %z = stablehlo.constant dense<0> : tensor<i64>
  %low = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %high = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
  %between = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = stablehlo.dynamic_pad %x, %z, %low, %high, %between : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5x7xi64>
  check.expect_eq_const %0, dense<[
    [0, 1, 0, 0, 2, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 4, 0, 0, 5, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0]
  ]> : tensor<5x7xi64>
  %1 = stablehlo.dynamic_pad %x, %z, %low, %high, %between : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xi64>
  %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?x?xi64>) -> tensor<i32>
  check.expect_eq_const %2, dense<5> : tensor<i32>
  func.return
}
