func.func @main() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.broadcast %0, sizes = [2, 1] : (tensor<2xi32>) -> tensor<2x1x2xi32>
  check.expect_eq_const %1, dense<[[[1, 2]], [[1, 2]]]> : tensor<2x1x2xi32>
  %2 = stablehlo.broadcast %0, sizes = [] : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq %2, %0 : tensor<2xi32>
  %3 = "stablehlo.broadcast"(%0) {broadcast_sizes = array<i64: 0>} : (tensor<2xi32>) -> tensor<0x2xi32>
  check.expect_eq_const %3, dense<> : tensor<0x2xi32>
  func.return
}
