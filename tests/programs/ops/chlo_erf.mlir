func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 1.0e-20]> : tensor<9xf64>
  %result = chlo.erf %operand : tensor<9xf64> -> tensor<9xf64>
  %expected = stablehlo.constant dense<[0.1124629160182849, -0.6778011938374184, 0.8427007929497149, 0.999593047982555, -0.9999956972205363, 1.0, -1.0, 0.0011283787909692365, 1.1283791670955125e-20]> : tensor<9xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf64>, tensor<9xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 1.0e-20]> : tensor<9xf32>
  %result = chlo.erf %operand : tensor<9xf32> -> tensor<9xf32>
  %expected = stablehlo.constant dense<[0.112462915, -0.6778012, 0.8427008, 0.999593, -0.9999957, 1.0, -1.0, 0.0011283788, 1.1283791e-20]> : tensor<9xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf32>, tensor<9xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = chlo.erf %operand : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.141, -0.71, 0.844, 1.0, -1.0, 1.0, 0.0703]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = chlo.erf %operand : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %result, dense<[0.1403, -0.711, 0.843, 0.9995, -1.0, 1.0, 0.07043]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = chlo.erf %operand : tensor<7xf8E5M2> -> tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -0.8, 0.9, 1.0, -1.0, 1.0, 0.08]> : tensor<7xf8E5M2>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %result = chlo.erf %operand : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq_const %result, dense<[-0.0, 1.0, -1.0, 0x7FC00000]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 1065353216, -1082130432, 0]> : tensor<4xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %result = chlo.erf %operand : tensor<4xf64> -> tensor<4xf64>
  check.expect_eq_const %result, dense<[-0.0, 1.0, -1.0, 0x7FF8000000000000]> : tensor<4xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 4607182418800017408, -4616189618054758400, 0]> : tensor<4xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = chlo.erf %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.erf %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
