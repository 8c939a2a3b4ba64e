// The specification's example.
func.func @specification_example() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[6, 8], [10, 12]]> : tensor<2x2xi32>
  return
}

func.func @i1() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.add %lhs, %rhs : tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, true]> : tensor<4xi1>
  return
}

func.func @i2() {
  %lhs = stablehlo.constant dense<[-2, 1, -2, 1, -2, 1, 1, -2]> : tensor<8xi2>
  %rhs = stablehlo.constant dense<[1, 1, -2, 1, 1, 1, -1, -1]> : tensor<8xi2>
  %result = stablehlo.add %lhs, %rhs : tensor<8xi2>
  check.expect_eq_const %result, dense<[-1, -2, 0, -2, -1, -2, 0, 1]> : tensor<8xi2>
  return
}

func.func @ui2() {
  %lhs = stablehlo.constant dense<[0, 3, 0, 3, 0, 1]> : tensor<6xui2>
  %rhs = stablehlo.constant dense<[3, 3, 0, 1, 1, 3]> : tensor<6xui2>
  %result = stablehlo.add %lhs, %rhs : tensor<6xui2>
  check.expect_eq_const %result, dense<[3, 2, 0, 0, 1, 0]> : tensor<6xui2>
  return
}

func.func @i4() {
  %lhs = stablehlo.constant dense<[-8, 7, -8, 7, -8, 1, 7, -8]> : tensor<8xi4>
  %rhs = stablehlo.constant dense<[7, 7, -8, 1, 1, 7, -1, -1]> : tensor<8xi4>
  %result = stablehlo.add %lhs, %rhs : tensor<8xi4>
  check.expect_eq_const %result, dense<[-1, -2, 0, -8, -7, -8, 6, 7]> : tensor<8xi4>
  return
}

func.func @ui4() {
  %lhs = stablehlo.constant dense<[0, 15, 0, 15, 0, 1]> : tensor<6xui4>
  %rhs = stablehlo.constant dense<[15, 15, 0, 1, 1, 15]> : tensor<6xui4>
  %result = stablehlo.add %lhs, %rhs : tensor<6xui4>
  check.expect_eq_const %result, dense<[15, 14, 0, 0, 1, 0]> : tensor<6xui4>
  return
}

func.func @i8() {
  %lhs = stablehlo.constant dense<[-128, 127, -128, 127, -128, 1, 127, -128]> : tensor<8xi8>
  %rhs = stablehlo.constant dense<[127, 127, -128, 1, 1, 127, -1, -1]> : tensor<8xi8>
  %result = stablehlo.add %lhs, %rhs : tensor<8xi8>
  check.expect_eq_const %result, dense<[-1, -2, 0, -128, -127, -128, 126, 127]> : tensor<8xi8>
  return
}

func.func @ui8() {
  %lhs = stablehlo.constant dense<[0, 255, 0, 255, 0, 1]> : tensor<6xui8>
  %rhs = stablehlo.constant dense<[255, 255, 0, 1, 1, 255]> : tensor<6xui8>
  %result = stablehlo.add %lhs, %rhs : tensor<6xui8>
  check.expect_eq_const %result, dense<[255, 254, 0, 0, 1, 0]> : tensor<6xui8>
  return
}

func.func @i16() {
  %lhs = stablehlo.constant dense<[-32768, 32767, -32768, 32767, -32768, 1, 32767, -32768]> : tensor<8xi16>
  %rhs = stablehlo.constant dense<[32767, 32767, -32768, 1, 1, 32767, -1, -1]> : tensor<8xi16>
  %result = stablehlo.add %lhs, %rhs : tensor<8xi16>
  check.expect_eq_const %result, dense<[-1, -2, 0, -32768, -32767, -32768, 32766, 32767]> : tensor<8xi16>
  return
}

func.func @ui16() {
  %lhs = stablehlo.constant dense<[0, 65535, 0, 65535, 0, 1]> : tensor<6xui16>
  %rhs = stablehlo.constant dense<[65535, 65535, 0, 1, 1, 65535]> : tensor<6xui16>
  %result = stablehlo.add %lhs, %rhs : tensor<6xui16>
  check.expect_eq_const %result, dense<[65535, 65534, 0, 0, 1, 0]> : tensor<6xui16>
  return
}

