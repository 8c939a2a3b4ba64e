// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[-1.0, 0.0, 1.0]> : tensor<3xf32>
  %result = stablehlo.tanh %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[-0.7615942, 0.0, 0.7615942]> : tensor<3xf32>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 1.0e-30]> : tensor<9xf64>
  %result = stablehlo.tanh %operand : tensor<9xf64>
  %expected = stablehlo.constant dense<[0.09966799462495582, -0.6043677771171635, 0.7615941559557649, 0.9866142981514303, -0.996997635486526, 0.9999999958776927, -1.0, 0.0009999996666668, 1.0e-30]> : tensor<9xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf64>, tensor<9xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 1.0e-30]> : tensor<9xf32>
  %result = stablehlo.tanh %operand : tensor<9xf32>
  %expected = stablehlo.constant dense<[0.099667996, -0.6043678, 0.7615942, 0.9866143, -0.99699765, 1.0, -1.0, 0.0009999997, 1.0e-30]> : tensor<9xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf32>, tensor<9xf32>
  %accurate = stablehlo.tanh %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<9xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<9xf32>, tensor<9xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.tanh %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.1245, -0.637, 0.76, 0.99, -0.996, 1.0, 0.0625]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.tanh %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[0.1243, -0.6353, 0.7617, 0.987, -0.995, 1.0, 0.0624]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.tanh %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -0.6, 0.8, 1.0, -1.0, 1.0, 0.06]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.tanh %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.125, -0.6, 0.75, 1.0, -1.0, 1.0, 0.062]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.tanh %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.48548728, 0.19805545), (-1.0641444, -0.08039101), (0.99520737, -0.0012206355), (-1.3726076, -0.38579595)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.tanh %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.48548728102413535, 0.19805544995134952), (-1.0641443991765371, -0.08039101531016818), (0.995207374312129, -0.0012206355197352978), (-1.3726075705337832, -0.3857959526097507)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 100.0]> : tensor<5xf32>
  %result = stablehlo.tanh %operand : tensor<5xf32>
  check.expect_eq_const %result, dense<[-0.0, 1.0, -1.0, 0x7FC00000, 1.0]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf32>) -> tensor<5xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 1065353216, -1082130432, 0, 1065353216]> : tensor<5xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 100.0]> : tensor<5xf64>
  %result = stablehlo.tanh %operand : tensor<5xf64>
  check.expect_eq_const %result, dense<[-0.0, 1.0, -1.0, 0x7FF8000000000000, 1.0]> : tensor<5xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf64>) -> tensor<5xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 4607182418800017408, -4616189618054758400, 0, 4607182418800017408]> : tensor<5xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.tanh %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 0, 1, 1]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.tanh %operand : tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.tanh %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
