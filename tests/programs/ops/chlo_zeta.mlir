func.func @f64() {
  %a = stablehlo.constant dense<[2.0, 3.0, 1.5, 4.0, 2.5]> : tensor<5xf64>
  %b = stablehlo.constant dense<[1.0, 2.0, 0.5, 10.0, 3.25]> : tensor<5xf64>
  %r = chlo.zeta %a, %b : tensor<5xf64>, tensor<5xf64> -> tensor<5xf64>
  %e = stablehlo.constant dense<[1.6449340668482264, 0.2020569031595943, 4.776537947554833, 0.00038665021738164474, 0.14333130965938579]> : tensor<5xf64>
  check.expect_close %r, %e, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  return
}

func.func @f32() {
  %a = stablehlo.constant dense<[2.0, 3.0, 1.5, 4.0, 2.5]> : tensor<5xf32>
  %b = stablehlo.constant dense<[1.0, 2.0, 0.5, 10.0, 3.25]> : tensor<5xf32>
  %r = chlo.zeta %a, %b : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
  %e = stablehlo.constant dense<[1.644934, 0.2020569, 4.776538, 0.0003866502, 0.1433313]> : tensor<5xf32>
  check.expect_close %r, %e, max_ulp_difference = 4 : tensor<5xf32>, tensor<5xf32>
  return
}

func.func @bf16() {
  %a = stablehlo.constant dense<[2.0, 3.0, 1.5, 4.0, 2.5]> : tensor<5xbf16>
  %b = stablehlo.constant dense<[1.0, 2.0, 0.5, 1.0e+01, 3.25]> : tensor<5xbf16>
  %r = chlo.zeta %a, %b : tensor<5xbf16>, tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq_const %r, dense<[1.65, 0.202, 4.78, 0.000387, 0.144]> : tensor<5xbf16>
  return
}

func.func @f16() {
  %a = stablehlo.constant dense<[2.0, 3.0, 1.5, 4.0, 2.5]> : tensor<5xf16>
  %b = stablehlo.constant dense<[1.0, 2.0, 0.5, 1.0e+01, 3.25]> : tensor<5xf16>
  %r = chlo.zeta %a, %b : tensor<5xf16>, tensor<5xf16> -> tensor<5xf16>
  check.expect_eq_const %r, dense<[1.645, 0.202, 4.777, 0.0003867, 0.1433]> : tensor<5xf16>
  return
}

// At the poles: infinite for even x, else NaN; NaN below 1.
func.func @poles() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 0.5]> : tensor<4xf32>
  %q = stablehlo.constant dense<[1.0, 0.0, -1.0, 2.0]> : tensor<4xf32>
  %r = chlo.zeta %x, %q : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  check.expect_eq_const %r, dense<[0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %r = chlo.zeta %a, %a : tensor<f32>, tensor<f32> -> tensor<f32>
  %finite = stablehlo.is_finite %r : (tensor<f32>) -> tensor<i1>
  check.expect_eq_const %finite, dense<true> : tensor<i1>
  %e = stablehlo.constant dense<> : tensor<0x2xf32>
  %z = chlo.zeta %e, %e : tensor<0x2xf32>, tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %z, %e : tensor<0x2xf32>
  return
}
