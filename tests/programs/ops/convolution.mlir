// The specification's example.
func.func @main() {
  %lhs = stablehlo.constant dense<[[
    [[1], [2], [5], [6]],
    [[3], [4], [7], [8]],
    [[10], [11], [14], [15]],
    [[12], [13], [16], [17]]
  ]]> : tensor<1x4x4x1xi32>
  %rhs = stablehlo.constant dense<1> : tensor<3x3x1x1xi32>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    window_strides = dense<4> : tensor<2xi64>,
    padding = dense<0> : tensor<2x2xi64>,
    lhs_dilation = dense<2> : tensor<2xi64>,
    rhs_dilation = dense<1> : tensor<2xi64>,
    window_reversal = dense<false> : tensor<2xi1>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]
  } : (tensor<1x4x4x1xi32>, tensor<3x3x1x1xi32>) -> tensor<1x2x2x1xi32>
  check.expect_eq_const %result, dense<[[[[10], [26]], [[46], [62]]]]> : tensor<1x2x2x1xi32>
  return
}

// -----

// The pretty form, with all of its window.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]]]]> : tensor<1x2x3x1xf32>
  %rhs = stablehlo.constant dense<[[[[1.0]], [[10.0]]]]> : tensor<1x2x1x1xf32>
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 0], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGHEST>]} : (tensor<1x2x3x1xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %0, dense<[[[[2.0], [20.0]], [[5.0], [50.0]]]]> : tensor<1x2x2x1xf32>
  %1 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x3x1xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %1, dense<[[[[21.0], [32.0]], [[54.0], [65.0]]]]> : tensor<1x2x2x1xf32>
  return
}

// -----

// No spatial dimension: a matrix product.
func.func @main() {
  %lhs = stablehlo.constant dense<[[2.0, -3.0, -2.0], [-2.0, -2.0, 2.0]]> : tensor<2x3xf32>
  %rhs = stablehlo.constant dense<[[3.0, 1.0, -3.0], [-3.0, -1.0, 0.0], [1.0, 0.0, -2.0], [-2.0, 1.0, 2.0]]> : tensor<4x3xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f]x[o, i]->[b, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  check.expect_eq_const %result, dense<[[9.0, -3.0, 6.0, -11.0], [-14.0, 8.0, -6.0, 6.0]]> : tensor<2x4xf32>
  return
}

// -----

// No spatial dimension, in groups of features.
func.func @main() {
  %lhs = stablehlo.constant dense<[[-3.0, -3.0, 0.0, -1.0], [3.0, 0.0, -1.0, 0.0]]> : tensor<2x4xf32>
  %rhs = stablehlo.constant dense<[[1.0, 1.0], [-2.0, 2.0], [2.0, 3.0], [2.0, -2.0], [-1.0, 1.0], [1.0, 1.0]]> : tensor<6x2xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f]x[o, i]->[b, f]>,
    feature_group_count = 2 : i64, batch_group_count = 1 : i64
  }> : (tensor<2x4xf32>, tensor<6x2xf32>) -> tensor<2x6xf32>
  check.expect_eq_const %result, dense<[[-6.0, 0.0, -15.0, 2.0, -1.0, -1.0], [3.0, -6.0, 6.0, -2.0, 1.0, -1.0]]> : tensor<2x6xf32>
  return
}

// -----

// One spatial dimension, padded and strided.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[3.0, -1.0, 3.0, -3.0, -3.0, 3.0, 3.0], [-1.0, -3.0, -1.0, -3.0, 3.0, 1.0, 1.0]], [[-2.0, 0.0, -2.0, 2.0, 0.0, -3.0, -2.0], [1.0, 0.0, -1.0, -2.0, -3.0, 1.0, 1.0]]]> : tensor<2x2x7xf32>
  %rhs = stablehlo.constant dense<[[[0.0, 3.0, 3.0], [-2.0, 1.0, 1.0]], [[-2.0, -1.0, 0.0], [2.0, -1.0, 2.0]], [[1.0, -2.0, -1.0], [2.0, 2.0, 1.0]]]> : tensor<3x2x3xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    window_strides = array<i64: 2>,
    padding = dense<[[1, 2]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<2x2x7xf32>, tensor<3x2x3xf32>) -> tensor<2x3x4xf32>
  check.expect_eq_const %result, dense<[[[2.0, 2.0, 10.0, 8.0], [-8.0, -12.0, 2.0, -8.0], [-10.0, -15.0, 1.0, 1.0]], [[-5.0, -3.0, -7.0, -7.0], [1.0, -1.0, -3.0, 9.0], [6.0, -2.0, -4.0, 5.0]]]> : tensor<2x3x4xf32>
  return
}

