// The specification's example.
func.func @main() {
  %operand = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<1.0> : tensor<2xf64>
  %offset = stablehlo.constant dense<1.0> : tensor<2xf64>
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) {
    epsilon = 0.0 : f32,
    feature_index = 2 : i64
  } : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_eq_const %output, dense<[[[0.0, 0.0], [2.0, 2.0]], [[2.0, 2.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  check.expect_eq_const %batch_mean, dense<[2.0, 3.0]> : tensor<2xf64>
  check.expect_eq_const %batch_var, dense<1.0> : tensor<2xf64>
  return
}
// -----
// 16-bit floats are computed in f32 and rounded once: the sum of squares is beyond f16.
func.func @main() {
  %operand = stablehlo.constant dense<[[400.0, 1.0], [-400.0, 3.0]]> : tensor<2x2xf16>
  %scale = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf16>
  %offset = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf16>
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x2xf16>, tensor<2xf16>, tensor<2xf16>) -> (tensor<2x2xf16>, tensor<2xf16>, tensor<2xf16>)
  check.expect_eq_const %0#0, dense<[[1.0, -3.0], [-1.0, 5.0]]> : tensor<2x2xf16>
  check.expect_eq_const %0#1, dense<[0.0, 2.0]> : tensor<2xf16>
  check.expect_eq_const %0#2, dense<[0x7C00, 1.0]> : tensor<2xf16>
  return
}
// -----
// One element for each feature has no variance; epsilon keeps the result finite.
func.func @main() {
  %operand = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf32>
  %scale = stablehlo.constant dense<2.0> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 0 : i64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %0#0, dense<[0.5, 0.25]> : tensor<2xf32>
  check.expect_eq_const %0#1, dense<[3.0, -4.0]> : tensor<2xf32>
  check.expect_eq_const %0#2, dense<0.0> : tensor<2xf32>
  return
}
// -----
// Quantized: each result in its own type.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 6.0]]> : tensor<2x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %o = stablehlo.uniform_quantize %one : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %0:3 = "stablehlo.batch_norm_training"(%q, %o, %o) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i8:f32, 2.0>>, tensor<2x!quant.uniform<i8:f32, 0.5>>)
  %1 = stablehlo.uniform_dequantize %0#0 : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2xf32>
  %2 = stablehlo.uniform_dequantize %0#1 : (tensor<2x!quant.uniform<i8:f32, 2.0>>) -> tensor<2xf32>
  %3 = stablehlo.uniform_dequantize %0#2 : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[[0.0, 0.0], [2.0, 2.0]]> : tensor<2x2xf32>
  check.expect_eq_const %2, dense<[2.0, 4.0]> : tensor<2xf32>
  check.expect_eq_const %3, dense<[1.0, 4.0]> : tensor<2xf32>
  return
}
