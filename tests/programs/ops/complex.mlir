// The specification's example.
func.func @specification_example() {
  %lhs = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf64>
  %rhs = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  %result = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
  return
}

// Infinite and NaN parts do not spread.
func.func @edges() {
  %lhs = stablehlo.constant dense<[1.0, 0x7F800000, -0.0]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<[0x7FC00000, 2.0, 0xFF800000]> : tensor<3xf32>
  %z = stablehlo.complex %lhs, %rhs : tensor<3xcomplex<f32>>
  %re = stablehlo.real %z : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  check.expect_eq %re, %lhs : tensor<3xf32>
  %im = stablehlo.imag %z : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  check.expect_eq %im, %rhs : tensor<3xf32>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %z = stablehlo.complex %a, %a : tensor<complex<f32>>
  check.expect_eq_const %z, dense<(1.0, 1.0)> : tensor<complex<f32>>
  %e = stablehlo.constant dense<> : tensor<2x0xf64>
  %y = stablehlo.complex %e, %e : tensor<2x0xcomplex<f64>>
  check.expect_eq_const %y, dense<> : tensor<2x0xcomplex<f64>>
  return
}
