func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 0.9, 0.25, -0.001, 0.0]> : tensor<6xf64>
  %result = chlo.erf_inv %operand : tensor<6xf64> -> tensor<6xf64>
  %expected = stablehlo.constant dense<[0.08885599049425769, -0.7328690779592167, 1.1630871536766743, 0.2253120550121781, -0.0008862271574665521, 0.0]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 0.9, 0.25, -0.001, 0.0]> : tensor<6xf32>
  %result = chlo.erf_inv %operand : tensor<6xf32> -> tensor<6xf32>
  %expected = stablehlo.constant dense<[0.08885599, -0.7328691, 1.1630871, 0.22531205, -0.0008862272, 0.0]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 0.5, 0.25, 0.0]> : tensor<5xbf16>
  %result = chlo.erf_inv %operand : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq_const %result, dense<[0.1113, -0.812, 0.477, 0.226, 0.0]> : tensor<5xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 0.5, 0.25, 0.0]> : tensor<5xf16>
  %result = chlo.erf_inv %operand : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq_const %result, dense<[0.1112, -0.8135, 0.477, 0.2253, 0.0]> : tensor<5xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 0.5, 0.25, 0.0]> : tensor<5xf8E5M2>
  %result = chlo.erf_inv %operand : tensor<5xf8E5M2> -> tensor<5xf8E5M2>
  check.expect_eq_const %result, dense<[0.11, -0.9, 0.5, 0.22, 0.0]> : tensor<5xf8E5M2>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 1.0, -1.0, 2.0]> : tensor<4xf32>
  %result = chlo.erf_inv %operand : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq_const %result, dense<[-0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 2139095040, -8388608, 0]> : tensor<4xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 1.0, -1.0, 2.0]> : tensor<4xf64>
  %result = chlo.erf_inv %operand : tensor<4xf64> -> tensor<4xf64>
  check.expect_eq_const %result, dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 9218868437227405312, -4503599627370496, 0]> : tensor<4xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = chlo.erf_inv %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.erf_inv %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
