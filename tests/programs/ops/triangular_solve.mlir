// The specification's example.
func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[2.0, 0.0, 0.0], [4.0, 8.0, 0.0], [6.0, 10.0, 12.0]]> : tensor<3x3xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  check.expect_almost_eq_const %result, dense<[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<3x3xf32>
  return
}

// -----

// Left, lower, NO_TRANSPOSE; the other triangle is not read.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[2.0, 4.0], [-3.0, 2.0], [8.0, 7.0]]> : tensor<3x2xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, 2.0], [-1.0, 0.0], [3.0, 1.0]]> : tensor<3x2xf32>
  return
}

// -----

// Left, lower, TRANSPOSE; the other triangle is not read.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[10.0, 7.0], [-10.0, -2.0], [3.0, 1.0]]> : tensor<3x2xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, 2.0], [-1.0, 0.0], [3.0, 1.0]]> : tensor<3x2xf32>
  return
}

// -----

// Left, upper, NO_TRANSPOSE; the other triangle is not read.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-8.0, 3.0], [5.0, 3.0], [3.0, 1.0]]> : tensor<3x2xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, 2.0], [-1.0, 0.0], [3.0, 1.0]]> : tensor<3x2xf32>
  return
}

// -----

// Left, upper, TRANSPOSE; the other triangle is not read.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[2.0, 4.0], [3.0, 14.0], [-1.0, -1.0]]> : tensor<3x2xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, 2.0], [-1.0, 0.0], [3.0, 1.0]]> : tensor<3x2xf32>
  return
}

// -----

// Right, lower, NO_TRANSPOSE; the other triangle is not read.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[10.0, -10.0, 3.0], [7.0, -2.0, 1.0]]> : tensor<2x3xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, -1.0, 3.0], [2.0, 0.0, 1.0]]> : tensor<2x3xf32>
  return
}

// -----

// Right, lower, TRANSPOSE; the other triangle is not read.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[2.0, -3.0, 8.0], [4.0, 2.0, 7.0]]> : tensor<2x3xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, -1.0, 3.0], [2.0, 0.0, 1.0]]> : tensor<2x3xf32>
  return
}

// -----

// Right, upper, NO_TRANSPOSE; the other triangle is not read.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[2.0, 3.0, -1.0], [4.0, 14.0, -1.0]]> : tensor<2x3xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, -1.0, 3.0], [2.0, 0.0, 1.0]]> : tensor<2x3xf32>
  return
}

// -----

// Right, upper, TRANSPOSE; the other triangle is not read.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-8.0, 5.0, 3.0], [3.0, 3.0, 1.0]]> : tensor<2x3xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, -1.0, 3.0], [2.0, 0.0, 1.0]]> : tensor<2x3xf32>
  return
}

// -----

// A diagonal of ones that is not read.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[1.0, 2.0], [0.0, 2.0], [8.0, 7.0]]> : tensor<3x2xf64>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  check.expect_almost_eq_const %result, dense<[[1.0, 2.0], [-1.0, 0.0], [3.0, 1.0]]> : tensor<3x2xf64>
  return
}

// -----

// A diagonal of ones, right, upper, transposed.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf64>
  %b = stablehlo.constant dense<[[-9.0, 8.0, 3.0], [1.0, 3.0, 1.0]]> : tensor<2x3xf64>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %result, dense<[[1.0, -1.0, 3.0], [2.0, 0.0, 1.0]]> : tensor<2x3xf64>
  return
}

// -----

