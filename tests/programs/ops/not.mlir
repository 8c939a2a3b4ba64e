// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %result = "stablehlo.not"(%operand) : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[-2, -3], [-4, -5]]> : tensor<2x2xi32>
  %flags = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %turned = "stablehlo.not"(%flags) : (tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %turned, dense<[false, true]> : tensor<2xi1>
  return
}

func.func @i2() {
  %operand = stablehlo.constant dense<[-1, -2, 1, 0, 1]> : tensor<5xi2>
  %result = stablehlo.not %operand : tensor<5xi2>
  check.expect_eq_const %result, dense<[0, 1, -2, -1, -2]> : tensor<5xi2>
  return
}

func.func @ui2() {
  %operand = stablehlo.constant dense<[3, 2, 0, 1]> : tensor<4xui2>
  %result = stablehlo.not %operand : tensor<4xui2>
  check.expect_eq_const %result, dense<[0, 1, 3, 2]> : tensor<4xui2>
  return
}

func.func @i4() {
  %operand = stablehlo.constant dense<[-1, -8, 7, 0, 1]> : tensor<5xi4>
  %result = stablehlo.not %operand : tensor<5xi4>
  check.expect_eq_const %result, dense<[0, 7, -8, -1, -2]> : tensor<5xi4>
  return
}

func.func @ui4() {
  %operand = stablehlo.constant dense<[15, 8, 0, 1]> : tensor<4xui4>
  %result = stablehlo.not %operand : tensor<4xui4>
  check.expect_eq_const %result, dense<[0, 7, 15, 14]> : tensor<4xui4>
  return
}

func.func @i8() {
  %operand = stablehlo.constant dense<[-1, -128, 127, 0, 1]> : tensor<5xi8>
  %result = stablehlo.not %operand : tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 127, -128, -1, -2]> : tensor<5xi8>
  return
}

func.func @ui8() {
  %operand = stablehlo.constant dense<[255, 128, 0, 1]> : tensor<4xui8>
  %result = stablehlo.not %operand : tensor<4xui8>
  check.expect_eq_const %result, dense<[0, 127, 255, 254]> : tensor<4xui8>
  return
}

func.func @i16() {
  %operand = stablehlo.constant dense<[-1, -32768, 32767, 0, 1]> : tensor<5xi16>
  %result = stablehlo.not %operand : tensor<5xi16>
  check.expect_eq_const %result, dense<[0, 32767, -32768, -1, -2]> : tensor<5xi16>
  return
}

func.func @ui16() {
  %operand = stablehlo.constant dense<[65535, 32768, 0, 1]> : tensor<4xui16>
  %result = stablehlo.not %operand : tensor<4xui16>
  check.expect_eq_const %result, dense<[0, 32767, 65535, 65534]> : tensor<4xui16>
  return
}

func.func @i32() {
  %operand = stablehlo.constant dense<[-1, -2147483648, 2147483647, 0, 1]> : tensor<5xi32>
  %result = stablehlo.not %operand : tensor<5xi32>
  check.expect_eq_const %result, dense<[0, 2147483647, -2147483648, -1, -2]> : tensor<5xi32>
  return
}

func.func @ui32() {
  %operand = stablehlo.constant dense<[4294967295, 2147483648, 0, 1]> : tensor<4xui32>
  %result = stablehlo.not %operand : tensor<4xui32>
  check.expect_eq_const %result, dense<[0, 2147483647, 4294967295, 4294967294]> : tensor<4xui32>
  return
}

func.func @i64() {
  %operand = stablehlo.constant dense<[-1, -9223372036854775808, 9223372036854775807, 0, 1]> : tensor<5xi64>
  %result = stablehlo.not %operand : tensor<5xi64>
  check.expect_eq_const %result, dense<[0, 9223372036854775807, -9223372036854775808, -1, -2]> : tensor<5xi64>
  return
}

func.func @ui64() {
  %operand = stablehlo.constant dense<[18446744073709551615, 9223372036854775808, 0, 1]> : tensor<4xui64>
  %result = stablehlo.not %operand : tensor<4xui64>
  check.expect_eq_const %result, dense<[0, 9223372036854775807, 18446744073709551615, 18446744073709551614]> : tensor<4xui64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<true> : tensor<i1>
  %result = stablehlo.not %operand : tensor<i1>
  check.expect_eq_const %result, dense<false> : tensor<i1>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xi1>
  %result = stablehlo.not %operand : tensor<2x0xi1>
  check.expect_eq_const %result, dense<> : tensor<2x0xi1>
  return
}
