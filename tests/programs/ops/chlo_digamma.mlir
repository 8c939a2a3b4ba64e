func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, 10000000000.0]> : tensor<7xf64>
  %result = chlo.digamma %operand : tensor<7xf64> -> tensor<7xf64>
  %expected = stablehlo.constant dense<[-10.423754940411076, -2.073952793628704, -0.5772156649015329, 0.7031566406452432, 4.46627587235028, 2.251752589066721, 23.025850929890456]> : tensor<7xf64>
  check.expect_close %result, %expected, max_ulp_difference = 8 : tensor<7xf64>, tensor<7xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, 1.0e+10]> : tensor<7xf32>
  %result = chlo.digamma %operand : tensor<7xf32> -> tensor<7xf32>
  %expected = stablehlo.constant dense<[-10.423755, -2.0739527, -0.5772157, 0.70315665, 4.4662757, 2.2517526, 23.02585]> : tensor<7xf32>
  check.expect_close %result, %expected, max_ulp_difference = 8 : tensor<7xf32>, tensor<7xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, 8.0]> : tensor<5xbf16>
  %result = chlo.digamma %operand : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq_const %result, dense<[-8.4, -2.89, -0.58, 0.703, 2.02]> : tensor<5xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, 8.0]> : tensor<5xf16>
  %result = chlo.digamma %operand : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq_const %result, dense<[-8.39, -2.895, -0.577, 0.703, 2.016]> : tensor<5xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, 8.0]> : tensor<5xf8E5M2>
  %result = chlo.digamma %operand : tensor<5xf8E5M2> -> tensor<5xf8E5M2>
  check.expect_eq_const %result, dense<[-8.0, -3.0, -0.6, 0.8, 2.0]> : tensor<5xf8E5M2>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[0.0, -1.0, 0x7F800000]> : tensor<3xf32>
  %result = chlo.digamma %operand : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq_const %result, dense<[0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<3xi1>, tensor<3xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<3xf32>) -> tensor<3xi32>
  check.expect_eq_const %bits, dense<[0, 0, 2139095040]> : tensor<3xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[0.0, -1.0, 0x7FF0000000000000]> : tensor<3xf64>
  %result = chlo.digamma %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<3xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<3xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<3xi1>, tensor<3xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<3xf64>) -> tensor<3xi64>
  check.expect_eq_const %bits, dense<[0, 0, 9218868437227405312]> : tensor<3xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<-2.0> : tensor<f32>
  %result = chlo.digamma %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0x7FC00000> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.digamma %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
