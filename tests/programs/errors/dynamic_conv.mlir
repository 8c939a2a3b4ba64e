// Padding holds a pair for each spatial dimension.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<3x2xi64>) {
  // expected-error@+1 {{dynamic_conv.C4}} "%padding"
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>, tensor<3x2xi64>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Padding has two dimensions.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<4xi64>) {
  // expected-error@+1 {{dynamic_conv.C4}} "%padding"
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>, tensor<4xi64>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Padding holds integers.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xf32>) {
  // expected-error@+1 {{dynamic_conv.operand_type}} "%padding"
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xf32>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// Strides are positive.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  // expected-error@+1 {{dynamic_conv.C3}} "window_strides = array<i64: 1, 0>"
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{window_strides = array<i64: 1, 0>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// rhs takes the input features of a group.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x3x4xf32>, %padding: tensor<2x2xi64>) {
  // expected-error@+1 {{dynamic_conv.C14}} "%rhs"
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<1x2x2x4xf32>
  return
}

// -----

// The batch of the result.
func.func @main(%lhs: tensor<1x4x4x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  // expected-error@+1 {{dynamic_conv.C25}} "tensor<2x2x2x4xf32>"
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x2x2x4xf32>
  return
}

// -----

// More padding than any tensor has room for.
func.func @main(%lhs: tensor<1x1x3xi32>, %rhs: tensor<1x1x2xi32>) {
  // expected-error@+1 {{dynamic_conv.C4}} "%lhs"
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %lhs) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x1x3xi32>, tensor<1x1x2xi32>, tensor<1x1x3xi32>) -> tensor<1x1x?xi32>
  return
}
// -----
func.func @main(%lhs: tensor<1x5x5x1xf32>, %rhs: tensor<3x3x1x1xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{dynamic_conv.C25}} "tensor<1x5x5x1xf32>"
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x5x5x1xf32>, tensor<3x3x1x1xf32>, tensor<2x2xi64>) -> tensor<1x5x5x1xf32>
  return
}
// -----
func.func @main(%lhs: tensor<1x5x5x1xf32>, %rhs: tensor<3x3x1x1xf32>, %p: tensor<?x2xi64>) {
  // expected-error@+1 {{dynamic_conv.operand_type}} "%p"
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x5x5x1xf32>, tensor<3x3x1x1xf32>, tensor<?x2xi64>) -> tensor<1x5x5x1xf32>
  return
}
