// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0x7FF0000000000000, 0x7FFFFFFFFFFFFFFF, 0x0000000000000001, 0.0, 65519.0, 65520.0]> : tensor<6xf64>
  %output = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 5 : i32,
    mantissa_bits = 10 : i32
  } : (tensor<6xf64>) -> tensor<6xf64>
  check.expect_eq_const %output, dense<[0x7FF0000000000000, 0x7FFFFFFFFFFFFFFF, 0.0, 0.0, 65504.0, 0x7FF0000000000000]> : tensor<6xf64>
  return
}

func.func @f32() {
  %x = stablehlo.constant dense<[65519.0, 65520.0, 1.0e-6, 0x7FC00000, 1.0009765, -65520.0, -1.0e-6]> : tensor<7xf32>
  %half = stablehlo.reduce_precision %x, format = e5m10 : tensor<7xf32>
  check.expect_eq_const %half, dense<[65504.0, 0x7F800000, 0.0, 0x7FC00000, 1.0009765625, 0xFF800000, -0.0]> : tensor<7xf32>
  %brain = stablehlo.reduce_precision %x, format = e8m7 : tensor<7xf32>
  check.expect_eq_const %brain, dense<[65536.0, 65536.0, 9.98377799987793e-07, 0x7FC00000, 1.0, -65536.0, -9.98377799987793e-07]> : tensor<7xf32>
  %whole = stablehlo.reduce_precision %x, format = e8m23 : tensor<7xf32>
  check.expect_eq %whole, %x : tensor<7xf32>
  %ties = stablehlo.constant dense<[1.125, 1.375, 1.1250001]> : tensor<3xf32>
  %few = stablehlo.reduce_precision %ties, format = e8m2 : tensor<3xf32>
  check.expect_eq_const %few, dense<[1.0, 1.5, 1.25]> : tensor<3xf32>
  %y = stablehlo.constant dense<[1.0, 2.9, 3.1, 0.5]> : tensor<4xf32>
  %powers = stablehlo.reduce_precision %y, format = e8m0 : tensor<4xf32>
  check.expect_eq_const %powers, dense<[1.0, 2.0, 4.0, 0.5]> : tensor<4xf32>
  return
}

func.func @low_precision() {
  %h = stablehlo.constant dense<[1.0009765625, 1.0e-7, 65504.0]> : tensor<3xf16>
  %r = stablehlo.reduce_precision %h, format = e5m7 : tensor<3xf16>
  check.expect_eq_const %r, dense<[1.0, 0.0, 0x7C00]> : tensor<3xf16>
  %b = stablehlo.constant dense<[1.0078125, 1.0e30, -3.0]> : tensor<3xbf16>
  %s = stablehlo.reduce_precision %b, format = e5m2 : tensor<3xbf16>
  check.expect_eq_const %s, dense<[1.0, 0x7F80, -3.0]> : tensor<3xbf16>
  %e = stablehlo.constant dense<[1.25, 448.0]> : tensor<2xf8E4M3FN>
  %t = stablehlo.reduce_precision %e, format = e4m1 : tensor<2xf8E4M3FN>
  check.expect_eq_const %t, dense<[1.0, 0x7F]> : tensor<2xf8E4M3FN>
  return
}

func.func @quantized() {
  %i = stablehlo.constant dense<[5, 9, -7]> : tensor<3xi8>
  %q = stablehlo.bitcast_convert %i : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  %r = stablehlo.reduce_precision %q, format = e8m1 : tensor<3x!quant.uniform<i8:f32, 1.0>>
  %o = stablehlo.bitcast_convert %r : (tensor<3x!quant.uniform<i8:f32, 1.0>>) -> tensor<3xi8>
  check.expect_eq_const %o, dense<[4, 8, -8]> : tensor<3xi8>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<1.1> : tensor<f32>
  %r = stablehlo.reduce_precision %a, format = e5m2 : tensor<f32>
  check.expect_eq_const %r, dense<1.0> : tensor<f32>
  %e = stablehlo.constant dense<> : tensor<0xf32>
  %z = stablehlo.reduce_precision %e, format = e5m2 : tensor<0xf32>
  check.expect_eq %z, %e : tensor<0xf32>
  return
}