// -----

// Negative padding cuts.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-3.0, 1.0, -2.0, 2.0, 3.0, 0.0], [3.0, 2.0, -1.0, 3.0, -1.0, -3.0]]]> : tensor<1x2x6xf32>
  %rhs = stablehlo.constant dense<[[[1.0, 2.0], [1.0, -1.0]], [[3.0, 0.0], [-1.0, -2.0]]]> : tensor<2x2x2xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    padding = dense<[[-1, -2]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x2x6xf32>, tensor<2x2x2xf32>) -> tensor<1x2x2xf32>
  check.expect_eq_const %result, dense<[[[0.0, -2.0], [3.0, -11.0]]]> : tensor<1x2x2xf32>
  return
}

// -----

// Negative padding below, of a dilated input with several channels.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[[-2.0, 1.0, 2.0, -1.0], [1.0, 3.0, -2.0, -2.0], [0.0, 0.0, -1.0, -1.0], [-3.0, 1.0, 3.0, -2.0], [2.0, -2.0, -3.0, 2.0]], [[-2.0, 2.0, -1.0, 0.0], [3.0, 3.0, 0.0, -2.0], [-2.0, 2.0, 1.0, -2.0], [3.0, 3.0, 3.0, 1.0], [3.0, 1.0, 0.0, 3.0]], [[1.0, 2.0, -1.0, 2.0], [3.0, -3.0, 0.0, -1.0], [-3.0, -3.0, -2.0, -2.0], [2.0, -2.0, 1.0, 3.0], [0.0, -3.0, -3.0, -1.0]]]]> : tensor<1x3x5x4xf32>
  %rhs = stablehlo.constant dense<[[[[-1.0, 0.0], [-1.0, 2.0]], [[0.0, 3.0], [3.0, 1.0]], [[-3.0, -2.0], [2.0, 0.0]]], [[[3.0, 1.0], [2.0, -3.0]], [[-1.0, 1.0], [1.0, -1.0]], [[-2.0, 1.0], [-3.0, 1.0]]]]> : tensor<2x3x2x2xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    padding = dense<[[-2, 1], [-1, -1]]> : tensor<2x2xi64>,
    lhs_dilation = array<i64: 2, 3>,
    dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x3x5x4xf32>, tensor<2x3x2x2xf32>) -> tensor<1x2x7x7xf32>
  check.expect_eq_const %result, dense<[[[[0.0, 15.0, 6.0, 0.0, 0.0, 2.0, 0.0], [0.0, 2.0, 0.0, 0.0, -1.0, 0.0, 0.0], [0.0, 12.0, 9.0, 0.0, 7.0, 7.0, 0.0], [0.0, 5.0, 4.0, 0.0, 9.0, 8.0, 0.0], [0.0, 13.0, 5.0, 0.0, 7.0, -6.0, 0.0], [0.0, -3.0, -1.0, 0.0, -6.0, -3.0, 0.0], [0.0, 9.0, 11.0, 0.0, 6.0, 12.0, 0.0]], [[0.0, 3.0, 12.0, 0.0, -2.0, -6.0, 0.0], [0.0, -5.0, 11.0, 0.0, 0.0, 5.0, 0.0], [0.0, -1.0, 4.0, 0.0, -2.0, 0.0, 0.0], [0.0, -8.0, 11.0, 0.0, -11.0, 6.0, 0.0], [0.0, 2.0, 4.0, 0.0, 7.0, 4.0, 0.0], [0.0, 2.0, 6.0, 0.0, 6.0, 3.0, 0.0], [0.0, -4.0, -1.0, 0.0, -6.0, -3.0, 0.0]]]]> : tensor<1x2x7x7xf32>
  return
}

