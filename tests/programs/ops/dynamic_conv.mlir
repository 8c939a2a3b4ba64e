// Padding that is data.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[[0.0, -1.0, 1.0], [-3.0, 1.0, -1.0], [2.0, -1.0, -2.0], [0.0, -1.0, 1.0]]]]> : tensor<1x1x4x3xf32>
  %rhs = stablehlo.constant dense<[[[[1.0, -3.0], [-3.0, 0.0]]], [[[2.0, 1.0], [-1.0, 1.0]]]]> : tensor<2x1x2x2xf32>
  %padding = stablehlo.constant dense<[[1, 0], [0, 2]]> : tensor<2x2xi32>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x1x4x3xf32>, tensor<2x1x2x2xf32>, tensor<2x2xi32>) -> tensor<1x2x4x4xf32>
  check.expect_eq_const %result, dense<[[[[0.0, 3.0, -3.0, 0.0], [12.0, -7.0, 4.0, 0.0], [-12.0, 7.0, 5.0, 0.0], [5.0, 8.0, -5.0, 0.0]], [[-1.0, 2.0, -1.0, 0.0], [3.0, -3.0, 3.0, 0.0], [-8.0, 0.0, 0.0, 0.0], [2.0, -2.0, -5.0, 0.0]]]]> : tensor<1x2x4x4xf32>
  return
}

// -----

// Negative padding, in 64 bits, with everything else.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-2.0, -1.0, -2.0, -1.0, 1.0, -2.0], [-3.0, 1.0, -2.0, -1.0, -1.0, -2.0]]]> : tensor<1x2x6xf32>
  %rhs = stablehlo.constant dense<[[[-2.0, -2.0, 2.0]], [[-1.0, 1.0, 0.0]], [[3.0, 1.0, 1.0]], [[3.0, -1.0, 0.0]]]> : tensor<4x1x3xf32>
  %padding = stablehlo.constant dense<[[-1, 2]]> : tensor<1x2xi64>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{window_strides = array<i64: 2>, lhs_dilation = array<i64: 2>, rhs_dilation = array<i64: 2>, window_reversal = array<i1: true>, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x2x6xf32>, tensor<4x1x3xf32>, tensor<1x2xi64>) -> tensor<1x4x4xf32>
  check.expect_eq_const %result, dense<0.0> : tensor<1x4x4xf32>
  return
}

// -----

// Groups of the batch, integers.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-1, -2, -3]], [[0, -2, -3]], [[1, 0, 2]], [[-2, -1, 1]]]> : tensor<4x1x3xi32>
  %rhs = stablehlo.constant dense<[[[-1, -2]], [[2, -2]]]> : tensor<2x1x2xi32>
  %padding = stablehlo.constant dense<1> : tensor<1x2xi32>
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64}> : (tensor<4x1x3xi32>, tensor<2x1x2xi32>, tensor<1x2xi32>) -> tensor<2x2x4xi32>
  check.expect_eq_const %result, dense<[[[2, 5, 8, 3], [-2, 2, -4, 4]], [[0, 4, 8, 3], [4, -2, -4, 2]]]> : tensor<2x2x4xi32>
  return
}

// -----

// Sizes that follow from the padding.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1, 2, 3]]]> : tensor<1x1x3xi32>
  %rhs = stablehlo.constant dense<[[[1, 10]]]> : tensor<1x1x2xi32>
  %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x1x3xi32>, tensor<1x1x2xi32>, tensor<1x2xi64>) -> tensor<1x1x?xi32>
  %1 = stablehlo.convert %0 : (tensor<1x1x?xi32>) -> tensor<1x1x3xi32>
  check.expect_eq_const %1, dense<[[[10, 21, 32]]]> : tensor<1x1x3xi32>
  return
}
