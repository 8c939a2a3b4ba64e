func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.0, 2.5, 1.0000001, 10.0, 10000000000.0]> : tensor<8xf64>
  %result = chlo.lgamma %operand : tensor<8xf64> -> tensor<8xf64>
  %expected = stablehlo.constant dense<[2.252712651734206, 1.4524729387568078, 0.0, 0.0, 0.2846828704729192, -5.772155829918507e-08, 12.801827480081469, 220258509288.81058]> : tensor<8xf64>
  check.expect_close %result, %expected, max_ulp_difference = 4 : tensor<8xf64>, tensor<8xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.0, 2.5, 1.0000001, 10.0, 1.0e+10]> : tensor<8xf32>
  %result = chlo.lgamma %operand : tensor<8xf32> -> tensor<8xf32>
  %expected = stablehlo.constant dense<[2.2527127, 1.4524729, 0.0, 0.0, 0.28468287, -6.8809456e-08, 12.801827, 2.2025852e+11]> : tensor<8xf32>
  check.expect_close %result, %expected, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, 8.0]> : tensor<5xbf16>
  %result = chlo.lgamma %operand : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq_const %result, dense<[2.02, 1.58, 0.0, 0.285, 8.5]> : tensor<5xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, 8.0]> : tensor<5xf16>
  %result = chlo.lgamma %operand : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq_const %result, dense<[2.02, 1.576, 0.0, 0.2847, 8.52]> : tensor<5xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, 8.0]> : tensor<5xf8E5M2>
  %result = chlo.lgamma %operand : tensor<5xf8E5M2> -> tensor<5xf8E5M2>
  check.expect_eq_const %result, dense<[2.0, 1.5, 0.0, 0.3, 8.0]> : tensor<5xf8E5M2>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[0.0, -1.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %result = chlo.lgamma %operand : tensor<4xf32> -> tensor<4xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %bits, dense<[2139095040, 2139095040, 2139095040, 2139095040]> : tensor<4xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[0.0, -1.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<4xf64>
  %result = chlo.lgamma %operand : tensor<4xf64> -> tensor<4xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %bits, dense<[9218868437227405312, 9218868437227405312, 9218868437227405312, 9218868437227405312]> : tensor<4xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<1.0> : tensor<f32>
  %result = chlo.lgamma %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.lgamma %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
