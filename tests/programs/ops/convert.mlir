// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[-1, 0, 1]> : tensor<3xi64>
  %result = "stablehlo.convert"(%operand) : (tensor<3xi64>) -> tensor<3xcomplex<f64>>
  check.expect_eq_const %result, dense<[(-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)]> : tensor<3xcomplex<f64>>
  return
}

// Floats to integers: clamped, without the fraction, 0 for NaN.
func.func @f32_to_i8() {
  %operand = stablehlo.constant dense<[1.0e10, -1.0e10, 0x7FC00000, 0x7F800000, 0xFF800000, 3.99, -3.99, 255.5]> : tensor<8xf32>
  %result = stablehlo.convert %operand : (tensor<8xf32>) -> tensor<8xi8>
  check.expect_eq_const %result, dense<[127, -128, 0, 127, -128, 3, -3, 127]> : tensor<8xi8>
  return
}

func.func @f32_to_ui8() {
  %operand = stablehlo.constant dense<[1.0e10, -1.0e10, 0x7FC00000, 0x7F800000, 0xFF800000, 3.99, -3.99, 255.5]> : tensor<8xf32>
  %result = stablehlo.convert %operand : (tensor<8xf32>) -> tensor<8xui8>
  check.expect_eq_const %result, dense<[255, 0, 0, 255, 0, 3, 0, 255]> : tensor<8xui8>
  return
}

func.func @f32_to_i32() {
  %operand = stablehlo.constant dense<[1.0e10, -1.0e10, 0x7FC00000, 0x7F800000, 0xFF800000, 3.99, -3.99, 255.5]> : tensor<8xf32>
  %result = stablehlo.convert %operand : (tensor<8xf32>) -> tensor<8xi32>
  check.expect_eq_const %result, dense<[2147483647, -2147483648, 0, 2147483647, -2147483648, 3, -3, 255]> : tensor<8xi32>
  return
}

func.func @f32_to_ui32() {
  %operand = stablehlo.constant dense<[1.0e10, -1.0e10, 0x7FC00000, 0x7F800000, 0xFF800000, 3.99, -3.99, 255.5]> : tensor<8xf32>
  %result = stablehlo.convert %operand : (tensor<8xf32>) -> tensor<8xui32>
  check.expect_eq_const %result, dense<[4294967295, 0, 0, 4294967295, 0, 3, 0, 255]> : tensor<8xui32>
  return
}

func.func @f32_to_i64() {
  %operand = stablehlo.constant dense<[1.0e10, -1.0e10, 0x7FC00000, 0x7F800000, 0xFF800000, 3.99, -3.99, 255.5]> : tensor<8xf32>
  %result = stablehlo.convert %operand : (tensor<8xf32>) -> tensor<8xi64>
  check.expect_eq_const %result, dense<[10000000000, -10000000000, 0, 9223372036854775807, -9223372036854775808, 3, -3, 255]> : tensor<8xi64>
  return
}

func.func @f32_to_ui64() {
  %operand = stablehlo.constant dense<[1.0e20, -1.0, 1.0e19, 0x7FC00000]> : tensor<4xf32>
  %result = stablehlo.convert %operand : (tensor<4xf32>) -> tensor<4xui64>
  check.expect_eq_const %result, dense<[18446744073709551615, 0, 9999999980506447872, 0]> : tensor<4xui64>
  return
}

func.func @f32_to_i4() {
  %operand = stablehlo.constant dense<[1.0e10, -1.0e10, 0x7FC00000, 0x7F800000, 0xFF800000, 3.99, -3.99, 255.5]> : tensor<8xf32>
  %result = stablehlo.convert %operand : (tensor<8xf32>) -> tensor<8xi4>
  check.expect_eq_const %result, dense<[7, -8, 0, 7, -8, 3, -3, 7]> : tensor<8xi4>
  return
}

func.func @f32_to_ui2() {
  %operand = stablehlo.constant dense<[1.0e10, -1.0e10, 0x7FC00000, 0x7F800000, 0xFF800000, 3.99, -3.99, 255.5]> : tensor<8xf32>
  %result = stablehlo.convert %operand : (tensor<8xf32>) -> tensor<8xui2>
  check.expect_eq_const %result, dense<[3, 0, 0, 3, 0, 3, 0, 3]> : tensor<8xui2>
  return
}

func.func @bf16_to_i16() {
  %operand = stablehlo.constant dense<[1.0e6, -1.0e6, 0x7FC0, 2.5]> : tensor<4xbf16>
  %result = stablehlo.convert %operand : (tensor<4xbf16>) -> tensor<4xi16>
  check.expect_eq_const %result, dense<[32767, -32768, 0, 2]> : tensor<4xi16>
  return
}

