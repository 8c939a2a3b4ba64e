// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[-2.5, 0.4, 0.5, 0.6, 2.5]> : tensor<5xf64>
  %result = stablehlo.round_nearest_even %operand : tensor<5xf64>
  check.expect_eq_const %result, dense<[-2.0, 0.0, 0.0, 1.0, 2.0]> : tensor<5xf64>
  return
}

// f64: rounded correctly.
func.func @f64() {
  %operand = stablehlo.constant dense<[-2.5, -0.8166, -0.253, 0.253, 0.5, 0.8166, 2.0, 2.5, -3.5, 1.0e+30]> : tensor<10xf64>
  %result = stablehlo.round_nearest_even %operand : tensor<10xf64>
  check.expect_eq_const %result, dense<[-2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, -4.0, 1.0e+30]> : tensor<10xf64>
  return
}

// f32: rounded correctly.
func.func @f32() {
  %operand = stablehlo.constant dense<[-2.5, -0.8166, -0.253, 0.253, 0.5, 0.8166, 2.0, 2.5, -3.5, 1.0e+30]> : tensor<10xf32>
  %result = stablehlo.round_nearest_even %operand : tensor<10xf32>
  check.expect_eq_const %result, dense<[-2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, -4.0, 1.0e+30]> : tensor<10xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[-2.5, -0.8, -0.25, 0.25, 0.5, 0.8, 2.0, 2.5, -3.5, 48.0]> : tensor<10xbf16>
  %result = stablehlo.round_nearest_even %operand : tensor<10xbf16>
  check.expect_eq_const %result, dense<[-2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, -4.0, 48.0]> : tensor<10xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[-2.5, -0.8, -0.25, 0.25, 0.5, 0.8, 2.0, 2.5, -3.5, 48.0]> : tensor<10xf16>
  %result = stablehlo.round_nearest_even %operand : tensor<10xf16>
  check.expect_eq_const %result, dense<[-2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, -4.0, 48.0]> : tensor<10xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[-2.5, -0.8, -0.25, 0.25, 0.5, 0.8, 2.0, 2.5, -3.5, 5.0e+01]> : tensor<10xf8E5M2>
  %result = stablehlo.round_nearest_even %operand : tensor<10xf8E5M2>
  check.expect_eq_const %result, dense<[-2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, -4.0, 5.0e+01]> : tensor<10xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[-2.5, -0.8, -0.25, 0.25, 0.5, 0.8, 2.0, 2.5, -3.5, 5.0e+01]> : tensor<10xf8E4M3FN>
  %result = stablehlo.round_nearest_even %operand : tensor<10xf8E4M3FN>
  check.expect_eq_const %result, dense<[-2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, -4.0, 5.0e+01]> : tensor<10xf8E4M3FN>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, -0.5, -2.5, 1.5, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %result = stablehlo.round_nearest_even %operand : tensor<6xf32>
  check.expect_eq_const %result, dense<[-0.0, -0.0, -2.0, 2.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<6xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<6xi1>, tensor<6xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %bits, dense<[-2147483648, -2147483648, -1073741824, 1073741824, 2139095040, 0]> : tensor<6xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, -0.5, -2.5, 1.5, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.round_nearest_even %operand : tensor<6xf64>
  check.expect_eq_const %result, dense<[-0.0, -0.0, -2.0, 2.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<6xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<6xi1>, tensor<6xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<6xf64>) -> tensor<6xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, -9223372036854775808, -4611686018427387904, 4611686018427387904, 9218868437227405312, 0]> : tensor<6xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.round_nearest_even %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 1, 5, 17]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<1.5> : tensor<f64>
  %result = stablehlo.round_nearest_even %operand : tensor<f64>
  check.expect_eq_const %result, dense<2.0> : tensor<f64>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf64>
  %result = stablehlo.round_nearest_even %operand : tensor<2x0xf64>
  check.expect_eq_const %result, dense<> : tensor<2x0xf64>
  return
}
