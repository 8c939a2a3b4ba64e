// The specification's example.
func.func @main() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %1 = "stablehlo.reverse"(%0) {dimensions = array<i64: 1>} : (tensor<3x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[2, 1], [4, 3], [6, 5]]> : tensor<3x2xi32>
  %2 = stablehlo.reverse %0, dims = [1, 0] : tensor<3x2xi32>
  check.expect_eq_const %2, dense<[[6, 5], [4, 3], [2, 1]]> : tensor<3x2xi32>
  %3 = stablehlo.reverse %0, dims = [] : tensor<3x2xi32>
  check.expect_eq %3, %0 : tensor<3x2xi32>
  %4 = stablehlo.constant dense<true> : tensor<i1>
  %5 = stablehlo.reverse %4, dims = [] : tensor<i1>
  check.expect_eq %4, %5 : tensor<i1>
  %6 = stablehlo.constant dense<> : tensor<2x0xui4>
  %7 = stablehlo.reverse %6, dims = [0] : tensor<2x0xui4>
  check.expect_eq_const %7, dense<> : tensor<2x0xui4>
  func.return
}
