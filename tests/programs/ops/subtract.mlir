// The specification's example.
func.func @specification_example() {
  %lhs = stablehlo.constant dense<[[6.0, 8.0], [10.0, 12.0]]> : tensor<2x2xf32>
  %rhs = stablehlo.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %result = "stablehlo.subtract"(%lhs, %rhs) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %result, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  return
}

func.func @i2() {
  %lhs = stablehlo.constant dense<[-2, 1, -2, 1, -2, 1, 1, -2]> : tensor<8xi2>
  %rhs = stablehlo.constant dense<[1, 1, -2, 1, 1, 1, -1, -1]> : tensor<8xi2>
  %result = stablehlo.subtract %lhs, %rhs : tensor<8xi2>
  check.expect_eq_const %result, dense<[1, 0, 0, 0, 1, 0, -2, -1]> : tensor<8xi2>
  return
}

func.func @ui2() {
  %lhs = stablehlo.constant dense<[0, 3, 0, 3, 0, 1]> : tensor<6xui2>
  %rhs = stablehlo.constant dense<[3, 3, 0, 1, 1, 3]> : tensor<6xui2>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xui2>
  check.expect_eq_const %result, dense<[1, 0, 0, 2, 3, 2]> : tensor<6xui2>
  return
}

func.func @i4() {
  %lhs = stablehlo.constant dense<[-8, 7, -8, 7, -8, 1, 7, -8]> : tensor<8xi4>
  %rhs = stablehlo.constant dense<[7, 7, -8, 1, 1, 7, -1, -1]> : tensor<8xi4>
  %result = stablehlo.subtract %lhs, %rhs : tensor<8xi4>
  check.expect_eq_const %result, dense<[1, 0, 0, 6, 7, -6, -8, -7]> : tensor<8xi4>
  return
}

func.func @ui4() {
  %lhs = stablehlo.constant dense<[0, 15, 0, 15, 0, 1]> : tensor<6xui4>
  %rhs = stablehlo.constant dense<[15, 15, 0, 1, 1, 15]> : tensor<6xui4>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xui4>
  check.expect_eq_const %result, dense<[1, 0, 0, 14, 15, 2]> : tensor<6xui4>
  return
}

func.func @i8() {
  %lhs = stablehlo.constant dense<[-128, 127, -128, 127, -128, 1, 127, -128]> : tensor<8xi8>
  %rhs = stablehlo.constant dense<[127, 127, -128, 1, 1, 127, -1, -1]> : tensor<8xi8>
  %result = stablehlo.subtract %lhs, %rhs : tensor<8xi8>
  check.expect_eq_const %result, dense<[1, 0, 0, 126, 127, -126, -128, -127]> : tensor<8xi8>
  return
}

func.func @ui8() {
  %lhs = stablehlo.constant dense<[0, 255, 0, 255, 0, 1]> : tensor<6xui8>
  %rhs = stablehlo.constant dense<[255, 255, 0, 1, 1, 255]> : tensor<6xui8>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xui8>
  check.expect_eq_const %result, dense<[1, 0, 0, 254, 255, 2]> : tensor<6xui8>
  return
}

func.func @i16() {
  %lhs = stablehlo.constant dense<[-32768, 32767, -32768, 32767, -32768, 1, 32767, -32768]> : tensor<8xi16>
  %rhs = stablehlo.constant dense<[32767, 32767, -32768, 1, 1, 32767, -1, -1]> : tensor<8xi16>
  %result = stablehlo.subtract %lhs, %rhs : tensor<8xi16>
  check.expect_eq_const %result, dense<[1, 0, 0, 32766, 32767, -32766, -32768, -32767]> : tensor<8xi16>
  return
}

func.func @ui16() {
  %lhs = stablehlo.constant dense<[0, 65535, 0, 65535, 0, 1]> : tensor<6xui16>
  %rhs = stablehlo.constant dense<[65535, 65535, 0, 1, 1, 65535]> : tensor<6xui16>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xui16>
  check.expect_eq_const %result, dense<[1, 0, 0, 65534, 65535, 2]> : tensor<6xui16>
  return
}

func.func @i32() {
  %lhs = stablehlo.constant dense<[-2147483648, 2147483647, -2147483648, 2147483647, -2147483648, 1, 2147483647, -2147483648]> : tensor<8xi32>
  %rhs = stablehlo.constant dense<[2147483647, 2147483647, -2147483648, 1, 1, 2147483647, -1, -1]> : tensor<8xi32>
  %result = stablehlo.subtract %lhs, %rhs : tensor<8xi32>
  check.expect_eq_const %result, dense<[1, 0, 0, 2147483646, 2147483647, -2147483646, -2147483648, -2147483647]> : tensor<8xi32>
  return
}

func.func @ui32() {
  %lhs = stablehlo.constant dense<[0, 4294967295, 0, 4294967295, 0, 1]> : tensor<6xui32>
  %rhs = stablehlo.constant dense<[4294967295, 4294967295, 0, 1, 1, 4294967295]> : tensor<6xui32>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xui32>
  check.expect_eq_const %result, dense<[1, 0, 0, 4294967294, 4294967295, 2]> : tensor<6xui32>
  return
}

