// Vectors and matrices only.
func.func @main(%lhs: tensor<1x2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{dot.rank}} "%lhs"
  %0 = "stablehlo.dot"(%lhs, %rhs) : (tensor<1x2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// Vectors and matrices only, on the right.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<f32>) {
  // expected-error@+1 {{dot.rank}} "%rhs"
  %0 = "stablehlo.dot"(%lhs, %rhs) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// The sizes that are summed over are equal.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<2x3xf32>) {
  // expected-error@+1 {{dot.contracting_size}} "%rhs"
  %0 = "stablehlo.dot"(%lhs, %rhs) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// One precision for each operand.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<3x2xf32>) {
  // expected-error@+1 {{dot.precision_config}} "precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]"
  %0 = "stablehlo.dot"(%lhs, %rhs) <{precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// Operands of one element type.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<3x2xi32>) {
  // expected-error@+1 {{dot.element_types}} "%rhs"
  %0 = "stablehlo.dot"(%lhs, %rhs) : (tensor<2x3xf32>, tensor<3x2xi32>) -> tensor<2x2xf32>
  return
}

// -----

// A quantized product is quantized.
func.func @main(%lhs: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %rhs: tensor<3x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{dot.quantized}} "tensor<2x2xf32>"
  %0 = "stablehlo.dot"(%lhs, %rhs) : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xf32>
  return
}

// -----

// The shape of the result.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{dot.result_shape}} "tensor<4x2xf32>"
  %0 = "stablehlo.dot"(%lhs, %rhs) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return
}