// -----

// A dilated kernel.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[[2.0, 1.0, -3.0, 0.0, -1.0, 0.0], [1.0, -2.0, -3.0, 0.0, 1.0, -3.0], [3.0, 0.0, 3.0, 0.0, 2.0, 2.0], [0.0, -1.0, 1.0, -3.0, 1.0, 0.0], [-2.0, -2.0, -3.0, 2.0, 1.0, -1.0], [3.0, -1.0, -1.0, 3.0, -3.0, -1.0]]]]> : tensor<1x1x6x6xf32>
  %rhs = stablehlo.constant dense<[[[[-3.0, -1.0, 2.0], [-1.0, 0.0, 0.0]]]]> : tensor<1x1x2x3xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>,
    rhs_dilation = array<i64: 3, 2>,
    dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x1x6x6xf32>, tensor<1x1x2x3xf32>) -> tensor<1x1x3x4xf32>
  check.expect_eq_const %result, dense<[[[[-1.0, -5.0, -2.0, 9.0], [2.0, 4.0, 2.0, 11.0], [0.0, -11.0, 5.0, -10.0]]]]> : tensor<1x1x3x4xf32>
  return
}

// -----

// Dilated input and kernel, strides that share a divisor with neither.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-3, -3, -1, 0, -3], [3, 2, 0, 2, 2]]]> : tensor<1x2x5xi32>
  %rhs = stablehlo.constant dense<[[[-3, 3, -3], [2, 2, 2]], [[-3, 2, 3], [2, 1, -2]]]> : tensor<2x2x3xi32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    window_strides = array<i64: 3>,
    padding = dense<[[2, 3]]> : tensor<1x2xi64>,
    lhs_dilation = array<i64: 4>,
    rhs_dilation = array<i64: 2>,
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x2x5xi32>, tensor<2x2x3xi32>) -> tensor<1x2x6xi32>
  check.expect_eq_const %result, dense<[[[-3, 0, 16, 0, 4, 0], [-3, 0, 10, 0, 2, 0]]]> : tensor<1x2x6xi32>
  return
}

// -----

// A reversed window, in one dimension of two.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[[0.0, 0.0, 3.0, -1.0], [-1.0, -2.0, 0.0, 1.0], [0.0, -1.0, 0.0, 1.0]]]]> : tensor<1x1x3x4xf64>
  %rhs = stablehlo.constant dense<[[[[-2.0, 1.0, 1.0], [-3.0, 1.0, 0.0]]]]> : tensor<1x1x2x3xf64>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    window_reversal = array<i1: true, false>,
    dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x1x3x4xf64>, tensor<1x1x2x3xf64>) -> tensor<1x1x2x2xf64>
  check.expect_eq_const %result, dense<[[[[0.0, 8.0], [0.0, 9.0]]]]> : tensor<1x1x2x2xf64>
  return
}

// -----

