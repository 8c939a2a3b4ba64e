// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0.0, -0.999, 7.0, 6.38905621, 15.0]> : tensor<5xf64>
  %result = stablehlo.log_plus_one %operand : tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0.0, -6.90776, 2.07944155, 2.0, 2.77258873]> : tensor<5xf64>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, 10.0, 1.0e-20, 1.0e+20]> : tensor<7xf64>
  %result = stablehlo.log_plus_one %operand : tensor<7xf64>
  %expected = stablehlo.constant dense<[0.09531017980432487, -1.203972804325936, 0.6931471805599453, 1.252762968495368, 2.3978952727983707, 1.0e-20, 46.051701859880914]> : tensor<7xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<7xf64>, tensor<7xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, 10.0, 1.0e-20, 1.0e+20]> : tensor<7xf32>
  %result = stablehlo.log_plus_one %operand : tensor<7xf32>
  %expected = stablehlo.constant dense<[0.09531018, -1.2039728, 0.6931472, 1.2527629, 2.3978953, 1.0e-20, 46.0517]> : tensor<7xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<7xf32>, tensor<7xf32>
  %accurate = stablehlo.log_plus_one %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<7xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<7xf32>, tensor<7xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, 8.0]> : tensor<5xbf16>
  %result = stablehlo.log_plus_one %operand : tensor<5xbf16>
  check.expect_eq_const %result, dense<[0.1177, -1.38, 0.69, 1.25, 2.2]> : tensor<5xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, 8.0]> : tensor<5xf16>
  %result = stablehlo.log_plus_one %operand : tensor<5xf16>
  check.expect_eq_const %result, dense<[0.1178, -1.387, 0.6934, 1.253, 2.197]> : tensor<5xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, 8.0]> : tensor<5xf8E5M2>
  %result = stablehlo.log_plus_one %operand : tensor<5xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -1.5, 0.8, 1.2, 2.0]> : tensor<5xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, 8.0]> : tensor<5xf8E4M3FN>
  %result = stablehlo.log_plus_one %operand : tensor<5xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.12, -1.4, 0.7, 1.2, 2.2]> : tensor<5xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.log_plus_one %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.4191646, 0.16514868), (0.7234595, 1.815775), (1.3867824, -0.031239834), (0.24275391, -1.3734008)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.log_plus_one %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.4191645952022216, 0.16514867741462683), (0.7234594914681627, 1.8157749899217608), (1.3867824041064183, -0.031239833430268277), (0.2427539078908504, -1.373400766945016)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, -1.0, -2.0, 0x7F800000]> : tensor<5xf32>
  %result = stablehlo.log_plus_one %operand : tensor<5xf32>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0xFF800000, 0x7FC00000, 0x7F800000]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf32>) -> tensor<5xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 0, -8388608, 0, 2139095040]> : tensor<5xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, -1.0, -2.0, 0x7FF0000000000000]> : tensor<5xf64>
  %result = stablehlo.log_plus_one %operand : tensor<5xf64>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<5xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf64>) -> tensor<5xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 0, -4503599627370496, 0, 9218868437227405312]> : tensor<5xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.log_plus_one %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 0, 2, 4]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.log_plus_one %operand : tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.log_plus_one %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
