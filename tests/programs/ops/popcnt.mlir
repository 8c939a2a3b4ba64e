// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0, 1, 2, 127]> : tensor<4xi64>
  %result = "stablehlo.popcnt"(%operand) : (tensor<4xi64>) -> tensor<4xi64>
  check.expect_eq_const %result, dense<[0, 1, 1, 7]> : tensor<4xi64>
  return
}

func.func @i2() {
  %operand = stablehlo.constant dense<[-1, -2, 1, 0, 1]> : tensor<5xi2>
  %result = stablehlo.popcnt %operand : tensor<5xi2>
  check.expect_eq_const %result, dense<[-2, 1, 1, 0, 1]> : tensor<5xi2>
  return
}

func.func @ui2() {
  %operand = stablehlo.constant dense<[3, 2, 0, 1]> : tensor<4xui2>
  %result = stablehlo.popcnt %operand : tensor<4xui2>
  check.expect_eq_const %result, dense<[2, 1, 0, 1]> : tensor<4xui2>
  return
}

func.func @i4() {
  %operand = stablehlo.constant dense<[-1, -8, 7, 0, 1]> : tensor<5xi4>
  %result = stablehlo.popcnt %operand : tensor<5xi4>
  check.expect_eq_const %result, dense<[4, 1, 3, 0, 1]> : tensor<5xi4>
  return
}

func.func @ui4() {
  %operand = stablehlo.constant dense<[15, 8, 0, 1]> : tensor<4xui4>
  %result = stablehlo.popcnt %operand : tensor<4xui4>
  check.expect_eq_const %result, dense<[4, 1, 0, 1]> : tensor<4xui4>
  return
}

func.func @i8() {
  %operand = stablehlo.constant dense<[-1, -128, 127, 0, 1]> : tensor<5xi8>
  %result = stablehlo.popcnt %operand : tensor<5xi8>
  check.expect_eq_const %result, dense<[8, 1, 7, 0, 1]> : tensor<5xi8>
  return
}

func.func @ui8() {
  %operand = stablehlo.constant dense<[255, 128, 0, 1]> : tensor<4xui8>
  %result = stablehlo.popcnt %operand : tensor<4xui8>
  check.expect_eq_const %result, dense<[8, 1, 0, 1]> : tensor<4xui8>
  return
}

func.func @i16() {
  %operand = stablehlo.constant dense<[-1, -32768, 32767, 0, 1]> : tensor<5xi16>
  %result = stablehlo.popcnt %operand : tensor<5xi16>
  check.expect_eq_const %result, dense<[16, 1, 15, 0, 1]> : tensor<5xi16>
  return
}

func.func @ui16() {
  %operand = stablehlo.constant dense<[65535, 32768, 0, 1]> : tensor<4xui16>
  %result = stablehlo.popcnt %operand : tensor<4xui16>
  check.expect_eq_const %result, dense<[16, 1, 0, 1]> : tensor<4xui16>
  return
}

func.func @i32() {
  %operand = stablehlo.constant dense<[-1, -2147483648, 2147483647, 0, 1]> : tensor<5xi32>
  %result = stablehlo.popcnt %operand : tensor<5xi32>
  check.expect_eq_const %result, dense<[32, 1, 31, 0, 1]> : tensor<5xi32>
  return
}

func.func @ui32() {
  %operand = stablehlo.constant dense<[4294967295, 2147483648, 0, 1]> : tensor<4xui32>
  %result = stablehlo.popcnt %operand : tensor<4xui32>
  check.expect_eq_const %result, dense<[32, 1, 0, 1]> : tensor<4xui32>
  return
}

func.func @i64() {
  %operand = stablehlo.constant dense<[-1, -9223372036854775808, 9223372036854775807, 0, 1]> : tensor<5xi64>
  %result = stablehlo.popcnt %operand : tensor<5xi64>
  check.expect_eq_const %result, dense<[64, 1, 63, 0, 1]> : tensor<5xi64>
  return
}

func.func @ui64() {
  %operand = stablehlo.constant dense<[18446744073709551615, 9223372036854775808, 0, 1]> : tensor<4xui64>
  %result = stablehlo.popcnt %operand : tensor<4xui64>
  check.expect_eq_const %result, dense<[64, 1, 0, 1]> : tensor<4xui64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<7> : tensor<i32>
  %result = stablehlo.popcnt %operand : tensor<i32>
  check.expect_eq_const %result, dense<3> : tensor<i32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xi32>
  %result = stablehlo.popcnt %operand : tensor<2x0xi32>
  check.expect_eq_const %result, dense<> : tensor<2x0xi32>
  return
}
