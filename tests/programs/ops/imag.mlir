// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %result = "stablehlo.imag"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[2.0, 4.0]> : tensor<2xf32>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.imag %operand : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[2.0, 4.0]> : tensor<2xf64>
  return
}

func.func @of_real_numbers() {
  %x = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf32>
  %0 = stablehlo.imag %x : tensor<2xf32>
  check.expect_eq_const %0, dense<0.0> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  %1 = stablehlo.imag %y : tensor<2xbf16>
  check.expect_eq_const %1, dense<0.0> : tensor<2xbf16>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %r = stablehlo.imag %a : (tensor<complex<f32>>) -> tensor<f32>
  check.expect_eq_const %r, dense<2.0> : tensor<f32>
  %e = stablehlo.constant dense<> : tensor<0xcomplex<f32>>
  %z = stablehlo.imag %e : (tensor<0xcomplex<f32>>) -> tensor<0xf32>
  check.expect_eq_const %z, dense<> : tensor<0xf32>
  return
}
// -----
// f8E8M0FNU has no zero: converting one to it gives NaN.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf8E8M0FNU>
  %0 = stablehlo.imag %x : tensor<2xf8E8M0FNU>
  check.expect_eq_const %0, dense<0xFF> : tensor<2xf8E8M0FNU>
  return
}
