// The specification's example, and shapes with sizes 1 and 0.
func.func @main() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = "stablehlo.reshape"(%0) : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %2 = stablehlo.reshape %0 : (tensor<2x3xi32>) -> tensor<6xi32>
  check.expect_eq_const %2, dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %3 = stablehlo.constant dense<7.0> : tensor<1x1xf32>
  %4 = stablehlo.reshape %3 : (tensor<1x1xf32>) -> tensor<f32>
  check.expect_eq_const %4, dense<7.0> : tensor<f32>
  %5 = stablehlo.reshape %4 : (tensor<f32>) -> tensor<1xf32>
  check.expect_eq_const %5, dense<[7.0]> : tensor<1xf32>
  %6 = stablehlo.constant dense<> : tensor<0x3xi1>
  %7 = stablehlo.reshape %6 : (tensor<0x3xi1>) -> tensor<2x0xi1>
  check.expect_eq_const %7, dense<> : tensor<2x0xi1>
  func.return
}
// -----
// After a transpose the order is that of the result's indices, not of memory.
func.func @main() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi4>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xi4>) -> tensor<3x2xi4>
  %2 = stablehlo.reshape %1 : (tensor<3x2xi4>) -> tensor<6xi4>
  check.expect_eq_const %2, dense<[1, 4, 2, 5, 3, 6]> : tensor<6xi4>
  func.return
}
// -----
// Quantized along an axis, whose number may change.
func.func @main() {
  %0 = "stablehlo.constant"() {value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>} : () -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 10.0}>>
  %1 = stablehlo.reshape %0 : (tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 10.0}>>) -> tensor<1x2x2x!quant.uniform<i8:f32:2, {1.0, 10.0}>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<1x2x2x!quant.uniform<i8:f32:2, {1.0, 10.0}>>) -> tensor<1x2x2xf32>
  check.expect_eq_const %2, dense<[[[1.0, 20.0], [3.0, 40.0]]]> : tensor<1x2x2xf32>
  func.return
}
