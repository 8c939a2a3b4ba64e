// The specification's example.
func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [2.0, 20.0, 26.0], [3.0, 26.0, 70.0]]> : tensor<3x3xf32>
  %result = "stablehlo.cholesky"(%a) {
    lower = true
  } : (tensor<3x3xf32>) -> tensor<3x3xf32>
  check.expect_almost_eq_const %result, dense<[[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]]> : tensor<3x3xf32>
  return
}

// -----

// Upper: the adjoint factor; only the upper triangle is read.
func.func @main() {
  %a = stablehlo.constant dense<[[4.0, 2.0, -2.0], [0.0, 10.0, 5.0], [0.0, 0.0, 6.0]]> : tensor<3x3xf64>
  %result = stablehlo.cholesky %a, lower = false : tensor<3x3xf64>
  check.expect_almost_eq_const %result, dense<[[2.0, 1.0, -1.0], [0.0, 3.0, 2.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>
  return
}

// -----

// Lower: only the lower triangle is read.
func.func @main() {
  %a = stablehlo.constant dense<[[4.0, 99.0, 99.0], [2.0, 10.0, 99.0], [-2.0, 5.0, 6.0]]> : tensor<3x3xf32>
  %result = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  check.expect_almost_eq_const %result, dense<[[2.0, 0.0, 0.0], [1.0, 3.0, 0.0], [-1.0, 2.0, 1.0]]> : tensor<3x3xf32>
  return
}

// -----

// Without the attribute: upper.
func.func @main() {
  %a = stablehlo.constant dense<[[4.0, 2.0, -2.0], [2.0, 10.0, 5.0], [-2.0, 5.0, 6.0]]> : tensor<3x3xf32>
  %result = "stablehlo.cholesky"(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  check.expect_almost_eq_const %result, dense<[[2.0, 1.0, -1.0], [0.0, 3.0, 2.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
  return
}

// -----

// Hermitian matrices.
func.func @main() {
  %a = stablehlo.constant dense<[[(4.0, 0.0), (2.0, 2.0)], [(2.0, -2.0), (11.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %result = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[[(2.0, 0.0), (0.0, 0.0)], [(1.0, -1.0), (3.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  return
}

// -----

// Hermitian, upper.
func.func @main() {
  %a = stablehlo.constant dense<[[(4.0, 0.0), (2.0, 2.0)], [(2.0, -2.0), (11.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %result = stablehlo.cholesky %a, lower = false : tensor<2x2xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[[(2.0, -0.0), (1.0, 1.0)], [(0.0, -0.0), (3.0, -0.0)]]> : tensor<2x2xcomplex<f64>>
  return
}

// -----

// A batch; a matrix that is not positive definite is NaN everywhere, the others are not touched.
func.func @main() {
  %a = stablehlo.constant dense<[[[4.0, 2.0], [2.0, 2.0]], [[1.0, 2.0], [2.0, 1.0]], [[1.0, 0.0], [0.0, 0.0]]]> : tensor<3x2x2xf32>
  %result = stablehlo.cholesky %a, lower = true : tensor<3x2x2xf32>
  check.expect_almost_eq_const %result, dense<[[[2.0, 0.0], [1.0, 1.0]], [[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]], [[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]]]> : tensor<3x2x2xf32>
  return
}

// -----

// One by one, negative.
func.func @main() {
  %a = stablehlo.constant dense<-1.0> : tensor<1x1xf32>
  %result = stablehlo.cholesky %a, lower = true : tensor<1x1xf32>
  check.expect_almost_eq_const %result, dense<[[0x7FC00000]]> : tensor<1x1xf32>
  return
}

// -----

// bf16 is computed in f32.
func.func @main() {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 2.0]]> : tensor<2x2xbf16>
  %result = stablehlo.cholesky %a, lower = true : tensor<2x2xbf16>
  check.expect_almost_eq_const %result, dense<[[2.0, 0.0], [1.0, 1.0]]> : tensor<2x2xbf16>
  return
}

// -----

// No elements.
func.func @main() {
  %a = stablehlo.constant dense<> : tensor<2x0x0xf32>
  %result = stablehlo.cholesky %a, lower = true : tensor<2x0x0xf32>
  check.expect_almost_eq_const %result, dense<> : tensor<2x0x0xf32>
  return
}

// -----

// An empty batch.
func.func @main() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xf64>
  %result = stablehlo.cholesky %a, lower = true : tensor<0x2x2xf64>
  check.expect_almost_eq_const %result, dense<> : tensor<0x2x2xf64>
  return
}

// -----

// Quantized: dequantized, factored, quantized.
func.func @main() {
  %x = stablehlo.constant dense<[[4.0, 2.0], [2.0, 10.0]]> : tensor<2x2xf32>
  %a = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>
  %result = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>
  %floats = stablehlo.uniform_dequantize %result : (tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x2xf32>
  check.expect_eq_const %floats, dense<[[2.0, 0.0], [1.0, 3.0]]> : tensor<2x2xf32>
  return
}
