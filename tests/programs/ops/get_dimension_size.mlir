// The specification's example.
func.func @main() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %1 = "stablehlo.get_dimension_size"(%0) {dimension = 1 : i64} : (tensor<2x3xi64>) -> tensor<i32>
  check.expect_eq_const %1, dense<3> : tensor<i32>
  %2 = stablehlo.constant dense<> : tensor<4x0xi1>
  %3 = stablehlo.get_dimension_size %2, dim = 1 : (tensor<4x0xi1>) -> tensor<i32>
  check.expect_eq_const %3, dense<0> : tensor<i32>
  func.return
}
