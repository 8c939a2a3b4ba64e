// The specification's example.
func.func @specification_example() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = "stablehlo.and"(%lhs, %rhs) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[1, 2], [3, 0]]> : tensor<2x2xi32>
  %left = stablehlo.constant dense<[[false, false], [true, true]]> : tensor<2x2xi1>
  %right = stablehlo.constant dense<[[false, true], [false, true]]> : tensor<2x2xi1>
  %both = "stablehlo.and"(%left, %right) : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %both, dense<[[false, false], [false, true]]> : tensor<2x2xi1>
  return
}

func.func @i2() {
  %lhs = stablehlo.constant dense<[-2, 1, -2, 1, -2, 1, 1, -2]> : tensor<8xi2>
  %rhs = stablehlo.constant dense<[1, 1, -2, 1, 1, 1, -1, -1]> : tensor<8xi2>
  %result = stablehlo.and %lhs, %rhs : tensor<8xi2>
  check.expect_eq_const %result, dense<[0, 1, -2, 1, 0, 1, 1, -2]> : tensor<8xi2>
  return
}

func.func @ui2() {
  %lhs = stablehlo.constant dense<[0, 3, 0, 3, 0, 1]> : tensor<6xui2>
  %rhs = stablehlo.constant dense<[3, 3, 0, 1, 1, 3]> : tensor<6xui2>
  %result = stablehlo.and %lhs, %rhs : tensor<6xui2>
  check.expect_eq_const %result, dense<[0, 3, 0, 1, 0, 1]> : tensor<6xui2>
  return
}

func.func @i4() {
  %lhs = stablehlo.constant dense<[-8, 7, -8, 7, -8, 1, 7, -8]> : tensor<8xi4>
  %rhs = stablehlo.constant dense<[7, 7, -8, 1, 1, 7, -1, -1]> : tensor<8xi4>
  %result = stablehlo.and %lhs, %rhs : tensor<8xi4>
  check.expect_eq_const %result, dense<[0, 7, -8, 1, 0, 1, 7, -8]> : tensor<8xi4>
  return
}

func.func @ui4() {
  %lhs = stablehlo.constant dense<[0, 15, 0, 15, 0, 1]> : tensor<6xui4>
  %rhs = stablehlo.constant dense<[15, 15, 0, 1, 1, 15]> : tensor<6xui4>
  %result = stablehlo.and %lhs, %rhs : tensor<6xui4>
  check.expect_eq_const %result, dense<[0, 15, 0, 1, 0, 1]> : tensor<6xui4>
  return
}

func.func @i8() {
  %lhs = stablehlo.constant dense<[-128, 127, -128, 127, -128, 1, 127, -128]> : tensor<8xi8>
  %rhs = stablehlo.constant dense<[127, 127, -128, 1, 1, 127, -1, -1]> : tensor<8xi8>
  %result = stablehlo.and %lhs, %rhs : tensor<8xi8>
  check.expect_eq_const %result, dense<[0, 127, -128, 1, 0, 1, 127, -128]> : tensor<8xi8>
  return
}

func.func @ui8() {
  %lhs = stablehlo.constant dense<[0, 255, 0, 255, 0, 1]> : tensor<6xui8>
  %rhs = stablehlo.constant dense<[255, 255, 0, 1, 1, 255]> : tensor<6xui8>
  %result = stablehlo.and %lhs, %rhs : tensor<6xui8>
  check.expect_eq_const %result, dense<[0, 255, 0, 1, 0, 1]> : tensor<6xui8>
  return
}

func.func @i16() {
  %lhs = stablehlo.constant dense<[-32768, 32767, -32768, 32767, -32768, 1, 32767, -32768]> : tensor<8xi16>
  %rhs = stablehlo.constant dense<[32767, 32767, -32768, 1, 1, 32767, -1, -1]> : tensor<8xi16>
  %result = stablehlo.and %lhs, %rhs : tensor<8xi16>
  check.expect_eq_const %result, dense<[0, 32767, -32768, 1, 0, 1, 32767, -32768]> : tensor<8xi16>
  return
}

func.func @ui16() {
  %lhs = stablehlo.constant dense<[0, 65535, 0, 65535, 0, 1]> : tensor<6xui16>
  %rhs = stablehlo.constant dense<[65535, 65535, 0, 1, 1, 65535]> : tensor<6xui16>
  %result = stablehlo.and %lhs, %rhs : tensor<6xui16>
  check.expect_eq_const %result, dense<[0, 65535, 0, 1, 0, 1]> : tensor<6xui16>
  return
}

func.func @i32() {
  %lhs = stablehlo.constant dense<[-2147483648, 2147483647, -2147483648, 2147483647, -2147483648, 1, 2147483647, -2147483648]> : tensor<8xi32>
  %rhs = stablehlo.constant dense<[2147483647, 2147483647, -2147483648, 1, 1, 2147483647, -1, -1]> : tensor<8xi32>
  %result = stablehlo.and %lhs, %rhs : tensor<8xi32>
  check.expect_eq_const %result, dense<[0, 2147483647, -2147483648, 1, 0, 1, 2147483647, -2147483648]> : tensor<8xi32>
  return
}

func.func @ui32() {
  %lhs = stablehlo.constant dense<[0, 4294967295, 0, 4294967295, 0, 1]> : tensor<6xui32>
  %rhs = stablehlo.constant dense<[4294967295, 4294967295, 0, 1, 1, 4294967295]> : tensor<6xui32>
  %result = stablehlo.and %lhs, %rhs : tensor<6xui32>
  check.expect_eq_const %result, dense<[0, 4294967295, 0, 1, 0, 1]> : tensor<6xui32>
  return
}

func.func @i64() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, -9223372036854775808, 9223372036854775807, -9223372036854775808, 1, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  %rhs = stablehlo.constant dense<[9223372036854775807, 9223372036854775807, -9223372036854775808, 1, 1, 9223372036854775807, -1, -1]> : tensor<8xi64>
  %result = stablehlo.and %lhs, %rhs : tensor<8xi64>
  check.expect_eq_const %result, dense<[0, 9223372036854775807, -9223372036854775808, 1, 0, 1, 9223372036854775807, -9223372036854775808]> : tensor<8xi64>
  return
}

func.func @ui64() {
  %lhs = stablehlo.constant dense<[0, 18446744073709551615, 0, 18446744073709551615, 0, 1]> : tensor<6xui64>
  %rhs = stablehlo.constant dense<[18446744073709551615, 18446744073709551615, 0, 1, 1, 18446744073709551615]> : tensor<6xui64>
  %result = stablehlo.and %lhs, %rhs : tensor<6xui64>
  check.expect_eq_const %result, dense<[0, 18446744073709551615, 0, 1, 0, 1]> : tensor<6xui64>
  return
}

func.func @rank_0() {
  %lhs = stablehlo.constant dense<12> : tensor<i32>
  %rhs = stablehlo.constant dense<10> : tensor<i32>
  %result = stablehlo.and %lhs, %rhs : tensor<i32>
  check.expect_eq_const %result, dense<8> : tensor<i32>
  return
}

func.func @zero_sized() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xi32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xi32>
  %result = stablehlo.and %lhs, %rhs : tensor<0x3xi32>
  check.expect_eq_const %result, dense<> : tensor<0x3xi32>
  return
}