func.func @i64() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, -9223372036854775808, 9223372036854775807, -9223372036854775808, 1, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %rhs = stablehlo.constant dense<[9223372036854775807, 9223372036854775807, -9223372036854775808, 1, 1, 9223372036854775807, -1, -1]> : tensor<8xi64>
  %result = stablehlo.subtract %lhs, %rhs : tensor<8xi64>
  check.expect_eq_const %result, dense<[1, 0, 0, 9223372036854775806, 9223372036854775807, -9223372036854775806, -9223372036854775808, -9223372036854775807]> : tensor<8xi64>
  return
}

func.func @ui64() {
  %lhs = stablehlo.constant dense<[0, 18446744073709551615, 0, 18446744073709551615, 0, 1]> : tensor<6xui64>
  %rhs = stablehlo.constant dense<[18446744073709551615, 18446744073709551615, 0, 1, 1, 18446744073709551615]> : tensor<6xui64>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xui64>
  check.expect_eq_const %result, dense<[1, 0, 0, 18446744073709551614, 18446744073709551615, 2]> : tensor<6xui64>
  return
}

func.func @f64() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 100.0, -1.25]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf64>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xf64>
  check.expect_eq_const %result, dense<[1.25, -3.1, 5.0, -2.3, 99.7, 4.75]> : tensor<6xf64>
  return
}

func.func @f32() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 100.0, -1.25]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf32>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xf32>
  check.expect_eq_const %result, dense<[1.25, -3.1, 5.0, -2.3, 99.7, 4.75]> : tensor<6xf32>
  return
}

func.func @bf16() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.25]> : tensor<6xbf16>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xbf16>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xbf16>
  check.expect_eq_const %result, dense<[1.25, -3.1, 5.0, -2.3, 99.5, 4.75]> : tensor<6xbf16>
  return
}

func.func @f16() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.25]> : tensor<6xf16>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf16>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xf16>
  check.expect_eq_const %result, dense<[1.25, -3.1, 5.0, -2.3, 99.7, 4.75]> : tensor<6xf16>
  return
}

func.func @f8e5m2() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.8, 1.0e+02, -1.2]> : tensor<6xf8E5M2>
  %rhs = stablehlo.constant dense<[0.25, 0.09, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E5M2>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xf8E5M2>
  check.expect_eq_const %result, dense<[1.2, -3.0, 5.0, -2.0, 1.0e+02, 5.0]> : tensor<6xf8E5M2>
  return
}

func.func @f8e4m3fn() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.2]> : tensor<6xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E4M3FN>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.2, -3.0, 5.0, -2.2, 1.0e+02, 5.0]> : tensor<6xf8E4M3FN>
  return
}

func.func @f8e4m3fnuz() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.2]> : tensor<6xf8E4M3FNUZ>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E4M3FNUZ>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xf8E4M3FNUZ>
  check.expect_eq_const %result, dense<[1.2, -3.0, 5.0, -2.2, 1.0e+02, 5.0]> : tensor<6xf8E4M3FNUZ>
  return
}

func.func @f6e3m2fn() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.8, 3.0e+01, -1.2]> : tensor<6xf6E3M2FN>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf6E3M2FN>
  %result = stablehlo.subtract %lhs, %rhs : tensor<6xf6E3M2FN>
  check.expect_eq_const %result, dense<[1.2, -3.0, 5.0, -2.0, 3.0e+01, 5.0]> : tensor<6xf6E3M2FN>
  return
}

func.func @complex64() {
  %lhs = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, -0.5), (0.25, 3.0), (-2.0, -1.0), (2.0, 0.5)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.subtract %lhs, %rhs : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(-0.5, 0.75), (-1.75, -1.0), (5.0, 0.875), (-2.75, -1.75)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %lhs = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, -0.5), (0.25, 3.0), (-2.0, -1.0), (2.0, 0.5)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.subtract %lhs, %rhs : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(-0.5, 0.75), (-1.75, -1.0), (5.0, 0.875), (-2.75, -1.75)]> : tensor<4xcomplex<f64>>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %lhs_stored = stablehlo.constant dense<[-9, -1, 1, 3, 6, 11]> : tensor<6xi8>
  %lhs = stablehlo.bitcast_convert %lhs_stored : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:1>>
  %rhs_stored = stablehlo.constant dense<[5, 2, -7, 9, 3, 4]> : tensor<6xi8>
  %rhs = stablehlo.bitcast_convert %rhs_stored : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.subtract %lhs, %rhs : (tensor<6x!quant.uniform<i8:f32, 0.5:1>>, tensor<6x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<6x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<6x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<6xi8>
  check.expect_eq_const %result, dense<[-31, -9, 13, -15, 3, 11]> : tensor<6xi8>
  return
}

// Signs of zero too: compared by their bits.
func.func @edges_f32() {
  %lhs = stablehlo.constant dense<[-0.0, 0.0, 0x7F800000, 1.0e-45]> : tensor<4xf32>
  %rhs = stablehlo.constant dense<[0.0, 0.0, 0x7F800000, 3.0e-45]> : tensor<4xf32>
  %result = stablehlo.subtract %lhs, %rhs : tensor<4xf32>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0x7FC00000, -1.0e-45]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 0, 0, -2147483647]> : tensor<4xi32>
  return
}

func.func @rank_0() {
  %lhs = stablehlo.constant dense<1.5> : tensor<f32>
  %rhs = stablehlo.constant dense<2.0> : tensor<f32>
  %result = stablehlo.subtract %lhs, %rhs : tensor<f32>
  check.expect_eq_const %result, dense<-0.5> : tensor<f32>
  return
}

func.func @zero_sized() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.subtract %lhs, %rhs : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  return
}