// Groups of features.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[[3.0, -1.0, -1.0], [1.0, 3.0, -3.0], [-3.0, -2.0, -1.0]], [[0.0, 0.0, -1.0], [3.0, 1.0, -2.0], [-1.0, -2.0, -2.0]], [[2.0, 3.0, 0.0], [-2.0, 2.0, -2.0], [-3.0, -2.0, -1.0]], [[-1.0, -2.0, -2.0], [1.0, 0.0, 1.0], [3.0, 3.0, -3.0]]], [[[2.0, -1.0, 2.0], [1.0, -3.0, 3.0], [3.0, 3.0, -3.0]], [[-2.0, 1.0, 0.0], [-3.0, 3.0, -2.0], [-3.0, 3.0, 1.0]], [[-3.0, -2.0, 3.0], [2.0, 3.0, 3.0], [-1.0, 0.0, -1.0]], [[-3.0, -2.0, -3.0], [-3.0, -1.0, 3.0], [2.0, 1.0, -2.0]]]]> : tensor<2x4x3x3xf32>
  %rhs = stablehlo.constant dense<[[[[-3.0, 1.0], [2.0, -1.0]], [[-3.0, -2.0], [3.0, 1.0]]], [[[0.0, -1.0], [3.0, -1.0]], [[0.0, 2.0], [-1.0, 0.0]]], [[[-3.0, 2.0], [-2.0, 0.0]], [[0.0, -2.0], [-2.0, 0.0]]], [[[-3.0, 3.0], [-1.0, 0.0]], [[-2.0, 3.0], [0.0, -3.0]]], [[[-1.0, -1.0], [-2.0, 2.0]], [[3.0, 1.0], [-2.0, 0.0]]], [[[0.0, 1.0], [2.0, 3.0]], [[2.0, 1.0], [0.0, 0.0]]]]> : tensor<6x2x2x2xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>,
    feature_group_count = 2 : i64, batch_group_count = 1 : i64
  }> : (tensor<2x4x3x3xf32>, tensor<6x2x2x2xf32>) -> tensor<2x6x2x2xf32>
  check.expect_eq_const %result, dense<[[[[-1.0, 14.0], [-20.0, -22.0]], [[-2.0, 10.0], [-7.0, -4.0]], [[-19.0, -5.0], [9.0, -3.0]], [[1.0, -16.0], [4.0, 2.0]], [[-4.0, -19.0], [-1.0, -3.0]], [[1.0, -8.0], [-8.0, -8.0]]], [[[-4.0, 0.0], [-6.0, 26.0]], [[12.0, -17.0], [18.0, 2.0]], [[-6.0, 7.0], [-15.0, 7.0]], [[4.0, -2.0], [4.0, 17.0]], [[2.0, -8.0], [-17.0, -10.0]], [[3.0, 11.0], [-6.0, 1.0]]]]> : tensor<2x6x2x2xf32>
  return
}

// -----

// Depthwise: a group for each feature.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-2.0, 0.0, 0.0, 1.0], [0.0, -1.0, 0.0, 1.0], [-2.0, 1.0, -1.0, 2.0]]]> : tensor<1x3x4xf32>
  %rhs = stablehlo.constant dense<[[[1.0, 0.0]], [[-3.0, -3.0]], [[-2.0, 0.0]], [[0.0, 3.0]], [[-3.0, 1.0]], [[-1.0, 1.0]]]> : tensor<6x1x2xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 3 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x3x4xf32>, tensor<6x1x2xf32>) -> tensor<1x6x3xf32>
  check.expect_eq_const %result, dense<[[[-2.0, 0.0, 0.0], [6.0, 0.0, -3.0], [0.0, 2.0, 0.0], [-3.0, 0.0, 3.0], [7.0, -4.0, 5.0], [3.0, -2.0, 3.0]]]> : tensor<1x6x3xf32>
  return
}

// -----

// Groups of the batch.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-3.0, -1.0, -3.0, -1.0, -2.0], [2.0, 1.0, -3.0, -1.0, 3.0]], [[3.0, 3.0, -3.0, 3.0, -1.0], [-3.0, 2.0, -3.0, -3.0, 3.0]], [[-3.0, -1.0, 3.0, -2.0, -2.0], [-1.0, 2.0, 1.0, -1.0, -2.0]], [[0.0, 0.0, -1.0, 1.0, -3.0], [2.0, 0.0, -3.0, 1.0, 2.0]]]> : tensor<4x2x5xf32>
  %rhs = stablehlo.constant dense<[[[-1.0, 0.0, 1.0], [0.0, 0.0, 0.0]], [[1.0, -2.0, -3.0], [3.0, 0.0, -2.0]], [[3.0, 0.0, -1.0], [-2.0, -3.0, 1.0]], [[1.0, 3.0, 3.0], [3.0, -3.0, -3.0]], [[1.0, 1.0, -2.0], [3.0, 3.0, -2.0]], [[1.0, -1.0, 0.0], [1.0, 0.0, 2.0]]]> : tensor<6x2x3xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    window_strides = array<i64: 2>,
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 2 : i64
  }> : (tensor<4x2x5xf32>, tensor<6x2x3xf32>) -> tensor<2x6x2xf32>
  check.expect_eq_const %result, dense<[[[0.0, 1.0], [20.0, -10.0], [-16.0, 5.0], [-9.0, 3.0], [-9.0, 9.0], [-1.0, 2.0]], [[-6.0, 2.0], [3.0, -21.0], [9.0, 10.0], [12.0, -25.0], [14.0, -4.0], [-4.0, -1.0]]]> : tensor<2x6x2xf32>
  return
}

