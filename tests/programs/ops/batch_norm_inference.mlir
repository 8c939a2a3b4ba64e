// The specification's example.
func.func @main() {
  %operand = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<1.0> : tensor<2xf64>
  %offset = stablehlo.constant dense<1.0> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<1.0> : tensor<2xf64>
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) {
    epsilon = 0.0 : f32,
    feature_index = 2 : i64
  } : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2x2xf64>
  check.expect_eq_const %result, dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  return
}
// -----
// Other types, another feature dimension, epsilon.
func.func @main() {
  %operand = stablehlo.constant dense<[[1.0, 2.0, 4.0], [8.0, -2.0, 0.5]]> : tensor<2x3xf32>
  %scale = stablehlo.constant dense<[2.0, 0.5]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.0, -1.0]> : tensor<2xf32>
  %mean = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %variance = stablehlo.constant dense<[3.0, 15.0]> : tensor<2xf32>
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) {epsilon = 1.0 : f32, feature_index = 0 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[0.0, 1.0, 3.0], [-0.25, -1.5, -1.1875]]> : tensor<2x3xf32>
  %a = stablehlo.convert %operand : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  %b = stablehlo.convert %scale : (tensor<2xf32>) -> tensor<2xbf16>
  %c = stablehlo.convert %offset : (tensor<2xf32>) -> tensor<2xbf16>
  %d = stablehlo.convert %mean : (tensor<2xf32>) -> tensor<2xbf16>
  %e = stablehlo.convert %variance : (tensor<2xf32>) -> tensor<2xbf16>
  %1 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 1.0 : f32, feature_index = 0 : i64} : (tensor<2x3xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>) -> tensor<2x3xbf16>
  check.expect_eq_const %1, dense<[[0.0, 1.0, 3.0], [-0.25, -1.5, -1.1875]]> : tensor<2x3xbf16>
  return
}
// -----
// Nothing, and quantized.
func.func @main() {
  %operand = stablehlo.constant dense<> : tensor<0x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %0 = "stablehlo.batch_norm_inference"(%operand, %one, %one, %one, %one) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<0x2xf32>
  check.expect_eq_const %0, dense<> : tensor<0x2xf32>
  %x = stablehlo.constant dense<[[1.0, 2.0], [4.0, 8.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %o = stablehlo.uniform_quantize %one : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %1 = "stablehlo.batch_norm_inference"(%q, %o, %o, %o, %o) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.0>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<2x2x!quant.uniform<i8:f32, 2.0>>) -> tensor<2x2xf32>
  check.expect_eq_const %2, dense<[[0.0, 2.0], [4.0, 8.0]]> : tensor<2x2xf32>
  return
}
