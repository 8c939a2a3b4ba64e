// The specification's example.
func.func @main() {
  %0 = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %1 = "stablehlo.transpose"(%0) {permutation = array<i64: 2, 1, 0>} : (tensor<2x3x2xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %1, dense<[[[1, 7], [3, 9], [5, 11]], [[2, 8], [4, 10], [6, 12]]]> : tensor<2x3x2xi32>
  %2 = stablehlo.transpose %0, dims = [1, 2, 0] : (tensor<2x3x2xi32>) -> tensor<3x2x2xi32>
  check.expect_eq_const %2, dense<[[[1, 7], [2, 8]], [[3, 9], [4, 10]], [[5, 11], [6, 12]]]> : tensor<3x2x2xi32>
  func.return
}
// -----
func.func @main() {
  %0 = stablehlo.constant dense<1.5> : tensor<f16>
  %1 = stablehlo.transpose %0, dims = [] : (tensor<f16>) -> tensor<f16>
  check.expect_eq %0, %1 : tensor<f16>
  %2 = stablehlo.constant dense<> : tensor<0x3xi4>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<0x3xi4>) -> tensor<3x0xi4>
  check.expect_eq_const %3, dense<> : tensor<3x0xi4>
  func.return
}
// -----
// The axis of quantization moves along.
func.func @main() {
  %0 = "stablehlo.constant"() {value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>} : () -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 10.0}>>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 10.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 10.0}>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 10.0}>>) -> tensor<3x2xf32>
  check.expect_eq_const %2, dense<[[1.0, 40.0], [2.0, 50.0], [3.0, 60.0]]> : tensor<3x2xf32>
  func.return
}