// -----

// Three spatial dimensions.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[[[-2, 0], [-2, 1], [-1, 1]], [[3, -1], [2, 1], [2, 1]], [[-2, 1], [-1, 0], [0, -1]]], [[[0, 0], [-2, 3], [3, -2]], [[-1, -2], [-2, -3], [-1, 2]], [[-2, 3], [2, -2], [-3, -2]]]]]> : tensor<1x2x3x3x2xi16>
  %rhs = stablehlo.constant dense<[[[[[-1, -2], [1, 1]], [[2, 0], [0, 2]]], [[[1, -2], [3, 3]], [[0, 0], [1, 2]]]], [[[[2, 2], [-2, 3]], [[-3, 0], [-1, 1]]], [[[1, 0], [-3, -2]], [[0, 0], [-2, 3]]]]]> : tensor<2x2x2x2x2xi16>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    padding = dense<[[0, 1], [1, 0], [0, 0]]> : tensor<3x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, f, 0, 1, 2]x[o, i, 0, 1, 2]->[b, f, 0, 1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x2x3x3x2xi16>, tensor<2x2x2x2x2xi16>) -> tensor<1x2x3x3x1xi16>
  check.expect_eq_const %result, dense<[[[[[-9], [4], [4]], [[-1], [-16], [-5]], [[2], [-9], [-9]]], [[[-4], [-12], [-3]], [[14], [11], [4]], [[7], [-4], [10]]]]]> : tensor<1x2x3x3x1xi16>
  return
}

// -----

// Any layout.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[[-2.0, 3.0], [1.0, -3.0], [-1.0, 1.0], [-2.0, -1.0]], [[3.0, -3.0], [3.0, -3.0], [0.0, 2.0], [-3.0, 3.0]]], [[[1.0, 0.0], [1.0, -1.0], [2.0, 0.0], [-3.0, 2.0]], [[2.0, 2.0], [1.0, -3.0], [-3.0, -2.0], [-1.0, 3.0]]], [[[-3.0, 0.0], [3.0, 1.0], [2.0, 2.0], [-1.0, 1.0]], [[-3.0, 2.0], [-2.0, 0.0], [1.0, -2.0], [2.0, -2.0]]]]> : tensor<3x2x4x2xf32>
  %rhs = stablehlo.constant dense<[[[[1.0, 3.0], [1.0, -3.0], [1.0, 1.0]], [[-2.0, 3.0], [3.0, -2.0], [2.0, -3.0]]], [[[2.0, -1.0], [-2.0, -1.0], [2.0, 0.0]], [[1.0, -1.0], [-2.0, 3.0], [-3.0, -3.0]]]]> : tensor<2x2x3x2xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[1, f, 0, b]x[1, o, 0, i]->[f, 1, b, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<3x2x4x2xf32>, tensor<2x2x3x2xf32>) -> tensor<2x2x2x2xf32>
  check.expect_eq_const %result, dense<[[[[-1.0, -2.0], [6.0, -8.0]], [[1.0, 12.0], [12.0, 3.0]]], [[[11.0, 8.0], [-25.0, -34.0]], [[-3.0, 11.0], [11.0, -14.0]]]]> : tensor<2x2x2x2xf32>
  return
}

// -----

