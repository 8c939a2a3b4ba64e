// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %result = stablehlo.log %operand : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 0.6931471805599453, 1.0986122886681098, 1.3862943611198906]> : tensor<4xf64>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, 0.7, 1.0, 2.5, 3.25, 10.0, 1.0e+20, 1.0e-30]> : tensor<8xf64>
  %result = stablehlo.log %operand : tensor<8xf64>
  %expected = stablehlo.constant dense<[-2.3025850929940455, -0.35667494393873245, 0.0, 0.9162907318741551, 1.1786549963416462, 2.302585092994046, 46.051701859880914, -69.07755278982137]> : tensor<8xf64>
  check.expect_close %result, %expected, max_ulp_difference = 4 : tensor<8xf64>, tensor<8xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, 0.7, 1.0, 2.5, 3.25, 10.0, 1.0e+20, 1.0e-30]> : tensor<8xf32>
  %result = stablehlo.log %operand : tensor<8xf32>
  %expected = stablehlo.constant dense<[-2.3025851, -0.35667497, 0.0, 0.91629076, 1.178655, 2.3025851, 46.0517, -69.07755]> : tensor<8xf32>
  check.expect_close %result, %expected, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  %accurate = stablehlo.log %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<8xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.log %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[-2.08, -0.287, 0.0, 0.918, 1.1, 2.08, -2.77]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.log %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[-2.08, -0.2876, 0.0, 0.9165, 1.099, 2.08, -2.773]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, 0.8, 1.0, 2.5, 3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.log %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[-2.0, -0.3, 0.0, 0.9, 1.0, 2.0, -3.0]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.log %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[-2.0, -0.28, 0.0, 0.94, 1.1, 2.0, -2.8]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.log %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(-0.5815754, 0.4636476), (0.91629076, 2.2142975), (1.0994796, -0.04164258), (0.3768859, -2.1112158)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.log %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(-0.5815754049028404, 0.4636476090008061), (0.9162907318741551, 2.214297435588181), (1.099479591574214, -0.04164257909858842), (0.3768859011881901, -2.1112158270654806)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 1.0, 0x7F800000, -1.0, 0x7FC00000]> : tensor<6xf32>
  %result = stablehlo.log %operand : tensor<6xf32>
  check.expect_eq_const %result, dense<[0xFF800000, 0xFF800000, 0.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<6xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<6xi1>, tensor<6xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %bits, dense<[-8388608, -8388608, 0, 2139095040, 0, 0]> : tensor<6xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 1.0, 0x7FF0000000000000, -1.0, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.log %operand : tensor<6xf64>
  check.expect_eq_const %result, dense<[0xFFF0000000000000, 0xFFF0000000000000, 0.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<6xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<6xi1>, tensor<6xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<6xf64>) -> tensor<6xi64>
  check.expect_eq_const %bits, dense<[-4503599627370496, -4503599627370496, 0, 9218868437227405312, 0, 0]> : tensor<6xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.log %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-128, -3, 1, 3]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<1.0> : tensor<f32>
  %result = stablehlo.log %operand : tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.log %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}

func.func @branch_cut() {
  %operand = stablehlo.constant dense<[(-1.0, 0.0), (-1.0, -0.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.log %operand : tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.0, 3.1415926535897931), (0.0, -3.1415926535897931)]> : tensor<2xcomplex<f64>>
  return
}