func.func @f8_to_i4() {
  %operand = stablehlo.constant dense<[448.0, -448.0, 0x7F, -2.5]> : tensor<4xf8E4M3FN>
  %result = stablehlo.convert %operand : (tensor<4xf8E4M3FN>) -> tensor<4xi4>
  check.expect_eq_const %result, dense<[7, -8, 0, -2]> : tensor<4xi4>
  return
}

// Anything but 0 is true.
func.func @f32_to_i1() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0.1, 0x7FC00000, -3.0]> : tensor<5xf32>
  %result = stablehlo.convert %operand : (tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %result, dense<[false, false, true, true, true]> : tensor<5xi1>
  return
}

func.func @i32_to_i1() {
  %operand = stablehlo.constant dense<[0, 2, -256]> : tensor<3xi32>
  %result = stablehlo.convert %operand : (tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[false, true, true]> : tensor<3xi1>
  return
}

func.func @i1_to_f16() {
  %operand = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xf16>
  check.expect_eq_const %result, dense<[1.0, 0.0]> : tensor<2xf16>
  return
}

func.func @i1_to_ui4() {
  %operand = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xui4>
  check.expect_eq_const %result, dense<[1, 0]> : tensor<2xui4>
  return
}

// Integers wrap.
func.func @i32_to_i8() {
  %operand = stablehlo.constant dense<[200, -200, 127, 256]> : tensor<4xi32>
  %result = stablehlo.convert %operand : (tensor<4xi32>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-56, 56, 127, 0]> : tensor<4xi8>
  return
}

func.func @i8_to_ui8() {
  %operand = stablehlo.constant dense<[-1, 5]> : tensor<2xi8>
  %result = stablehlo.convert %operand : (tensor<2xi8>) -> tensor<2xui8>
  check.expect_eq_const %result, dense<[255, 5]> : tensor<2xui8>
  return
}

func.func @i32_to_i4() {
  %operand = stablehlo.constant dense<[9, -9, 7, 16]> : tensor<4xi32>
  %result = stablehlo.convert %operand : (tensor<4xi32>) -> tensor<4xi4>
  check.expect_eq_const %result, dense<[-7, 7, 7, 0]> : tensor<4xi4>
  return
}

func.func @i4_to_i64() {
  %operand = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %result = stablehlo.convert %operand : (tensor<2xi4>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[-8, 7]> : tensor<2xi64>
  return
}

func.func @ui64_to_i2() {
  %operand = stablehlo.constant dense<[18446744073709551615, 2]> : tensor<2xui64>
  %result = stablehlo.convert %operand : (tensor<2xui64>) -> tensor<2xi2>
  check.expect_eq_const %result, dense<[-1, -2]> : tensor<2xi2>
  return
}

// Floats round once, to nearest even.
func.func @f32_to_f16() {
  %operand = stablehlo.constant dense<[65520.0, 65519.0, 9.99999993922529e-9, 5.99999978589949e-8]> : tensor<4xf32>
  %result = stablehlo.convert %operand : (tensor<4xf32>) -> tensor<4xf16>
  check.expect_eq_const %result, dense<[0x7C00, 65504.0, 0.0, 5.960464477539063e-8]> : tensor<4xf16>
  return
}

func.func @f32_to_bf16() {
  %operand = stablehlo.constant dense<[1.00390625, 1.01171875, 0x7FC00000]> : tensor<3xf32>
  %result = stablehlo.convert %operand : (tensor<3xf32>) -> tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.0, 1.015625, 0x7FC0]> : tensor<3xbf16>
  return
}

func.func @f32_to_f8e4m3fn() {
  %operand = stablehlo.constant dense<[448.0, 464.0, 465.0, 480.0, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.convert %operand : (tensor<5xf32>) -> tensor<5xf8E4M3FN>
  check.expect_eq_const %result, dense<[448.0, 448.0, 0x7F, 0x7F, 0x7F]> : tensor<5xf8E4M3FN>
  return
}

func.func @f32_to_f8e5m2() {
  %operand = stablehlo.constant dense<[57344.0, 61440.0, 65536.0, 0x7FC00000]> : tensor<4xf32>
  %result = stablehlo.convert %operand : (tensor<4xf32>) -> tensor<4xf8E5M2>
  check.expect_eq_const %result, dense<[57344.0, 0x7C, 0x7C, 0x7E]> : tensor<4xf8E5M2>
  return
}

func.func @f32_to_f8e4m3fnuz() {
  %operand = stablehlo.constant dense<[240.0, 250.0, 100000.0, -0.0]> : tensor<4xf32>
  %result = stablehlo.convert %operand : (tensor<4xf32>) -> tensor<4xf8E4M3FNUZ>
  check.expect_eq_const %result, dense<[240.0, 0x80, 0x80, 0.0]> : tensor<4xf8E4M3FNUZ>
  return
}

// By way of f32 these would round to even.
func.func @f64_to_bf16() {
  %operand = stablehlo.constant dense<[1.00390625000001, 1.00390625, 1.01171874999999]> : tensor<3xf64>
  %result = stablehlo.convert %operand : (tensor<3xf64>) -> tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.0078125, 1.0, 1.0078125]> : tensor<3xbf16>
  return
}

func.func @f64_to_f8() {
  %operand = stablehlo.constant dense<[1.0625000000000002, 1.0625]> : tensor<2xf64>
  %result = stablehlo.convert %operand : (tensor<2xf64>) -> tensor<2xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.125, 1.0]> : tensor<2xf8E4M3FN>
  return
}

