// One element type.
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf64>) {
  // expected-error@+1 {{triangular_solve.C1}} "%b"
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return
}

// -----

// Matrices.
func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{triangular_solve.C2}} "%a"
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// One rank.
func.func @main(%a: tensor<3x3xf32>, %b: tensor<1x3x2xf32>) {
  // expected-error@+1 {{triangular_solve.C2}} "%b"
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// As many matrices on both sides.
func.func @main(%a: tensor<2x3x3xf32>, %b: tensor<3x3x2xf32>) {
  // expected-error@+1 {{triangular_solve.C3}} "%b"
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<3x3x2xf32>) -> tensor<3x3x2xf32>
  return
}

// -----

// Square matrices.
func.func @main(%a: tensor<3x2xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{triangular_solve.C3}} "%a"
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// Right-hand sides of their size, left.
func.func @main(%a: tensor<3x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{triangular_solve.C3}} "%b"
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// Right-hand sides of their size, right.
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{triangular_solve.C3}} "%b"
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// The result is like b.
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{triangular_solve.C4}} "tensor<3x3xf32>"
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

// Floats or complex numbers.
func.func @main(%a: tensor<3x3xi32>, %b: tensor<3x2xi32>) {
  // expected-error@+1 {{triangular_solve.operand_type}} "%a"
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
  return
}

// -----

// A transposition that exists.
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{triangular_solve.transpose_a}} "transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>"
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}