// Complex numbers: the transpose is not conjugated.
func.func @main() {
  %a = stablehlo.constant dense<[[(0.0, 2.0), (9.0, 0.0)], [(1.0, 1.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %b = stablehlo.constant dense<[[(1.0, 3.0)], [(2.0, -1.0)]]> : tensor<2x1xcomplex<f32>>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[[(1.0, 1.0)], [(2.0, -1.0)]]> : tensor<2x1xcomplex<f32>>
  return
}

// -----

// Complex numbers: the adjoint is.
func.func @main() {
  %a = stablehlo.constant dense<[[(0.0, 2.0), (9.0, 0.0)], [(1.0, 1.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %b = stablehlo.constant dense<[[(3.0, -5.0)], [(2.0, -1.0)]]> : tensor<2x1xcomplex<f64>>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[[(1.0, 1.0)], [(2.0, -1.0)]]> : tensor<2x1xcomplex<f64>>
  return
}

// -----

// Complex, right, adjoint, upper.
func.func @main() {
  %a = stablehlo.constant dense<[[(0.0, 2.0), (9.0, 0.0)], [(1.0, 1.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %b = stablehlo.constant dense<[[(20.0, -11.0), (2.0, -1.0)]]> : tensor<1x2xcomplex<f32>>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x2xcomplex<f32>>, tensor<1x2xcomplex<f32>>) -> tensor<1x2xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[[(1.0, 1.0), (2.0, -1.0)]]> : tensor<1x2xcomplex<f32>>
  return
}

// -----

// A batch of two dimensions.
func.func @main() {
  %a = stablehlo.constant dense<[[[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]], [[4.0, 7.0, -1.0], [1.0, 6.0, 3.0], [3.0, -2.0, 3.0]]]]> : tensor<1x2x3x3xf32>
  %b = stablehlo.constant dense<[[[[2.0, 4.0], [-3.0, 2.0], [8.0, 7.0]], [[8.0, 12.0], [2.0, 9.0], [18.0, 13.0]]]]> : tensor<1x2x3x2xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<1x2x3x3xf32>, tensor<1x2x3x2xf32>) -> tensor<1x2x3x2xf32>
  check.expect_almost_eq_const %result, dense<[[[[1.0, 2.0], [-1.0, 0.0], [3.0, 1.0]], [[2.0, 3.0], [0.0, 1.0], [4.0, 2.0]]]]> : tensor<1x2x3x2xf32>
  return
}

// -----

// More matrices than rows.
func.func @main() {
  %a = stablehlo.constant dense<[[[1.0, 9.0], [0.0, 1.0]], [[2.0, 9.0], [1.0, 1.0]], [[3.0, 9.0], [2.0, 1.0]], [[4.0, 9.0], [3.0, 1.0]], [[5.0, 9.0], [4.0, 1.0]]]> : tensor<5x2x2xf32>
  %b = stablehlo.constant dense<[[[0.0], [1.0]], [[3.0], [1.0]], [[8.0], [1.0]], [[15.0], [1.0]], [[24.0], [1.0]]]> : tensor<5x2x1xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<5x2x2xf32>, tensor<5x2x1xf32>) -> tensor<5x2x1xf32>
  check.expect_almost_eq_const %result, dense<[[[0.0], [1.0]], [[1.0], [1.0]], [[2.0], [1.0]], [[3.0], [1.0]], [[4.0], [1.0]]]> : tensor<5x2x1xf32>
  return
}

// -----

// f16 is computed in f32.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf16>
  %b = stablehlo.constant dense<[[2.0, 4.0], [-3.0, 2.0], [8.0, 7.0]]> : tensor<3x2xf16>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf16>, tensor<3x2xf16>) -> tensor<3x2xf16>
  check.expect_almost_eq_const %result, dense<[[1.0, 2.0], [-1.0, 0.0], [3.0, 1.0]]> : tensor<3x2xf16>
  return
}

// -----

// No right-hand side.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 7.0, -1.0], [1.0, 4.0, 3.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<> : tensor<3x0xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x0xf32>) -> tensor<3x0xf32>
  check.expect_almost_eq_const %result, dense<> : tensor<3x0xf32>
  return
}

// -----

// No elements.
func.func @main() {
  %a = stablehlo.constant dense<> : tensor<2x0x0xf32>
  %b = stablehlo.constant dense<> : tensor<2x0x3xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x0x0xf32>, tensor<2x0x3xf32>) -> tensor<2x0x3xf32>
  check.expect_almost_eq_const %result, dense<> : tensor<2x0x3xf32>
  return
}

// -----

// A zero on the diagonal: division by zero.
func.func @main() {
  %a = stablehlo.constant dense<[[0.0, 0.0], [1.0, 1.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[1.0], [1.0]]> : tensor<2x1xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %result, dense<[[0x7F800000], [0xFF800000]]> : tensor<2x1xf32>
  return
}

// -----

// Quantized: dequantized, solved, quantized.
func.func @main() {
  %x = stablehlo.constant dense<[[2.0, 0.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[[4.0], [10.0]]> : tensor<2x1xf32>
  %a = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>
  %b = stablehlo.uniform_quantize %y : (tensor<2x1xf32>) -> tensor<2x1x!quant.uniform<i8:f32, 0.5:1>>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x1x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x1x!quant.uniform<i8:f32, 0.5:1>>
  %floats = stablehlo.uniform_dequantize %result : (tensor<2x1x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x1xf32>
  check.expect_eq_const %floats, dense<[[2.0], [2.0]]> : tensor<2x1xf32>
  return
}
