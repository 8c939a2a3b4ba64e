// lhs and rhs have one rank.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x2x4xf32>) {
  // expected-error@+1 {{convolution.C1}} "%rhs"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// A batch and a feature dimension at least.
func.func @main(%lhs: tensor<4xf32>, %rhs: tensor<4xf32>) {
  // expected-error@+1 {{convolution.C1}} "%lhs"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// A stride for each spatial dimension.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C2}} "window_strides = array<i64: 1>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{window_strides = array<i64: 1>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Strides are positive.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C3}} "window_strides = array<i64: 1, 0>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{window_strides = array<i64: 1, 0>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Padding for each spatial dimension.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C4}} "padding = dense<0> : tensor<1x2xi64>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{padding = dense<0> : tensor<1x2xi64>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Padding is low and high.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C4}} "padding = dense<0> : tensor<2x3xi64>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{padding = dense<0> : tensor<2x3xi64>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Padding has two dimensions.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C4}} "padding = dense<0> : tensor<4xi64>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{padding = dense<0> : tensor<4xi64>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// A dilation for each spatial dimension of lhs.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C5}} "lhs_dilation = array<i64: 1, 1, 1>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{lhs_dilation = array<i64: 1, 1, 1>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Dilations are positive: lhs.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C6}} "lhs_dilation = array<i64: 0, 1>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{lhs_dilation = array<i64: 0, 1>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// A dilation for each spatial dimension of rhs.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C7}} "rhs_dilation = array<i64: 1>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{rhs_dilation = array<i64: 1>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Dilations are positive: rhs.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C8}} "rhs_dilation = array<i64: 1, -1>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{rhs_dilation = array<i64: 1, -1>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// A flag for each spatial dimension.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C9}} "window_reversal = array<i1: false>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{window_reversal = array<i1: false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Groups divide the batch.
func.func @main(%lhs: tensor<3x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C10}} "batch_group_count = 2 : i64"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64}> : (tensor<3x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Groups divide the input features.
func.func @main(%lhs: tensor<1x4x4x3xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C11}} "feature_group_count = 2 : i64"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x3xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// lhs has as many spatial dimensions as there are.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C12}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Each dimension of lhs once.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C13}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Dimensions of lhs exist.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C13}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 4, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// rhs takes the input features of a group.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x3x4xf32>) {
  // expected-error@+1 {{convolution.C14}} "%rhs"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x3x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Groups of the batch divide the output features.
func.func @main(%lhs: tensor<2x4x4x2xf32>, %rhs: tensor<3x3x2x3xf32>) {
  // expected-error@+1 {{convolution.C15}} "batch_group_count = 2 : i64"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64}> : (tensor<2x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
  return
}

// -----

// Groups of features divide the output features.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x1x3xf32>) {
  // expected-error@+1 {{convolution.C16}} "feature_group_count = 2 : i64"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x1x3xf32>) -> tensor<1x2x2x3xf32>
  return
}

// -----

// rhs has as many spatial dimensions as there are.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C17}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Each dimension of rhs once.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C18}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 3, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// The result has as many spatial dimensions as there are.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C19}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Each dimension of the result once.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C20}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// There is a group of features.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C21}} "feature_group_count = 0 : i64"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// There is a group of the batch.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C22}} "batch_group_count = -1 : i64"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = -1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Groups of one kind only.
func.func @main(%lhs: tensor<2x4x4x2xf32>, %rhs: tensor<3x3x1x4xf32>) {
  // expected-error@+1 {{convolution.C23}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64}> : (tensor<2x4x4x2xf32>, tensor<3x3x1x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// One precision for each operand.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C24}} "precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>], dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// The shape of the result.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C25}} "tensor<1x4x4x4xf32>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// The rank of the result.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C26}} "tensor<1x2x2xf32>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

// Operands of one element type.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf64>) {
  // expected-error@+1 {{convolution.C27}} "%rhs"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf64>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Floats do not go into integers.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C27}} "tensor<1x2x2x4xi32>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xi32>
  return
}

// -----

// A quantized lhs needs a quantized rhs.
func.func @main(%lhs: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C28}} "%rhs"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// A quantized convolution gives a quantized result.
func.func @main(%lhs: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %rhs: tensor<3x3x2x4x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{convolution.C28}} "tensor<1x2x2x4xf32>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Operands of one storage type.
func.func @main(%lhs: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %rhs: tensor<3x3x2x4x!quant.uniform<i16:f32, 0.5>>) {
  // expected-error@+1 {{convolution.C29}} "%rhs"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x4x!quant.uniform<i16:f32, 0.5>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// One expressed type.
func.func @main(%lhs: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %rhs: tensor<3x3x2x4x!quant.uniform<i8:f64, 0.5>>) {
  // expected-error@+1 {{convolution.C30}} "tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5>>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x4x!quant.uniform<i8:f64, 0.5>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// One scale of rhs gives one scale of the result.
func.func @main(%lhs: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %rhs: tensor<3x3x2x4x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{convolution.C31}} "tensor<1x2x2x4x!quant.uniform<i8:f32:3, {0.5,0.5,0.5,0.5}>>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32:3, {0.5,0.5,0.5,0.5}>>
  return
}

// -----

// The scales of rhs run along its output features.
func.func @main(%lhs: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %rhs: tensor<3x3x2x4x!quant.uniform<i8:f32:2, {0.5,0.5}>>) {
  // expected-error@+1 {{convolution.C32}} "%rhs"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x4x!quant.uniform<i8:f32:2, {0.5,0.5}>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// The scales of the result run along its features.
func.func @main(%lhs: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, %rhs: tensor<3x3x2x4x!quant.uniform<i8:f32:3, {0.5,0.5,0.5,0.5}>>) {
  // expected-error@+1 {{convolution.C33}} "tensor<1x2x2x4x!quant.uniform<i8:f32:2, {0.5,0.5}>>"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x2x4x!quant.uniform<i8:f32:3, {0.5,0.5,0.5,0.5}>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32:2, {0.5,0.5}>>
  return
}
// -----
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x0x2x4xf32>) {
  // expected-error@+1 {{convolution.window_size}} "%rhs"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x0x2x4xf32>) -> tensor<1x2x5x4xf32>
  return
}
// -----
func.func @main(%lhs: tensor<1x4x4x2xbf16>, %rhs: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{convolution.C27}} "%rhs"
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xbf16>, tensor<3x3x2x4xf32>) -> tensor<1x2x2x4xf32>
  return
}
