// The specification's example.
func.func @specification_example() {
  %lhs = stablehlo.constant dense<[-1, 0, 8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %result = "stablehlo.shift_right_logical"(%lhs, %rhs) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[9223372036854775807, 0, 1]> : tensor<3xi64>
  return
}

func.func @i2() {
  %lhs = stablehlo.constant dense<[1, 1, -2, 1, 1, -2, 1, -2, 1, -1, -1]> : tensor<11xi2>
  %rhs = stablehlo.constant dense<[0, 1, 1, 1, 1, 1, 1, 1, -1, -1, 1]> : tensor<11xi2>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<11xi2>
  check.expect_eq_const %result, dense<[1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1]> : tensor<11xi2>
  return
}

func.func @ui2() {
  %lhs = stablehlo.constant dense<[1, 1, 0, 3, 3, 0, 3, 0]> : tensor<8xui2>
  %rhs = stablehlo.constant dense<[0, 1, 1, 1, 2, 2, 3, 3]> : tensor<8xui2>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<8xui2>
  check.expect_eq_const %result, dense<[1, 0, 0, 1, 0, 0, 0, 0]> : tensor<8xui2>
  return
}

func.func @i4() {
  %lhs = stablehlo.constant dense<[1, 1, -8, 7, 7, -8, 7, -8, 1, -1, -1]> : tensor<11xi4>
  %rhs = stablehlo.constant dense<[0, 3, 1, 1, 4, 4, 7, 7, -1, -1, 1]> : tensor<11xi4>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<11xi4>
  check.expect_eq_const %result, dense<[1, 0, 4, 3, 0, 0, 0, 0, 0, 0, 7]> : tensor<11xi4>
  return
}

func.func @ui4() {
  %lhs = stablehlo.constant dense<[1, 1, 0, 15, 15, 0, 15, 0]> : tensor<8xui4>
  %rhs = stablehlo.constant dense<[0, 3, 1, 1, 4, 4, 15, 15]> : tensor<8xui4>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<8xui4>
  check.expect_eq_const %result, dense<[1, 0, 0, 7, 0, 0, 0, 0]> : tensor<8xui4>
  return
}

func.func @i8() {
  %lhs = stablehlo.constant dense<[1, 1, -128, 127, 127, -128, 127, -128, 1, -1, -1]> : tensor<11xi8>
  %rhs = stablehlo.constant dense<[0, 7, 1, 1, 8, 8, 127, 127, -1, -1, 1]> : tensor<11xi8>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<11xi8>
  check.expect_eq_const %result, dense<[1, 0, 64, 63, 0, 0, 0, 0, 0, 0, 127]> : tensor<11xi8>
  return
}

func.func @ui8() {
  %lhs = stablehlo.constant dense<[1, 1, 0, 255, 255, 0, 255, 0]> : tensor<8xui8>
  %rhs = stablehlo.constant dense<[0, 7, 1, 1, 8, 8, 255, 255]> : tensor<8xui8>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<8xui8>
  check.expect_eq_const %result, dense<[1, 0, 0, 127, 0, 0, 0, 0]> : tensor<8xui8>
  return
}

func.func @i16() {
  %lhs = stablehlo.constant dense<[1, 1, -32768, 32767, 32767, -32768, 32767, -32768, 1, -1, -1]> : tensor<11xi16>
  %rhs = stablehlo.constant dense<[0, 15, 1, 1, 16, 16, 32767, 32767, -1, -1, 1]> : tensor<11xi16>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<11xi16>
  check.expect_eq_const %result, dense<[1, 0, 16384, 16383, 0, 0, 0, 0, 0, 0, 32767]> : tensor<11xi16>
  return
}

func.func @ui16() {
  %lhs = stablehlo.constant dense<[1, 1, 0, 65535, 65535, 0, 65535, 0]> : tensor<8xui16>
  %rhs = stablehlo.constant dense<[0, 15, 1, 1, 16, 16, 65535, 65535]> : tensor<8xui16>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<8xui16>
  check.expect_eq_const %result, dense<[1, 0, 0, 32767, 0, 0, 0, 0]> : tensor<8xui16>
  return
}

func.func @i32() {
  %lhs = stablehlo.constant dense<[1, 1, -2147483648, 2147483647, 2147483647, -2147483648, 2147483647, -2147483648, 1, -1, -1]> : tensor<11xi32>
  %rhs = stablehlo.constant dense<[0, 31, 1, 1, 32, 32, 2147483647, 2147483647, -1, -1, 1]> : tensor<11xi32>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<11xi32>
  check.expect_eq_const %result, dense<[1, 0, 1073741824, 1073741823, 0, 0, 0, 0, 0, 0, 2147483647]> : tensor<11xi32>
  return
}

func.func @ui32() {
  %lhs = stablehlo.constant dense<[1, 1, 0, 4294967295, 4294967295, 0, 4294967295, 0]> : tensor<8xui32>
  %rhs = stablehlo.constant dense<[0, 31, 1, 1, 32, 32, 4294967295, 4294967295]> : tensor<8xui32>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<8xui32>
  check.expect_eq_const %result, dense<[1, 0, 0, 2147483647, 0, 0, 0, 0]> : tensor<8xui32>
  return
}

func.func @i64() {
  %lhs = stablehlo.constant dense<[1, 1, -9223372036854775808, 9223372036854775807, 9223372036854775807, -9223372036854775808, 9223372036854775807, -9223372036854775808, 1, -1, -1]> : tensor<11xi64>
  %rhs = stablehlo.constant dense<[0, 63, 1, 1, 64, 64, 9223372036854775807, 9223372036854775807, -1, -1, 1]> : tensor<11xi64>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<11xi64>
  check.expect_eq_const %result, dense<[1, 0, 4611686018427387904, 4611686018427387903, 0, 0, 0, 0, 0, 0, 9223372036854775807]> : tensor<11xi64>
  return
}

func.func @ui64() {
  %lhs = stablehlo.constant dense<[1, 1, 0, 18446744073709551615, 18446744073709551615, 0, 18446744073709551615, 0]> : tensor<8xui64>
  %rhs = stablehlo.constant dense<[0, 63, 1, 1, 64, 64, 18446744073709551615, 18446744073709551615]> : tensor<8xui64>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<8xui64>
  check.expect_eq_const %result, dense<[1, 0, 0, 9223372036854775807, 0, 0, 0, 0]> : tensor<8xui64>
  return
}

// The amount counts as unsigned.
func.func @long_shifts() {
  %lhs = stablehlo.constant dense<[1, -8, -8, 1, -1]> : tensor<5xi32>
  %rhs = stablehlo.constant dense<[31, 1, 32, 33, -1]> : tensor<5xi32>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<5xi32>
  check.expect_eq_const %result, dense<[0, 2147483644, 0, 0, 0]> : tensor<5xi32>
  return
}

func.func @rank_0() {
  %lhs = stablehlo.constant dense<8> : tensor<i32>
  %rhs = stablehlo.constant dense<1> : tensor<i32>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<i32>
  check.expect_eq_const %result, dense<4> : tensor<i32>
  return
}

func.func @zero_sized() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xi32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xi32>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<0x3xi32>
  check.expect_eq_const %result, dense<> : tensor<0x3xi32>
  return
}
