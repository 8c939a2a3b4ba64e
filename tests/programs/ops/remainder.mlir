// The specification's example.
func.func @specification_example() {
  %lhs = stablehlo.constant dense<[17, -17, 17, -17]> : tensor<4xi64>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3]> : tensor<4xi64>
  %result = "stablehlo.remainder"(%lhs, %rhs) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  check.expect_eq_const %result, dense<[2, -2, 2, -2]> : tensor<4xi64>
  return
}

func.func @i2() {
  %lhs = stablehlo.constant dense<[1, -2, 1, -2, 0, 1, -2, 1]> : tensor<8xi2>
  %rhs = stablehlo.constant dense<[1, 1, 0, 0, 0, 1, -1, -1]> : tensor<8xi2>
  %result = stablehlo.remainder %lhs, %rhs : tensor<8xi2>
  check.expect_eq_const %result, dense<[0, 0, 1, -2, 0, 0, 0, 0]> : tensor<8xi2>
  return
}

func.func @ui2() {
  %lhs = stablehlo.constant dense<[3, 0, 3, 0, 0, 1, 2]> : tensor<7xui2>
  %rhs = stablehlo.constant dense<[1, 1, 0, 0, 0, 3, 3]> : tensor<7xui2>
  %result = stablehlo.remainder %lhs, %rhs : tensor<7xui2>
  check.expect_eq_const %result, dense<[0, 0, 3, 0, 0, 1, 2]> : tensor<7xui2>
  return
}

func.func @i4() {
  %lhs = stablehlo.constant dense<[7, -8, 7, -8, 0, 1, -8, 7, -7, 7]> : tensor<10xi4>
  %rhs = stablehlo.constant dense<[2, 2, 0, 0, 0, 7, -1, -1, 2, -2]> : tensor<10xi4>
  %result = stablehlo.remainder %lhs, %rhs : tensor<10xi4>
  check.expect_eq_const %result, dense<[1, 0, 7, -8, 0, 1, 0, 0, -1, 1]> : tensor<10xi4>
  return
}

func.func @ui4() {
  %lhs = stablehlo.constant dense<[15, 0, 15, 0, 0, 1, 14]> : tensor<7xui4>
  %rhs = stablehlo.constant dense<[2, 2, 0, 0, 0, 15, 3]> : tensor<7xui4>
  %result = stablehlo.remainder %lhs, %rhs : tensor<7xui4>
  check.expect_eq_const %result, dense<[1, 0, 15, 0, 0, 1, 2]> : tensor<7xui4>
  return
}

func.func @i8() {
  %lhs = stablehlo.constant dense<[127, -128, 127, -128, 0, 1, -128, 127, -7, 7]> : tensor<10xi8>
  %rhs = stablehlo.constant dense<[2, 2, 0, 0, 0, 127, -1, -1, 2, -2]> : tensor<10xi8>
  %result = stablehlo.remainder %lhs, %rhs : tensor<10xi8>
  check.expect_eq_const %result, dense<[1, 0, 127, -128, 0, 1, 0, 0, -1, 1]> : tensor<10xi8>
  return
}

func.func @ui8() {
  %lhs = stablehlo.constant dense<[255, 0, 255, 0, 0, 1, 254]> : tensor<7xui8>
  %rhs = stablehlo.constant dense<[2, 2, 0, 0, 0, 255, 3]> : tensor<7xui8>
  %result = stablehlo.remainder %lhs, %rhs : tensor<7xui8>
  check.expect_eq_const %result, dense<[1, 0, 255, 0, 0, 1, 2]> : tensor<7xui8>
  return
}

func.func @i16() {
  %lhs = stablehlo.constant dense<[32767, -32768, 32767, -32768, 0, 1, -32768, 32767, -7, 7]> : tensor<10xi16>
  %rhs = stablehlo.constant dense<[2, 2, 0, 0, 0, 32767, -1, -1, 2, -2]> : tensor<10xi16>
  %result = stablehlo.remainder %lhs, %rhs : tensor<10xi16>
  check.expect_eq_const %result, dense<[1, 0, 32767, -32768, 0, 1, 0, 0, -1, 1]> : tensor<10xi16>
  return
}

func.func @ui16() {
  %lhs = stablehlo.constant dense<[65535, 0, 65535, 0, 0, 1, 65534]> : tensor<7xui16>
  %rhs = stablehlo.constant dense<[2, 2, 0, 0, 0, 65535, 3]> : tensor<7xui16>
  %result = stablehlo.remainder %lhs, %rhs : tensor<7xui16>
  check.expect_eq_const %result, dense<[1, 0, 65535, 0, 0, 1, 2]> : tensor<7xui16>
  return
}

func.func @i32() {
  %lhs = stablehlo.constant dense<[2147483647, -2147483648, 2147483647, -2147483648, 0, 1, -2147483648, 2147483647, -7, 7]> : tensor<10xi32>
  %rhs = stablehlo.constant dense<[2, 2, 0, 0, 0, 2147483647, -1, -1, 2, -2]> : tensor<10xi32>
  %result = stablehlo.remainder %lhs, %rhs : tensor<10xi32>
  check.expect_eq_const %result, dense<[1, 0, 2147483647, -2147483648, 0, 1, 0, 0, -1, 1]> : tensor<10xi32>
  return
}

