func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 8.0]> : tensor<6xf64>
  %result = chlo.erfc %operand : tensor<6xf64> -> tensor<6xf64>
  %expected = stablehlo.constant dense<[0.887537083981715, 1.6778011938374184, 0.15729920705028513, 0.0004069520174449589, 1.9999956972205364, 1.1224297172982926e-29]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 8.0]> : tensor<6xf32>
  %result = chlo.erfc %operand : tensor<6xf32> -> tensor<6xf32>
  %expected = stablehlo.constant dense<[0.88753706, 1.6778011, 0.1572992, 0.00040695202, 1.9999957, 1.1224297e-29]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = chlo.erfc %operand : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.86, 1.71, 0.157, 0.000406, 2.0, 1.124e-29, 0.93]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = chlo.erfc %operand : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %result, dense<[0.86, 1.711, 0.1573, 0.000407, 2.0, 0.0, 0.9297]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = chlo.erfc %operand : tensor<7xf8E5M2> -> tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.9, 1.8, 0.16, 0.0004, 2.0, 0.0, 0.9]> : tensor<7xf8E5M2>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %result = chlo.erfc %operand : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq_const %result, dense<[1.0, 0.0, 2.0, 0x7FC00000]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %bits, dense<[1065353216, 0, 1073741824, 0]> : tensor<4xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %result = chlo.erfc %operand : tensor<4xf64> -> tensor<4xf64>
  check.expect_eq_const %result, dense<[1.0, 0.0, 2.0, 0x7FF8000000000000]> : tensor<4xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %bits, dense<[4607182418800017408, 0, 4611686018427387904, 0]> : tensor<4xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = chlo.erfc %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<1.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.erfc %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
