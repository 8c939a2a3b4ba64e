// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf64>
  %result = stablehlo.exponential %operand : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[1.0, 2.718281828459045, 7.38905609893065, 20.085536923187668]> : tensor<4xf64>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 80.0, -80.0]> : tensor<10xf64>
  %result = stablehlo.exponential %operand : tensor<10xf64>
  %expected = stablehlo.constant dense<[1.1051709180756477, 0.4965853037914095, 2.718281828459045, 12.182493960703473, 0.03877420783172201, 22026.465794806718, 2.061153622438558e-09, 1.0010005001667084, 5.54062238439351e+34, 1.8048513878454153e-35]> : tensor<10xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<10xf64>, tensor<10xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 80.0, -80.0]> : tensor<10xf32>
  %result = stablehlo.exponential %operand : tensor<10xf32>
  %expected = stablehlo.constant dense<[1.105171, 0.4965853, 2.7182817, 12.182494, 0.038774207, 22026.465, 2.0611537e-09, 1.0010005, 5.5406225e+34, 1.8048513e-35]> : tensor<10xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<10xf32>, tensor<10xf32>
  %accurate = stablehlo.exponential %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<10xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<10xf32>, tensor<10xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.exponential %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[1.13, 0.473, 2.72, 12.2, 0.0498, 2.98e+03, 1.06]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.exponential %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[1.133, 0.4724, 2.719, 12.18, 0.04977, 2.98e+03, 1.064]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.exponential %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[1.2, 0.5, 2.5, 12.0, 0.05, 3.0e+03, 1.0]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.exponential %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.1, 0.47, 2.8, 12.0, 0.05, 0x7F, 1.1]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.exponential %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(1.5974665, 0.40790018), (-0.09285491, 0.20289168), (19.928823, -2.504159), (0.14894773, -0.4482686)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.exponential %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(1.5974665191199127, 0.40790017007835977), (-0.09285491028402633, 0.2028916804701695), (19.92882288023536, -2.504158960797569), (0.14894773732680602, -0.4482685932492423)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1000.0, -1000.0]> : tensor<6xf32>
  %result = stablehlo.exponential %operand : tensor<6xf32>
  check.expect_eq_const %result, dense<[1.0, 0x7F800000, 0.0, 0x7FC00000, 0x7F800000, 0.0]> : tensor<6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<6xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<6xi1>, tensor<6xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %bits, dense<[1065353216, 2139095040, 0, 0, 2139095040, 0]> : tensor<6xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1000.0, -1000.0]> : tensor<6xf64>
  %result = stablehlo.exponential %operand : tensor<6xf64>
  check.expect_eq_const %result, dense<[1.0, 0x7FF0000000000000, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0.0]> : tensor<6xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<6xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<6xi1>, tensor<6xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<6xf64>) -> tensor<6xi64>
  check.expect_eq_const %bits, dense<[4607182418800017408, 9218868437227405312, 0, 0, 9218868437227405312, 0]> : tensor<6xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.exponential %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[1, 8, 46, 127]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.exponential %operand : tensor<f32>
  check.expect_eq_const %result, dense<1.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.exponential %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