func.func @i32() {
  %lhs = stablehlo.constant dense<[-2147483648, 2147483647, -2147483648, 2147483647, -2147483648, 1, 2147483647, -2147483648]> : tensor<8xi32>
  %rhs = stablehlo.constant dense<[2147483647, 2147483647, -2147483648, 1, 1, 2147483647, -1, -1]> : tensor<8xi32>
  %result = stablehlo.add %lhs, %rhs : tensor<8xi32>
  check.expect_eq_const %result, dense<[-1, -2, 0, -2147483648, -2147483647, -2147483648, 2147483646, 2147483647]> : tensor<8xi32>
  return
}

func.func @ui32() {
  %lhs = stablehlo.constant dense<[0, 4294967295, 0, 4294967295, 0, 1]> : tensor<6xui32>
  %rhs = stablehlo.constant dense<[4294967295, 4294967295, 0, 1, 1, 4294967295]> : tensor<6xui32>
  %result = stablehlo.add %lhs, %rhs : tensor<6xui32>
  check.expect_eq_const %result, dense<[4294967295, 4294967294, 0, 0, 1, 0]> : tensor<6xui32>
  return
}

func.func @i64() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, -9223372036854775808, 9223372036854775807, -9223372036854775808, 1, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %rhs = stablehlo.constant dense<[9223372036854775807, 9223372036854775807, -9223372036854775808, 1, 1, 9223372036854775807, -1, -1]> : tensor<8xi64>
  %result = stablehlo.add %lhs, %rhs : tensor<8xi64>
  check.expect_eq_const %result, dense<[-1, -2, 0, -9223372036854775808, -9223372036854775807, -9223372036854775808, 9223372036854775806, 9223372036854775807]> : tensor<8xi64>
  return
}

func.func @ui64() {
  %lhs = stablehlo.constant dense<[0, 18446744073709551615, 0, 18446744073709551615, 0, 1]> : tensor<6xui64>
  %rhs = stablehlo.constant dense<[18446744073709551615, 18446744073709551615, 0, 1, 1, 18446744073709551615]> : tensor<6xui64>
  %result = stablehlo.add %lhs, %rhs : tensor<6xui64>
  check.expect_eq_const %result, dense<[18446744073709551615, 18446744073709551614, 0, 0, 1, 0]> : tensor<6xui64>
  return
}

func.func @f64() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 100.0, -1.25]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf64>
  %result = stablehlo.add %lhs, %rhs : tensor<6xf64>
  check.expect_eq_const %result, dense<[1.75, -2.9, 0.0, 3.7, 100.3, -7.25]> : tensor<6xf64>
  return
}

func.func @f32() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 100.0, -1.25]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf32>
  %result = stablehlo.add %lhs, %rhs : tensor<6xf32>
  check.expect_eq_const %result, dense<[1.75, -2.9, 0.0, 3.7, 100.3, -7.25]> : tensor<6xf32>
  return
}

func.func @bf16() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.25]> : tensor<6xbf16>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xbf16>
  %result = stablehlo.add %lhs, %rhs : tensor<6xbf16>
  check.expect_eq_const %result, dense<[1.75, -2.9, 0.0, 3.7, 100.5, -7.25]> : tensor<6xbf16>
  return
}

func.func @f16() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.25]> : tensor<6xf16>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf16>
  %result = stablehlo.add %lhs, %rhs : tensor<6xf16>
  check.expect_eq_const %result, dense<[1.75, -2.9, 0.0, 3.7, 100.3, -7.25]> : tensor<6xf16>
  return
}

func.func @f8e5m2() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.8, 1.0e+02, -1.2]> : tensor<6xf8E5M2>
  %rhs = stablehlo.constant dense<[0.25, 0.09, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E5M2>
  %result = stablehlo.add %lhs, %rhs : tensor<6xf8E5M2>
  check.expect_eq_const %result, dense<[1.8, -3.0, 0.0, 4.0, 1.0e+02, -7.0]> : tensor<6xf8E5M2>
  return
}

func.func @f8e4m3fn() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.2]> : tensor<6xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E4M3FN>
  %result = stablehlo.add %lhs, %rhs : tensor<6xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.8, -3.0, 0.0, 3.8, 1.0e+02, -7.0]> : tensor<6xf8E4M3FN>
  return
}

