func.func @f64() {
  %x = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.0, -0.0]> : tensor<5xf64>
  %y = chlo.is_inf %x : tensor<5xf64> -> tensor<5xi1>
  check.expect_eq_const %y, dense<[true, true, false, false, false]> : tensor<5xi1>
  return
}

func.func @f32() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 1.0, -0.0]> : tensor<5xf32>
  %y = chlo.is_inf %x : tensor<5xf32> -> tensor<5xi1>
  check.expect_eq_const %y, dense<[true, true, false, false, false]> : tensor<5xi1>
  return
}

func.func @bf16() {
  %x = stablehlo.constant dense<[0x7F80, 0xFF80, 0x7FC0, 1.0, -0.0]> : tensor<5xbf16>
  %y = chlo.is_inf %x : tensor<5xbf16> -> tensor<5xi1>
  check.expect_eq_const %y, dense<[true, true, false, false, false]> : tensor<5xi1>
  return
}

func.func @f16() {
  %x = stablehlo.constant dense<[0x7C00, 0xFC00, 0x7E00, 1.0, -0.0]> : tensor<5xf16>
  %y = chlo.is_inf %x : tensor<5xf16> -> tensor<5xi1>
  check.expect_eq_const %y, dense<[true, true, false, false, false]> : tensor<5xi1>
  return
}

func.func @f8e5m2() {
  %x = stablehlo.constant dense<[0x7C, 0xFC, 0x7E, 1.0, -0.0]> : tensor<5xf8E5M2>
  %y = chlo.is_inf %x : tensor<5xf8E5M2> -> tensor<5xi1>
  check.expect_eq_const %y, dense<[true, true, false, false, false]> : tensor<5xi1>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r = chlo.is_inf %a : tensor<f32> -> tensor<i1>
  check.expect_eq_const %r, dense<true> : tensor<i1>
  %e = stablehlo.constant dense<> : tensor<0xf32>
  %z = chlo.is_inf %e : tensor<0xf32> -> tensor<0xi1>
  check.expect_eq_const %z, dense<> : tensor<0xi1>
  return
}
