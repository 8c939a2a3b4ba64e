// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %result = stablehlo.exponential_minus_one %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.71828183]> : tensor<2xf64>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 80.0, -80.0, 1.0e-20]> : tensor<11xf64>
  %result = stablehlo.exponential_minus_one %operand : tensor<11xf64>
  %expected = stablehlo.constant dense<[0.10517091807564763, -0.5034146962085905, 1.7182818284590453, 11.182493960703473, -0.961225792168278, 22025.465794806718, -0.9999999979388464, 0.0010005001667083417, 5.54062238439351e+34, -1.0, 1.0e-20]> : tensor<11xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<11xf64>, tensor<11xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 80.0, -80.0, 1.0e-20]> : tensor<11xf32>
  %result = stablehlo.exponential_minus_one %operand : tensor<11xf32>
  %expected = stablehlo.constant dense<[0.10517092, -0.5034147, 1.7182819, 11.182494, -0.9612258, 22025.465, -1.0, 0.0010005002, 5.5406225e+34, -1.0, 1.0e-20]> : tensor<11xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<11xf32>, tensor<11xf32>
  %accurate = stablehlo.exponential_minus_one %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<11xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<11xf32>, tensor<11xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.exponential_minus_one %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.133, -0.527, 1.72, 11.2, -0.95, 2.98e+03, 0.0645]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.exponential_minus_one %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[0.1332, -0.528, 1.719, 11.18, -0.95, 2.98e+03, 0.0645]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.exponential_minus_one %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -0.5, 1.8, 12.0, -1.0, 3.0e+03, 0.06]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.exponential_minus_one %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.14, -0.5, 1.8, 11.0, -0.94, 0x7F, 0.062]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.exponential_minus_one %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.5974665, 0.40790018), (-1.0928549, 0.20289168), (18.928823, -2.504159), (-0.8510523, -0.4482686)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.exponential_minus_one %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.5974665191199127, 0.40790017007835977), (-1.0928549102840264, 0.2028916804701695), (18.92882288023536, -2.504158960797569), (-0.851052262673194, -0.4482685932492423)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.exponential_minus_one %operand : tensor<5xf32>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0x7F800000, -1.0, 0x7FC00000]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf32>) -> tensor<5xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 0, 2139095040, -1082130432, 0]> : tensor<5xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %result = stablehlo.exponential_minus_one %operand : tensor<5xf64>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0x7FF0000000000000, -1.0, 0x7FF8000000000000]> : tensor<5xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf64>) -> tensor<5xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 0, 9218868437227405312, -4616189618054758400, 0]> : tensor<5xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.exponential_minus_one %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 4, 42, 127]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.exponential_minus_one %operand : tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.exponential_minus_one %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
