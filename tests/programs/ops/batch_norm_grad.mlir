// The specification's example.
func.func @main() {
  %operand = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<1.0> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<1.0> : tensor<2xf64>
  %grad_output = stablehlo.constant dense<0.1> : tensor<2x2x2xf64>
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) {
    epsilon = 0.0 : f32,
    feature_index = 2 : i64
  } : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2x2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %grad_operand, dense<0.0> : tensor<2x2x2xf64>
  check.expect_almost_eq_const %grad_scale, dense<0.0> : tensor<2xf64>
  check.expect_almost_eq_const %grad_offset, dense<0.4> : tensor<2xf64>
  return
}
// -----
// Gradients that are not zero, by hand: one feature, values 0 and 2, mean 1, variance 3 with epsilon 1 (so a deviation
// of 2). grad_scale is the sum of g * (x - 1) / 2; grad_operand is (s / 2 / 2) * (2 g - 3 - (x - 1) / 4).
func.func @main() {
  %operand = stablehlo.constant dense<[[0.0], [2.0]]> : tensor<2x1xf32>
  %scale = stablehlo.constant dense<4.0> : tensor<1xf32>
  %mean = stablehlo.constant dense<1.0> : tensor<1xf32>
  %variance = stablehlo.constant dense<3.0> : tensor<1xf32>
  %grad_output = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %0:3 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>)
  check.expect_eq_const %0#0, dense<[[-0.75], [0.75]]> : tensor<2x1xf32>
  check.expect_eq_const %0#1, dense<0.5> : tensor<1xf32>
  check.expect_eq_const %0#2, dense<3.0> : tensor<1xf32>
  return
}
