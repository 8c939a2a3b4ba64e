// The specification's example.
func.func @main() {
  %0 = stablehlo.constant dense<[[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]> : tensor<3x4xi64>
  %1 = "stablehlo.slice"(%0) {
    start_indices = array<i64: 1, 2>,
    limit_indices = array<i64: 3, 4>,
    strides = array<i64: 1, 1>
  } : (tensor<3x4xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %1, dense<1> : tensor<2x2xi64>
  func.return
}
// -----
// Strides, the attributes of older programs, nothing at all.
func.func @main() {
  %0 = stablehlo.iota dim = 0 : tensor<7xbf16>
  %1 = stablehlo.slice %0 [1:6:2] : (tensor<7xbf16>) -> tensor<3xbf16>
  check.expect_eq_const %1, dense<[1.0, 3.0, 5.0]> : tensor<3xbf16>
  %2 = stablehlo.slice %0 [1:7:4] : (tensor<7xbf16>) -> tensor<2xbf16>
  check.expect_eq_const %2, dense<[1.0, 5.0]> : tensor<2xbf16>
  %3 = "stablehlo.slice"(%0) {
    start_indices = dense<6> : tensor<1xi64>, limit_indices = dense<7> : tensor<1xi64>, strides = dense<9> : tensor<1xi64>
  } : (tensor<7xbf16>) -> tensor<1xbf16>
  check.expect_eq_const %3, dense<[6.0]> : tensor<1xbf16>
  %4 = stablehlo.slice %0 [3:3] : (tensor<7xbf16>) -> tensor<0xbf16>
  check.expect_eq_const %4, dense<> : tensor<0xbf16>
  func.return
}
