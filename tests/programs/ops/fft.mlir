// The specification's example, and its pretty form.
func.func @main() {
  %operand = stablehlo.constant dense<[(1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<4xcomplex<f32>>
  %result = "stablehlo.fft"(%operand) {
    fft_type = #stablehlo<fft_type FFT>,
    fft_length = dense<4> : tensor<1xi64>
  } : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %result, dense<[(1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0)]> : tensor<4xcomplex<f32>>
  %0 = stablehlo.fft %operand, type = IFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %0, dense<[(0.25, 0.0), (0.25, 0.0), (0.25, 0.0), (0.25, 0.0)]> : tensor<4xcomplex<f32>>
  return
}

// -----

// FFT of the last dimension of a batch.
func.func @main() {
  %operand = stablehlo.constant dense<[[(1.0, 3.0), (2.0, -3.0), (-3.0, -2.0), (2.0, -1.0)], [(0.0, 0.0), (0.0, -1.0), (1.0, -3.0), (-1.0, -3.0)]]> : tensor<2x4xcomplex<f32>>
  %result = stablehlo.fft %operand, type = FFT, length = [4] : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[[(2.0, -3.0), (2.0, 5.0), (-6.0, 5.0), (6.0, 5.0)], [(0.0, -7.0), (1.0, 2.0), (2.0, 1.0), (-3.0, 4.0)]]> : tensor<2x4xcomplex<f32>>
  return
}

// -----

// IFFT divides.
func.func @main() {
  %operand = stablehlo.constant dense<[[(1.0, 3.0), (2.0, -3.0), (-3.0, -2.0), (2.0, -1.0)], [(0.0, 0.0), (0.0, -1.0), (1.0, -3.0), (-1.0, -3.0)]]> : tensor<2x4xcomplex<f64>>
  %result = stablehlo.fft %operand, type = IFFT, length = [4] : (tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[[(0.5, -0.75), (1.5, 1.25), (-1.5, 1.25), (0.5, 1.25)], [(0.0, -1.75), (-0.75, 1.0), (0.5, 0.25), (0.25, 0.5)]]> : tensor<2x4xcomplex<f64>>
  return
}

// -----

// FFT of two dimensions.
func.func @main() {
  %operand = stablehlo.constant dense<[[(1.0, 3.0), (2.0, -3.0), (-3.0, -2.0), (2.0, -1.0)], [(0.0, 0.0), (0.0, -1.0), (1.0, -3.0), (-1.0, -3.0)]]> : tensor<2x4xcomplex<f32>>
  %result = stablehlo.fft %operand, type = FFT, length = [2, 4] : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[[(2.0, -10.0), (3.0, 7.0), (-4.0, 6.0), (3.0, 9.0)], [(2.0, 4.0), (1.0, 3.0), (-8.0, 4.0), (9.0, 1.0)]]> : tensor<2x4xcomplex<f32>>
  return
}

// -----

// FFT of three dimensions of four.
func.func @main() {
  %operand = stablehlo.constant dense<[[[[(-3.0, -3.0), (-3.0, -1.0), (-2.0, 1.0), (3.0, 0.0)], [(-2.0, 1.0), (1.0, 1.0), (2.0, 1.0), (-2.0, -3.0)]]], [[[(-2.0, 3.0), (0.0, 0.0), (-2.0, 3.0), (3.0, -2.0)], [(-2.0, -1.0), (3.0, 3.0), (2.0, -2.0), (2.0, -3.0)]]]]> : tensor<2x1x2x4xcomplex<f64>>
  %result = stablehlo.fft %operand, type = FFT, length = [1, 2, 4] : (tensor<2x1x2x4xcomplex<f64>>) -> tensor<2x1x2x4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[[[[(-6.0, -3.0), (-2.0, -1.0), (-4.0, 3.0), (-8.0, -7.0)], [(-4.0, -3.0), (-2.0, 5.0), (-6.0, -5.0), (8.0, -13.0)]]], [[[(4.0, 1.0), (4.0, 3.0), (-12.0, 5.0), (-12.0, -1.0)], [(-6.0, 7.0), (0.0, 3.0), (-2.0, 11.0), (8.0, -5.0)]]]]> : tensor<2x1x2x4xcomplex<f64>>
  return
}

// -----

// IFFT of three dimensions.
func.func @main() {
  %operand = stablehlo.constant dense<[[[(-3.0, -3.0), (-3.0, -1.0), (-2.0, 1.0), (3.0, 0.0)], [(-2.0, 1.0), (1.0, 1.0), (2.0, 1.0), (-2.0, -3.0)]]]> : tensor<1x2x4xcomplex<f32>>
  %result = stablehlo.fft %operand, type = IFFT, length = [1, 2, 4] : (tensor<1x2x4xcomplex<f32>>) -> tensor<1x2x4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[[[(-0.75, -0.375), (-1.0, -0.875), (-0.5, 0.375), (-0.25, -0.125)], [(-0.5, -0.375), (1.0, -1.625), (-0.75, -0.625), (-0.25, 0.625)]]]> : tensor<1x2x4xcomplex<f32>>
  return
}

// -----

// RFFT keeps the first half.
func.func @main() {
  %operand = stablehlo.constant dense<[[-1.0, 1.0, -3.0, 3.0], [-1.0, -2.0, 0.0, 3.0]]> : tensor<2x4xf32>
  %result = stablehlo.fft %operand, type = RFFT, length = [4] : (tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[[(0.0, 0.0), (2.0, 2.0), (-8.0, 0.0)], [(0.0, 0.0), (-1.0, 5.0), (-2.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

// -----

// RFFT of two dimensions, f64.
func.func @main() {
  %operand = stablehlo.constant dense<[[-1.0, 1.0, -3.0, 3.0], [-1.0, -2.0, 0.0, 3.0]]> : tensor<2x4xf64>
  %result = stablehlo.fft %operand, type = RFFT, length = [2, 4] : (tensor<2x4xf64>) -> tensor<2x3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[[(0.0, 0.0), (1.0, 7.0), (-10.0, 0.0)], [(0.0, 0.0), (3.0, -3.0), (-6.0, 0.0)]]> : tensor<2x3xcomplex<f64>>
  return
}

// -----

// RFFT of an odd length.
func.func @main() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %result = stablehlo.fft %operand, type = RFFT, length = [3] : (tensor<3xf64>) -> tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(6.0, 0.0), (-1.5, 0.8660254037844386)]> : tensor<2xcomplex<f64>>
  return
}

// -----

// IRFFT is its inverse.
func.func @main() {
  %operand = stablehlo.constant dense<[[(0.0, 0.0), (2.0, 2.0), (-8.0, 0.0)], [(0.0, 0.0), (-1.0, 5.0), (-2.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %result = stablehlo.fft %operand, type = IRFFT, length = [4] : (tensor<2x3xcomplex<f32>>) -> tensor<2x4xf32>
  check.expect_almost_eq_const %result, dense<[[-1.0, 1.0, -3.0, 3.0], [-1.0, -2.0, 0.0, 3.0]]> : tensor<2x4xf32>
  return
}

// -----

// IRFFT of two dimensions, f64.
func.func @main() {
  %operand = stablehlo.constant dense<[[(0.0, 0.0), (1.0, 7.0), (-10.0, 0.0)], [(0.0, 0.0), (3.0, -3.0), (-6.0, 0.0)]]> : tensor<2x3xcomplex<f64>>
  %result = stablehlo.fft %operand, type = IRFFT, length = [2, 4] : (tensor<2x3xcomplex<f64>>) -> tensor<2x4xf64>
  check.expect_almost_eq_const %result, dense<[[-1.0, 1.0, -3.0, 3.0], [-1.0, -2.0, 0.0, 3.0]]> : tensor<2x4xf64>
  return
}

// -----

// IRFFT of length 2 takes the real part of both ends.
func.func @main() {
  %operand = stablehlo.constant dense<[(3.0, 5.0), (1.0, -2.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.fft %operand, type = IRFFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[2.0, 1.0]> : tensor<2xf32>
  return
}

// -----

// IRFFT to an odd length.
func.func @main() {
  %operand = stablehlo.constant dense<[(6.0, 0.0), (-1.5, 0.8660254037844386)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.fft %operand, type = IRFFT, length = [3] : (tensor<2xcomplex<f64>>) -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  return
}

// -----

// A transform of one element.
func.func @main() {
  %operand = stablehlo.constant dense<[(2.0, -1.0)]> : tensor<1xcomplex<f32>>
  %result = stablehlo.fft %operand, type = FFT, length = [1] : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(2.0, -1.0)]> : tensor<1xcomplex<f32>>
  return
}

// -----

// An empty batch.
func.func @main() {
  %operand = stablehlo.constant dense<> : tensor<0x4xcomplex<f32>>
  %result = stablehlo.fft %operand, type = FFT, length = [4] : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<> : tensor<0x4xcomplex<f32>>
  return
}

// -----

// Nothing to transform.
func.func @main() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.fft %operand, type = RFFT, length = [0] : (tensor<2x0xf32>) -> tensor<2x0xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<> : tensor<2x0xcomplex<f32>>
  return
}

// -----

// Nothing to transform back.
func.func @main() {
  %operand = stablehlo.constant dense<> : tensor<2x0xcomplex<f32>>
  %result = stablehlo.fft %operand, type = IRFFT, length = [0] : (tensor<2x0xcomplex<f32>>) -> tensor<2x0xf32>
  check.expect_almost_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