func.func @f8e4m3fnuz() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.2]> : tensor<6xf8E4M3FNUZ>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E4M3FNUZ>
  %result = stablehlo.add %lhs, %rhs : tensor<6xf8E4M3FNUZ>
  check.expect_eq_const %result, dense<[1.8, -3.0, 0.0, 3.8, 1.0e+02, -7.0]> : tensor<6xf8E4M3FNUZ>
  return
}

func.func @f6e3m2fn() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.8, 3.0e+01, -1.2]> : tensor<6xf6E3M2FN>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf6E3M2FN>
  %result = stablehlo.add %lhs, %rhs : tensor<6xf6E3M2FN>
  check.expect_eq_const %result, dense<[1.8, -3.0, 0.0, 4.0, 3.0e+01, -7.0]> : tensor<6xf6E3M2FN>
  return
}

func.func @complex64() {
  %lhs = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, -0.5), (0.25, 3.0), (-2.0, -1.0), (2.0, 0.5)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.add %lhs, %rhs : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(1.5, -0.25), (-1.25, 5.0), (1.0, -1.125), (1.25, -0.75)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %lhs = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, -0.5), (0.25, 3.0), (-2.0, -1.0), (2.0, 0.5)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.add %lhs, %rhs : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(1.5, -0.25), (-1.25, 5.0), (1.0, -1.125), (1.25, -0.75)]> : tensor<4xcomplex<f64>>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %lhs_stored = stablehlo.constant dense<[-9, -1, 1, 3, 6, 11]> : tensor<6xi8>
  %lhs = stablehlo.bitcast_convert %lhs_stored : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:1>>
  %rhs_stored = stablehlo.constant dense<[5, 2, -7, 9, 3, 4]> : tensor<6xi8>
  %rhs = stablehlo.bitcast_convert %rhs_stored : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.add %lhs, %rhs : (tensor<6x!quant.uniform<i8:f32, 0.5:1>>, tensor<6x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<6x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<6x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<6xi8>
  check.expect_eq_const %result, dense<[-15, -5, -19, 17, 11, 23]> : tensor<6xi8>
  return
}

// Signs of zero too: compared by their bits.
func.func @edges_f32() {
  %lhs = stablehlo.constant dense<[-0.0, -0.0, 0x7F800000, 0x7F800000, 1.0e-45, 3.0e+38]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[-0.0, 0.0, 0xFF800000, 1.0, 1.0e-45, 3.0e+38]> : tensor<6xf32>
  %result = stablehlo.add %lhs, %rhs : tensor<6xf32>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0x7FC00000, 0x7F800000, 3.0e-45, 0x7F800000]> : tensor<6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<6xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<6xi1>, tensor<6xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 0, 0, 2139095040, 2, 2139095040]> : tensor<6xi32>
  return
}

func.func @rank_0() {
  %lhs = stablehlo.constant dense<1.5> : tensor<f32>
  %rhs = stablehlo.constant dense<2.0> : tensor<f32>
  %result = stablehlo.add %lhs, %rhs : tensor<f32>
  check.expect_eq_const %result, dense<3.5> : tensor<f32>
  return
}

func.func @zero_sized() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.add %lhs, %rhs : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  return
}

// 257 + 0.5: half way in bf16 only after a first rounding.
func.func @bf16_rounds_once() {
  %lhs = stablehlo.constant dense<[256.0, 256.0, 258.0]> : tensor<3xbf16>
  %rhs = stablehlo.constant dense<[1.0, 1.01, -0.0078]> : tensor<3xbf16>
  %result = stablehlo.add %lhs, %rhs : tensor<3xbf16>
  check.expect_eq_const %result, dense<[256.0, 258.0, 258.0]> : tensor<3xbf16>
  return
}
// -----
// Quantized along an axis, and with one scale.
func.func @main() {
  %a = "stablehlo.constant"() {value = dense<[[2, 4], [3, 5]]> : tensor<2x2xi8>} : () -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 2.0}>>
  %b = "stablehlo.constant"() {value = dense<[[1, 1], [2, 2]]> : tensor<2x2xi8>} : () -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  %0 = stablehlo.add %a, %b : (tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 3.0}>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 3.0}>>) -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[2.0, 9.0], [4.0, 12.0]]> : tensor<2x2xf32>
  func.return
}