// A window larger than the input has no place.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-1.0, 3.0]]]> : tensor<1x1x2xf32>
  %rhs = stablehlo.constant dense<[[[0.0, -3.0, 3.0]]]> : tensor<1x1x3xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x1x2xf32>, tensor<1x1x3xf32>) -> tensor<1x1x0xf32>
  check.expect_eq_const %result, dense<> : tensor<1x1x0xf32>
  return
}

// -----

// An empty batch.
func.func @main() {
  %lhs = stablehlo.constant dense<> : tensor<0x1x4xf32>
  %rhs = stablehlo.constant dense<[[[3.0, 0.0, -1.0]], [[-2.0, 2.0, -3.0]]]> : tensor<2x1x3xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<0x1x4xf32>, tensor<2x1x3xf32>) -> tensor<0x2x2xf32>
  check.expect_eq_const %result, dense<> : tensor<0x2x2xf32>
  return
}

// -----

// No input feature: zeros.
func.func @main() {
  %lhs = stablehlo.constant dense<> : tensor<1x0x4xf32>
  %rhs = stablehlo.constant dense<> : tensor<2x0x3xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x0x4xf32>, tensor<2x0x3xf32>) -> tensor<1x2x2xf32>
  check.expect_eq_const %result, dense<0.0> : tensor<1x2x2xf32>
  return
}

// -----

// An empty input with padding: zeros.
func.func @main() {
  %lhs = stablehlo.constant dense<> : tensor<1x1x0xf32>
  %rhs = stablehlo.constant dense<[[[-3.0, 3.0]]]> : tensor<1x1x2xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    padding = dense<[[1, 2]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x1x0xf32>, tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  check.expect_eq_const %result, dense<0.0> : tensor<1x1x2xf32>
  return
}

// -----

// i8 in i32: sums are exact.
func.func @main() {
  %lhs = stablehlo.constant dense<127> : tensor<1x2x2xi8>
  %rhs = stablehlo.constant dense<-128> : tensor<1x2x2xi8>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x2x2xi8>, tensor<1x2x2xi8>) -> tensor<1x1x1xi32>
  check.expect_eq_const %result, dense<-65024> : tensor<1x1x1xi32>
  return
}

// -----

// i8 in i8: sums wrap.
func.func @main() {
  %lhs = stablehlo.constant dense<100> : tensor<1x2x2xi8>
  %rhs = stablehlo.constant dense<3> : tensor<1x2x2xi8>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x2x2xi8>, tensor<1x2x2xi8>) -> tensor<1x1x1xi8>
  check.expect_eq_const %result, dense<-80> : tensor<1x1x1xi8>
  return
}

// -----

// i64 beyond what an f64 holds.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[9007199254740993, 1]]]> : tensor<1x1x2xi64>
  %rhs = stablehlo.constant dense<[[[1, 1152921504606846976]]]> : tensor<1x1x2xi64>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x1x2xi64>, tensor<1x1x2xi64>) -> tensor<1x1x1xi64>
  check.expect_eq_const %result, dense<1161928703861587969> : tensor<1x1x1xi64>
  return
}

// -----

// ui8 in ui32.
func.func @main() {
  %lhs = stablehlo.constant dense<255> : tensor<1x1x2xui8>
  %rhs = stablehlo.constant dense<255> : tensor<1x1x2xui8>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x1x2xui8>, tensor<1x1x2xui8>) -> tensor<1x1x1xui32>
  check.expect_eq_const %result, dense<130050> : tensor<1x1x1xui32>
  return
}

// -----

// bf16: rounded once, after the sum.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1.0, 0.001953125, 0.001953125, 0.001953125]]]> : tensor<1x1x4xbf16>
  %rhs = stablehlo.constant dense<1.0> : tensor<1x1x4xbf16>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x1x4xbf16>, tensor<1x1x4xbf16>) -> tensor<1x1x1xbf16>
  check.expect_eq_const %result, dense<1.0078125> : tensor<1x1x1xbf16>
  return
}

// -----

// f16 in f32: not rounded.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1.0, 0.000244140625]]]> : tensor<1x1x2xf16>
  %rhs = stablehlo.constant dense<1.0> : tensor<1x1x2xf16>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x1x2xf16>, tensor<1x1x2xf16>) -> tensor<1x1x1xf32>
  check.expect_eq_const %result, dense<1.000244140625> : tensor<1x1x1xf32>
  return
}

