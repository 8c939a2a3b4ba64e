// The type stays: elements.
func.func @main(%a: tensor<3x3xf32>) {
  // expected-error@+1 {{cholesky.C1}} "tensor<3x3xf64>"
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf64>
  return
}

// -----

// The type stays: shape.
func.func @main(%a: tensor<3x3xf32>) {
  // expected-error@+1 {{cholesky.C1}} "tensor<3x2xf32>"
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// Matrices.
func.func @main(%a: tensor<3xf32>) {
  // expected-error@+1 {{cholesky.C2}} "%a"
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// Square matrices.
func.func @main(%a: tensor<3x2xf32>) {
  // expected-error@+1 {{cholesky.C3}} "%a"
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// Floats or complex numbers.
func.func @main(%a: tensor<3x3xi32>) {
  // expected-error@+1 {{cholesky.operand_type}} "%a"
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xi32>) -> tensor<3x3xi32>
  return
}

// -----

// Not quantized per axis.
func.func @main(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.5}>>) {
  // expected-error@+1 {{cholesky.operand_type}} "%a"
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.5}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.5}>>
  return
}
