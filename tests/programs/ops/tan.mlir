func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 10000000000.0]> : tensor<9xf64>
  %result = stablehlo.tan %operand : tensor<9xf64>
  %expected = stablehlo.constant dense<[0.10033467208545055, -0.8422883804630794, 1.5574077246549023, -0.7470222972386603, -0.10883402551332971, 0.6483608274590866, -2.237160944224742, 0.0010000003333334668, -0.5583496378112418]> : tensor<9xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf64>, tensor<9xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 1.0e+10]> : tensor<9xf32>
  %result = stablehlo.tan %operand : tensor<9xf32>
  %expected = stablehlo.constant dense<[0.100334674, -0.8422884, 1.5574077, -0.7470223, -0.10883403, 0.64836085, -2.237161, 0.0010000004, -0.5583496]> : tensor<9xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf32>, tensor<9xf32>
  %accurate = stablehlo.tan %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<9xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<9xf32>, tensor<9xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.tan %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.126, -0.93, 1.555, -0.746, 0.143, -6.8, 0.0625]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.tan %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[0.1256, -0.9316, 1.558, -0.747, 0.1426, -6.8, 0.06256]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.tan %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -0.9, 1.5, -0.8, 0.16, -7.0, 0.06]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.tan %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.125, -0.94, 1.5, -0.75, 0.14, -7.0, 0.062]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.tan %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.5045007, 0.3124207), (-0.005362061, 1.0369203), (-0.14029817, -0.12683994), (-0.16080779, -0.9753633)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.tan %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.504500702698564, 0.3124206925025888), (-0.0053620609220030565, 1.036920282100185), (-0.14029816681980314, -0.1268399397769182), (-0.16080778591620642, -0.9753632850312356)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %result = stablehlo.tan %operand : tensor<4xf32>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 0, 0, 0]> : tensor<4xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %result = stablehlo.tan %operand : tensor<4xf64>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 0, 0, 0]> : tensor<4xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.tan %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 3, -6, -17]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.tan %operand : tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.tan %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
