// No more lengths than dimensions.
func.func @main(%operand: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{fft.C1}} "[4, 4]"
  %0 = stablehlo.fft %operand, type = FFT, length = [4, 4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// FFT takes complex numbers.
func.func @main(%operand: tensor<4xf32>) {
  // expected-error@+1 {{fft.C2}} "%operand"
  %0 = stablehlo.fft %operand, type = FFT, length = [4] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// RFFT takes floats.
func.func @main(%operand: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{fft.C2}} "%operand"
  %0 = stablehlo.fft %operand, type = RFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// RFFT gives complex numbers of the same width.
func.func @main(%operand: tensor<4xf32>) {
  // expected-error@+1 {{fft.C2}} "tensor<3xcomplex<f64>>"
  %0 = stablehlo.fft %operand, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f64>>
  return
}

// -----

// IRFFT gives floats.
func.func @main(%operand: tensor<3xcomplex<f32>>) {
  // expected-error@+1 {{fft.C2}} "tensor<4xcomplex<f32>>"
  %0 = stablehlo.fft %operand, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// 16-bit floats have no complex type.
func.func @main(%operand: tensor<4xf16>) {
  // expected-error@+1 {{fft.C2}} "%operand"
  %0 = stablehlo.fft %operand, type = RFFT, length = [4] : (tensor<4xf16>) -> tensor<3xcomplex<f32>>
  return
}

// -----

// One length at least.
func.func @main(%operand: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{fft.C3}} "[]"
  %0 = stablehlo.fft %operand, type = FFT, length = [] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// Three lengths at most.
func.func @main(%operand: tensor<2x2x2x2xcomplex<f32>>) {
  // expected-error@+1 {{fft.C3}} "[2, 2, 2, 2]"
  %0 = stablehlo.fft %operand, type = FFT, length = [2, 2, 2, 2] : (tensor<2x2x2x2xcomplex<f32>>) -> tensor<2x2x2x2xcomplex<f32>>
  return
}

// -----

// The lengths of a real operand.
func.func @main(%operand: tensor<5xf32>) {
  // expected-error@+1 {{fft.C4}} "%operand"
  %0 = stablehlo.fft %operand, type = RFFT, length = [4] : (tensor<5xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

// The lengths of a real result.
func.func @main(%operand: tensor<3xcomplex<f32>>) {
  // expected-error@+1 {{fft.C4}} "tensor<5xf32>"
  %0 = stablehlo.fft %operand, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<5xf32>
  return
}

// -----

// The outer lengths of a real result.
func.func @main(%operand: tensor<3x3xcomplex<f32>>) {
  // expected-error@+1 {{fft.C4}} "tensor<3x4xf32>"
  %0 = stablehlo.fft %operand, type = IRFFT, length = [2, 4] : (tensor<3x3xcomplex<f32>>) -> tensor<3x4xf32>
  return
}

// -----

// The shape stays.
func.func @main(%operand: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{fft.C5}} "tensor<3xcomplex<f32>>"
  %0 = stablehlo.fft %operand, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return
}

// -----

// RFFT keeps a half.
func.func @main(%operand: tensor<4xf32>) {
  // expected-error@+1 {{fft.C5}} "tensor<4xcomplex<f32>>"
  %0 = stablehlo.fft %operand, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// IRFFT takes a half.
func.func @main(%operand: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{fft.C5}} "%operand"
  %0 = stablehlo.fft %operand, type = IRFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
