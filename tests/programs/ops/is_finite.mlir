// The specification's example.
func.func @specification_example() {
  %x = stablehlo.constant dense<[0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, -10.0, -0.0, 0.0, 10.0]> : tensor<7xf64>
  %y = "stablehlo.is_finite"(%x) : (tensor<7xf64>) -> tensor<7xi1>
  check.expect_eq_const %y, dense<[false, false, false, true, true, true, true]> : tensor<7xi1>
  return
}

func.func @f32() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 1.0, 0.0]> : tensor<5xf32>
  %y = stablehlo.is_finite %x : (tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %y, dense<[false, false, false, true, true]> : tensor<5xi1>
  return
}

func.func @f16() {
  %x = stablehlo.constant dense<[0x7C00, 0xFC00, 0x7E00, 1.0, 0.0]> : tensor<5xf16>
  %y = stablehlo.is_finite %x : (tensor<5xf16>) -> tensor<5xi1>
  check.expect_eq_const %y, dense<[false, false, false, true, true]> : tensor<5xi1>
  return
}

func.func @bf16() {
  %x = stablehlo.constant dense<[0x7F80, 0xFF80, 0x7FC0, 1.0, 0.0]> : tensor<5xbf16>
  %y = stablehlo.is_finite %x : (tensor<5xbf16>) -> tensor<5xi1>
  check.expect_eq_const %y, dense<[false, false, false, true, true]> : tensor<5xi1>
  return
}

func.func @f8e5m2() {
  %x = stablehlo.constant dense<[0x7C, 0xFC, 0x7E, 1.0, 0.0]> : tensor<5xf8E5M2>
  %y = stablehlo.is_finite %x : (tensor<5xf8E5M2>) -> tensor<5xi1>
  check.expect_eq_const %y, dense<[false, false, false, true, true]> : tensor<5xi1>
  return
}

func.func @types_without_infinity() {
  %x = stablehlo.constant dense<[0x7F, 448.0]> : tensor<2xf8E4M3FN>
  %y = stablehlo.is_finite %x : (tensor<2xf8E4M3FN>) -> tensor<2xi1>
  check.expect_eq_const %y, dense<[false, true]> : tensor<2xi1>
  return
}

func.func @quantized() {
  %stored = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %x = stablehlo.bitcast_convert %stored : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %y = stablehlo.is_finite %x : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi1>
  check.expect_eq_const %y, dense<true> : tensor<2xi1>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<1.0> : tensor<f32>
  %result = stablehlo.is_finite %operand : (tensor<f32>) -> tensor<i1>
  check.expect_eq_const %result, dense<true> : tensor<i1>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.is_finite %operand : (tensor<2x0xf32>) -> tensor<2x0xi1>
  check.expect_eq_const %result, dense<> : tensor<2x0xi1>
  return
}