func.func @ui32() {
  %lhs = stablehlo.constant dense<[4294967295, 0, 4294967295, 0, 0, 1, 4294967294]> : tensor<7xui32>
  %rhs = stablehlo.constant dense<[2, 2, 0, 0, 0, 4294967295, 3]> : tensor<7xui32>
  %result = stablehlo.remainder %lhs, %rhs : tensor<7xui32>
  check.expect_eq_const %result, dense<[1, 0, 4294967295, 0, 0, 1, 2]> : tensor<7xui32>
  return
}

func.func @i64() {
  %lhs = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, 9223372036854775807, -9223372036854775808, 0, 1, -9223372036854775808, 9223372036854775807, -7, 7]> : tensor<10xi64>
  %rhs = stablehlo.constant dense<[2, 2, 0, 0, 0, 9223372036854775807, -1, -1, 2, -2]> : tensor<10xi64>
  %result = stablehlo.remainder %lhs, %rhs : tensor<10xi64>
  check.expect_eq_const %result, dense<[1, 0, 9223372036854775807, -9223372036854775808, 0, 1, 0, 0, -1, 1]> : tensor<10xi64>
  return
}

func.func @ui64() {
  %lhs = stablehlo.constant dense<[18446744073709551615, 0, 18446744073709551615, 0, 0, 1, 18446744073709551614]> : tensor<7xui64>
  %rhs = stablehlo.constant dense<[2, 2, 0, 0, 0, 18446744073709551615, 3]> : tensor<7xui64>
  %result = stablehlo.remainder %lhs, %rhs : tensor<7xui64>
  check.expect_eq_const %result, dense<[1, 0, 18446744073709551615, 0, 0, 1, 2]> : tensor<7xui64>
  return
}

func.func @f64() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 100.0, -1.25]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf64>
  %result = stablehlo.remainder %lhs, %rhs : tensor<6xf64>
  check.expect_eq_const %result, dense<[0.0, -0.09999999999999984, 0.0, 0.7, 0.1000000000000037, -1.25]> : tensor<6xf64>
  return
}

func.func @f32() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 100.0, -1.25]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf32>
  %result = stablehlo.remainder %lhs, %rhs : tensor<6xf32>
  check.expect_eq_const %result, dense<[0.0, -0.09999996, 0.0, 0.7, 0.09999603, -1.25]> : tensor<6xf32>
  return
}

func.func @bf16() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.25]> : tensor<6xbf16>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xbf16>
  %result = stablehlo.remainder %lhs, %rhs : tensor<6xbf16>
  check.expect_eq_const %result, dense<[0.0, -0.097, 0.0, 0.7, 0.141, -1.25]> : tensor<6xbf16>
  return
}

func.func @f16() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.25]> : tensor<6xf16>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf16>
  %result = stablehlo.remainder %lhs, %rhs : tensor<6xf16>
  check.expect_eq_const %result, dense<[0.0, -0.0007324, 0.0, 0.7, 0.08374, -1.25]> : tensor<6xf16>
  return
}

func.func @f8e5m2() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.8, 1.0e+02, -1.2]> : tensor<6xf8E5M2>
  %rhs = stablehlo.constant dense<[0.25, 0.09, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E5M2>
  %result = stablehlo.remainder %lhs, %rhs : tensor<6xf8E5M2>
  check.expect_eq_const %result, dense<[0.0, 0.0, 0.0, 0.8, 0.06, -1.2]> : tensor<6xf8E5M2>
  return
}

func.func @f8e4m3fn() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.2]> : tensor<6xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E4M3FN>
  %result = stablehlo.remainder %lhs, %rhs : tensor<6xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.0, -0.055, 0.0, 0.7, 0.062, -1.2]> : tensor<6xf8E4M3FN>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %lhs_stored = stablehlo.constant dense<[-9, -1, 1, 3, 6, 11]> : tensor<6xi8>
  %lhs = stablehlo.bitcast_convert %lhs_stored : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:1>>
  %rhs_stored = stablehlo.constant dense<[5, 2, -7, 9, 3, 4]> : tensor<6xi8>
  %rhs = stablehlo.bitcast_convert %rhs_stored : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.remainder %lhs, %rhs : (tensor<6x!quant.uniform<i8:f32, 0.5:1>>, tensor<6x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<6x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<6x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<6xi8>
  check.expect_eq_const %result, dense<[-7, -3, -3, 1, -1, -1]> : tensor<6xi8>
  return
}

// Signs of zero too: compared by their bits.
func.func @edges_f32() {
  %lhs = stablehlo.constant dense<[5.5, -5.5, 5.5, 1.0, 0x7F800000, -0.0, -4.0, 3.0]> : tensor<8xf32>
  %rhs = stablehlo.constant dense<[2.0, 2.0, -2.0, 0.0, 2.0, 3.0, 2.0, 0x7F800000]> : tensor<8xf32>
  %result = stablehlo.remainder %lhs, %rhs : tensor<8xf32>
  check.expect_eq_const %result, dense<[1.5, -1.5, 1.5, 0x7FC00000, 0x7FC00000, -0.0, -0.0, 3.0]> : tensor<8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<8xi1>, tensor<8xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<8xf32>) -> tensor<8xi32>
  check.expect_eq_const %bits, dense<[1069547520, -1077936128, 1069547520, 0, 0, -2147483648, -2147483648, 1077936128]> : tensor<8xi32>
  return
}

func.func @rank_0() {
  %lhs = stablehlo.constant dense<5.5> : tensor<f32>
  %rhs = stablehlo.constant dense<2.0> : tensor<f32>
  %result = stablehlo.remainder %lhs, %rhs : tensor<f32>
  check.expect_eq_const %result, dense<1.5> : tensor<f32>
  return
}

func.func @zero_sized() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.remainder %lhs, %rhs : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  return
}
