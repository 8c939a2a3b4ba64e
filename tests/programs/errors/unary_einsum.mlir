// A letter for each dimension.
func.func @main(%operand: tensor<2x3xf32>) {
  // expected-error@+1 {{unary_einsum.config}}
  %0 = "stablehlo.unary_einsum"(%operand) <{einsum_config = "i->i"}> : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// One operand.
func.func @main(%operand: tensor<2x3xf32>) {
  // expected-error@+1 {{unary_einsum.config}}
  %0 = "stablehlo.unary_einsum"(%operand) <{einsum_config = "ij,j->i"}> : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// A letter stands for one size.
func.func @main(%operand: tensor<2x3xf32>) {
  // expected-error@+1 {{unary_einsum.size}} "%operand"
  %0 = "stablehlo.unary_einsum"(%operand) <{einsum_config = "ii->i"}> : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// The element type stays.
func.func @main(%operand: tensor<2x3xf32>) {
  // expected-error@+1 {{unary_einsum.result_type}} "tensor<2xf64>"
  %0 = "stablehlo.unary_einsum"(%operand) <{einsum_config = "ij->i"}> : (tensor<2x3xf32>) -> tensor<2xf64>
  return
}

// -----

// The shape of the result.
func.func @main(%operand: tensor<2x3xf32>) {
  // expected-error@+1 {{unary_einsum.result_shape}} "tensor<3xf32>"
  %0 = "stablehlo.unary_einsum"(%operand) <{einsum_config = "ij->i"}> : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}
