// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0.0, 1.0, 4.0, 9.0]> : tensor<4xf32>
  %result = stablehlo.sqrt %operand : tensor<4xf32>
  check.expect_almost_eq_const %result, dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, 0.7, 1.0, 2.5, 3.25, 10.0, 1.0e+20, 1.0e-30]> : tensor<8xf64>
  %result = stablehlo.sqrt %operand : tensor<8xf64>
  %expected = stablehlo.constant dense<[0.31622776601683794, 0.8366600265340756, 1.0, 1.5811388300841898, 1.8027756377319946, 3.1622776601683795, 10000000000.0, 1.0e-15]> : tensor<8xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<8xf64>, tensor<8xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, 0.7, 1.0, 2.5, 3.25, 10.0, 1.0e+20, 1.0e-30]> : tensor<8xf32>
  %result = stablehlo.sqrt %operand : tensor<8xf32>
  %expected = stablehlo.constant dense<[0.31622776, 0.83666, 1.0, 1.5811388, 1.8027756, 3.1622777, 1.0e+10, 1.0e-15]> : tensor<8xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  %accurate = stablehlo.sqrt %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<8xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.sqrt %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.354, 0.867, 1.0, 1.58, 1.734, 2.83, 0.25]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.sqrt %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[0.3535, 0.866, 1.0, 1.581, 1.732, 2.828, 0.25]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, 0.8, 1.0, 2.5, 3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.sqrt %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.4, 0.9, 1.0, 1.5, 1.8, 3.0, 0.25]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.sqrt %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.34, 0.9, 1.0, 1.6, 1.8, 2.8, 0.25]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.sqrt %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.72767335, 0.17178038), (0.70710677, 1.4142135), (1.7324265, -0.036076568), (0.5948689, -1.0506517)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.sqrt %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.7276733451126774, 0.17178037486125622), (0.7071067811865476, 1.4142135623730951), (1.7324264829085936, -0.03607656695195974), (0.594868882070379, -1.050651696260784)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7F800000, -1.0, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.sqrt %operand : tensor<5xf32>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf32>) -> tensor<5xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 0, 2139095040, 0, 0]> : tensor<5xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7FF0000000000000, -1.0, 0x7FF8000000000000]> : tensor<5xf64>
  %result = stablehlo.sqrt %operand : tensor<5xf64>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf64>) -> tensor<5xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 0, 9218868437227405312, 0, 0]> : tensor<5xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.sqrt %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 1, 3, 6]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<2.25> : tensor<f32>
  %result = stablehlo.sqrt %operand : tensor<f32>
  check.expect_eq_const %result, dense<1.5> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.sqrt %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}

func.func @branch_cut() {
  %operand = stablehlo.constant dense<[(-4.0, 0.0), (-4.0, -0.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.sqrt %operand : tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0.0, 2.0), (0.0, -2.0)]> : tensor<2xcomplex<f32>>
  return
}