// -----

// Complex numbers, not conjugated.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[(1.0, 2.0), (3.0, -1.0)]]]> : tensor<1x1x2xcomplex<f32>>
  %rhs = stablehlo.constant dense<[[[(0.0, 1.0), (2.0, 2.0)]]]> : tensor<1x1x2xcomplex<f32>>
  %result = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x1x2xcomplex<f32>>, tensor<1x1x2xcomplex<f32>>) -> tensor<1x1x1xcomplex<f32>>
  check.expect_eq_const %result, dense<[[[(6.0, 5.0)]]]> : tensor<1x1x1xcomplex<f32>>
  return
}

// -----

// Quantized with one scale.
func.func @main() {
  %x = stablehlo.constant dense<[[[1.0, -2.0, 3.5, 0.5]]]> : tensor<1x1x4xf32>
  %y = stablehlo.constant dense<[[[0.5, 1.0]], [[-2.0, 0.25]]]> : tensor<2x1x2xf32>
  %lhs = stablehlo.uniform_quantize %x : (tensor<1x1x4xf32>) -> tensor<1x1x4x!quant.uniform<i8:f32, 0.5:-3>>
  %rhs = stablehlo.uniform_quantize %y : (tensor<2x1x2xf32>) -> tensor<2x1x2x!quant.uniform<i8:f32, 0.25>>
  %result = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4x!quant.uniform<i8:f32, 0.5:-3>>, tensor<2x1x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x3x!quant.uniform<i8:f32, 1.0:2>>
  %floats = stablehlo.uniform_dequantize %result : (tensor<1x2x3x!quant.uniform<i8:f32, 1.0:2>>) -> tensor<1x2x3xf32>
  check.expect_eq_const %floats, dense<[[[-2.0, 2.0, 2.0], [-2.0, 5.0, -7.0]]]> : tensor<1x2x3xf32>
  return
}

// -----

// Quantized per axis: a scale for each output feature.
func.func @main() {
  %x = stablehlo.constant dense<[[[1.0, -2.0, 3.5, 0.5]]]> : tensor<1x1x4xf32>
  %y = stablehlo.constant dense<[[[0.5, 1.0]], [[-2.0, 0.25]]]> : tensor<2x1x2xf32>
  %lhs = stablehlo.uniform_quantize %x : (tensor<1x1x4xf32>) -> tensor<1x1x4x!quant.uniform<i8:f32, 0.5:-3>>
  %rhs = stablehlo.uniform_quantize %y : (tensor<2x1x2xf32>) -> tensor<2x1x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  %result = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4x!quant.uniform<i8:f32, 0.5:-3>>, tensor<2x1x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:1, {0.5:1,2.0}>>
  %floats = stablehlo.uniform_dequantize %result : (tensor<1x2x3x!quant.uniform<i8:f32:1, {0.5:1,2.0}>>) -> tensor<1x2x3xf32>
  check.expect_eq_const %floats, dense<[[[-1.5, 2.5, 2.5], [-2.0, 4.0, -6.0]]]> : tensor<1x2x3xf32>
  return
}

// -----

// Hybrid: float by quantized is float.
func.func @main() {
  %x = stablehlo.constant dense<[[[1.0, -2.0, 3.5, 0.5]]]> : tensor<1x1x4xf32>
  %y = stablehlo.constant dense<[[[0.5, 1.0]], [[-2.0, 0.25]]]> : tensor<2x1x2xf32>
  %rhs = stablehlo.uniform_quantize %y : (tensor<2x1x2xf32>) -> tensor<2x1x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  %result = stablehlo.convolution(%x, %rhs) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4xf32>, tensor<2x1x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<1x2x3xf32>
  check.expect_eq_const %result, dense<[[[-1.5, 2.5, 2.25], [-2.5, 4.875, -6.875]]]> : tensor<1x2x3xf32>
  return
}
