func.func @f64() {
  %a = stablehlo.constant dense<[0.0, 1.0, 1.0, -1.0, 0x7FF0000000000000, 0x7FF8000000000000, 2.0]> : tensor<7xf64>
  %b = stablehlo.constant dense<[1.0, 2.0, 0.0, 0.0, 0.0, 1.0, 2.0]> : tensor<7xf64>
  %r = chlo.next_after %a, %b : tensor<7xf64>, tensor<7xf64> -> tensor<7xf64>
  check.expect_eq_const %r, dense<[5.0e-324, 1.0000000000000002, 0.9999999999999999, -0.9999999999999999, 1.7976931348623157e+308, 0x7FF8000000000000, 2.0]> : tensor<7xf64>
  return
}

func.func @f32() {
  %a = stablehlo.constant dense<[0.0, 1.0, 1.0, -1.0, 0x7F800000, 0x7FC00000, 2.0]> : tensor<7xf32>
  %b = stablehlo.constant dense<[1.0, 2.0, 0.0, 0.0, 0.0, 1.0, 2.0]> : tensor<7xf32>
  %r = chlo.next_after %a, %b : tensor<7xf32>, tensor<7xf32> -> tensor<7xf32>
  check.expect_eq_const %r, dense<[1.0e-45, 1.0000001, 0.99999994, -0.99999994, 3.4028235e+38, 0x7FC00000, 2.0]> : tensor<7xf32>
  return
}

func.func @bf16() {
  %a = stablehlo.constant dense<[0.0, 1.0, 1.0, -1.0, 0x7F80, 0x7FC0, 2.0]> : tensor<7xbf16>
  %b = stablehlo.constant dense<[1.0, 2.0, 0.0, 0.0, 0.0, 1.0, 2.0]> : tensor<7xbf16>
  %r = chlo.next_after %a, %b : tensor<7xbf16>, tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %r, dense<[9.0e-41, 1.01, 0.996, -0.996, 3.39e+38, 0x7FC0, 2.0]> : tensor<7xbf16>
  return
}

func.func @f16() {
  %a = stablehlo.constant dense<[0.0, 1.0, 1.0, -1.0, 0x7C00, 0x7E00, 2.0]> : tensor<7xf16>
  %b = stablehlo.constant dense<[1.0, 2.0, 0.0, 0.0, 0.0, 1.0, 2.0]> : tensor<7xf16>
  %r = chlo.next_after %a, %b : tensor<7xf16>, tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %r, dense<[6.0e-08, 1.001, 0.9995, -0.9995, 6.55e+04, 0x7E00, 2.0]> : tensor<7xf16>
  return
}

func.func @f8e5m2() {
  %a = stablehlo.constant dense<[0.0, 1.0, 1.0, -1.0, 0x7C, 0x7E, 2.0]> : tensor<7xf8E5M2>
  %b = stablehlo.constant dense<[1.0, 2.0, 0.0, 0.0, 0.0, 1.0, 2.0]> : tensor<7xf8E5M2>
  %r = chlo.next_after %a, %b : tensor<7xf8E5M2>, tensor<7xf8E5M2> -> tensor<7xf8E5M2>
  check.expect_eq_const %r, dense<[2.0e-05, 1.2, 0.9, -0.9, 6.0e+04, 0x7E, 2.0]> : tensor<7xf8E5M2>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %r = chlo.next_after %a, %a : tensor<f32>, tensor<f32> -> tensor<f32>
  %finite = stablehlo.is_finite %r : (tensor<f32>) -> tensor<i1>
  check.expect_eq_const %finite, dense<true> : tensor<i1>
  %e = stablehlo.constant dense<> : tensor<0x2xf32>
  %z = chlo.next_after %e, %e : tensor<0x2xf32>, tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %z, %e : tensor<0x2xf32>
  return
}
