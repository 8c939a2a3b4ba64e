func.func @f64() {
  %a = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 1.0]> : tensor<5xf64>
  %b = stablehlo.constant dense<[1.0, 1.0, 0.5, 10.0, 2.5]> : tensor<5xf64>
  %r = chlo.polygamma %a, %b : tensor<5xf64>, tensor<5xf64> -> tensor<5xf64>
  %e = stablehlo.constant dense<[-0.5772156649015329, 1.6449340668482264, -16.82879664423432, 0.0023199013042898686, 0.49035775610023485]> : tensor<5xf64>
  check.expect_close %r, %e, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  return
}

func.func @f32() {
  %a = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 1.0]> : tensor<5xf32>
  %b = stablehlo.constant dense<[1.0, 1.0, 0.5, 10.0, 2.5]> : tensor<5xf32>
  %r = chlo.polygamma %a, %b : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
  %e = stablehlo.constant dense<[-0.5772157, 1.644934, -16.828796, 0.0023199013, 0.49035776]> : tensor<5xf32>
  check.expect_close %r, %e, max_ulp_difference = 4 : tensor<5xf32>, tensor<5xf32>
  return
}

func.func @bf16() {
  %a = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 1.0]> : tensor<5xbf16>
  %b = stablehlo.constant dense<[1.0, 1.0, 0.5, 1.0e+01, 2.5]> : tensor<5xbf16>
  %r = chlo.polygamma %a, %b : tensor<5xbf16>, tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq_const %r, dense<[-0.58, 1.65, -16.9, 0.00232, 0.49]> : tensor<5xbf16>
  return
}

func.func @f16() {
  %a = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 1.0]> : tensor<5xf16>
  %b = stablehlo.constant dense<[1.0, 1.0, 0.5, 1.0e+01, 2.5]> : tensor<5xf16>
  %r = chlo.polygamma %a, %b : tensor<5xf16>, tensor<5xf16> -> tensor<5xf16>
  check.expect_eq_const %r, dense<[-0.577, 1.645, -16.83, 0.00232, 0.4905]> : tensor<5xf16>
  return
}

func.func @not_an_order() {
  %n = stablehlo.constant dense<[-1.0, 0.5]> : tensor<2xf32>
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  %r = chlo.polygamma %n, %x : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  check.expect_eq_const %r, dense<0x7FC00000> : tensor<2xf32>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %r = chlo.polygamma %a, %a : tensor<f32>, tensor<f32> -> tensor<f32>
  %finite = stablehlo.is_finite %r : (tensor<f32>) -> tensor<i1>
  check.expect_eq_const %finite, dense<true> : tensor<i1>
  %e = stablehlo.constant dense<> : tensor<0x2xf32>
  %z = chlo.polygamma %e, %e : tensor<0x2xf32>, tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %z, %e : tensor<0x2xf32>
  return
}
