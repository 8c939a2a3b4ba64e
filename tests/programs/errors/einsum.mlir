// An arrow is needed.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{einsum.config}}
  %0 = "stablehlo.einsum"(%lhs, %rhs) <{einsum_config = "ij,jk"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// A letter for each dimension.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{einsum.config}}
  %0 = "stablehlo.einsum"(%lhs, %rhs) <{einsum_config = "ijk,jk->ik"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// The result has no letter of its own.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{einsum.config}}
  %0 = "stablehlo.einsum"(%lhs, %rhs) <{einsum_config = "ij,jk->iz"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// A letter stands for one size.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<2x4xf32>) {
  // expected-error@+1 {{einsum.size}} "%rhs"
  %0 = "stablehlo.einsum"(%lhs, %rhs) <{einsum_config = "ij,jk->ik"}> : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// Operands of one element type.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf64>) {
  // expected-error@+1 {{einsum.element_types}} "%rhs"
  %0 = "stablehlo.einsum"(%lhs, %rhs) <{einsum_config = "ij,jk->ik"}> : (tensor<2x3xf32>, tensor<3x4xf64>) -> tensor<2x4xf32>
  return
}

// -----

// The shape of the result.
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{einsum.result_shape}} "tensor<4x2xf32>"
  %0 = "stablehlo.einsum"(%lhs, %rhs) <{einsum_config = "ij,jk->ik"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return
}