func.func @i64_to_bf16() {
  %operand = stablehlo.constant dense<[282574488338433, 282574488338432]> : tensor<2xi64>
  %result = stablehlo.convert %operand : (tensor<2xi64>) -> tensor<2xbf16>
  check.expect_eq_const %result, dense<[283673999966208.0, 281474976710656.0]> : tensor<2xbf16>
  return
}

func.func @ui64_to_f32() {
  %operand = stablehlo.constant dense<[18446744073709551615, 16777217]> : tensor<2xui64>
  %result = stablehlo.convert %operand : (tensor<2xui64>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[18446744073709551616.0, 16777216.0]> : tensor<2xf32>
  return
}

func.func @bf16_to_f8() {
  %operand = stablehlo.constant dense<[0.3125, 100.0]> : tensor<2xbf16>
  %result = stablehlo.convert %operand : (tensor<2xbf16>) -> tensor<2xf8E5M2>
  check.expect_eq_const %result, dense<[0.3125, 96.0]> : tensor<2xf8E5M2>
  return
}

func.func @f16_to_f64() {
  %operand = stablehlo.constant dense<[5.960464477539063e-8, 65504.0]> : tensor<2xf16>
  %result = stablehlo.convert %operand : (tensor<2xf16>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[5.9604644775390625e-8, 65504.0]> : tensor<2xf64>
  return
}

func.func @f4_f6_e8m0() {
  %operand = stablehlo.constant dense<[2.5, -3.0, 0.25]> : tensor<3xf32>
  %result = stablehlo.convert %operand : (tensor<3xf32>) -> tensor<3xf4E2M1FN>
  check.expect_eq_const %result, dense<[2.0, -3.0, 0.0]> : tensor<3xf4E2M1FN>
  return
}

func.func @f32_to_f6() {
  %operand = stablehlo.constant dense<[2.5, -3.3, 30.0]> : tensor<3xf32>
  %result = stablehlo.convert %operand : (tensor<3xf32>) -> tensor<3xf6E3M2FN>
  check.expect_eq_const %result, dense<[2.5, -3.5, 28.0]> : tensor<3xf6E3M2FN>
  return
}

func.func @f32_to_e8m0() {
  %operand = stablehlo.constant dense<[2.0, 0.125]> : tensor<2xf32>
  %result = stablehlo.convert %operand : (tensor<2xf32>) -> tensor<2xf8E8M0FNU>
  check.expect_eq_const %result, dense<[2.0, 0.125]> : tensor<2xf8E8M0FNU>
  return
}

// The imaginary part is dropped.
func.func @complex_to_real() {
  %operand = stablehlo.constant dense<[(3.7, -2.0), (-1.0e10, 5.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<2xcomplex<f64>>) -> tensor<2xi8>
  check.expect_eq_const %result, dense<[3, -128]> : tensor<2xi8>
  return
}

func.func @complex_to_complex() {
  %operand = stablehlo.constant dense<[(0.5, -2.0), (1.0e300, 5.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0.5, -2.0), (0x7F800000, 5.0)]> : tensor<2xcomplex<f32>>
  return
}

func.func @f8_to_complex() {
  %operand = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E5M2>
  %result = stablehlo.convert %operand : (tensor<2xf8E5M2>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(1.5, 0.0), (-2.0, 0.0)]> : tensor<2xcomplex<f32>>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<2.5> : tensor<f32>
  %r = stablehlo.convert %a : (tensor<f32>) -> tensor<i8>
  check.expect_eq_const %r, dense<2> : tensor<i8>
  %e = stablehlo.constant dense<> : tensor<3x0xf32>
  %z = stablehlo.convert %e : (tensor<3x0xf32>) -> tensor<3x0xbf16>
  check.expect_eq_const %z, dense<> : tensor<3x0xbf16>
  %same = stablehlo.convert %a : tensor<f32>
  check.expect_eq %same, %a : tensor<f32>
  return
}
