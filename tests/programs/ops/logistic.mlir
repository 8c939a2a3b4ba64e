// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf64>
  %result = stablehlo.logistic %operand : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.5, 0.73105858, 0.88079708, 0.95257413]> : tensor<4xf64>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 80.0, -80.0]> : tensor<10xf64>
  %result = stablehlo.logistic %operand : tensor<10xf64>
  %expected = stablehlo.constant dense<[0.52497918747894, 0.3318122278318339, 0.7310585786300049, 0.9241418199787564, 0.03732688734412946, 0.9999546021312976, 2.0611536181902037e-09, 0.5002499999791666, 1.0, 1.8048513878454153e-35]> : tensor<10xf64>
  check.expect_close %result, %expected, max_ulp_difference = 4 : tensor<10xf64>, tensor<10xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 80.0, -80.0]> : tensor<10xf32>
  %result = stablehlo.logistic %operand : tensor<10xf32>
  %expected = stablehlo.constant dense<[0.5249792, 0.33181223, 0.7310586, 0.9241418, 0.037326887, 0.9999546, 2.0611537e-09, 0.50025, 1.0, 1.8048513e-35]> : tensor<10xf32>
  check.expect_close %result, %expected, max_ulp_difference = 4 : tensor<10xf32>, tensor<10xf32>
  %accurate = stablehlo.logistic %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<10xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<10xf32>, tensor<10xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.logistic %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.53, 0.32, 0.73, 0.926, 0.0474, 1.0, 0.516]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.logistic %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[0.5312, 0.3208, 0.731, 0.9243, 0.04742, 0.9995, 0.5156]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.logistic %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.5, 0.3, 0.8, 0.9, 0.05, 1.0, 0.5]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.logistic %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.5, 0.3, 0.75, 0.94, 0.047, 1.0, 0.5]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.logistic %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.62427515, 0.059002966), (-0.04984258, 0.23480734), (0.9528934, -0.0056363614), (0.24462304, -0.2947147)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.logistic %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.6242751644199612, 0.05900296431450802), (-0.04984258297024424, 0.234807340416369), (0.9528934015735112, -0.00563636145412579), (0.2446230286734523, -0.2947146865855311)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 100.0]> : tensor<5xf32>
  %result = stablehlo.logistic %operand : tensor<5xf32>
  check.expect_eq_const %result, dense<[0.5, 1.0, 0.0, 0x7FC00000, 1.0]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf32>) -> tensor<5xi32>
  check.expect_eq_const %bits, dense<[1056964608, 1065353216, 0, 0, 1065353216]> : tensor<5xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 100.0]> : tensor<5xf64>
  %result = stablehlo.logistic %operand : tensor<5xf64>
  check.expect_eq_const %result, dense<[0.5, 1.0, 0.0, 0x7FF8000000000000, 1.0]> : tensor<5xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf64>) -> tensor<5xi64>
  check.expect_eq_const %bits, dense<[4602678819172646912, 4607182418800017408, 0, 0, 4607182418800017408]> : tensor<5xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.logistic %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-1, 0, 1, 1]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.logistic %operand : tensor<f32>
  check.expect_eq_const %result, dense<0.5> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.logistic %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}

// The results are subnormal numbers.
func.func @subnormal_results() {
  %a = stablehlo.constant dense<[-100.0, -88.0]> : tensor<2xf32>
  %b = stablehlo.logistic %a : tensor<2xf32>
  %c = stablehlo.constant dense<[3.8e-44, 6.05460149e-39]> : tensor<2xf32>
  check.expect_close %b, %c, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  %d = stablehlo.constant dense<[-740.0]> : tensor<1xf64>
  %e = stablehlo.logistic %d : tensor<1xf64>
  %g = stablehlo.constant dense<[4.2e-322]> : tensor<1xf64>
  check.expect_close %e, %g, max_ulp_difference = 1 : tensor<1xf64>, tensor<1xf64>
  return
}
