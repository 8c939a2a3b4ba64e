// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[1.0, 4.0, 9.0, 25.0]> : tensor<4xf32>
  %result = stablehlo.rsqrt %operand : tensor<4xf32>
  check.expect_almost_eq_const %result, dense<[1.0, 0.5, 0.33333343, 0.2]> : tensor<4xf32>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, 0.7, 1.0, 2.5, 3.25, 10.0, 1.0e+20, 1.0e-30]> : tensor<8xf64>
  %result = stablehlo.rsqrt %operand : tensor<8xf64>
  %expected = stablehlo.constant dense<[3.162277660168379, 1.1952286093343938, 1.0, 0.6324555320336759, 0.5547001962252291, 0.31622776601683794, 1.0e-10, 1000000000000000.0]> : tensor<8xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xf64>, tensor<8xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, 0.7, 1.0, 2.5, 3.25, 10.0, 1.0e+20, 1.0e-30]> : tensor<8xf32>
  %result = stablehlo.rsqrt %operand : tensor<8xf32>
  %expected = stablehlo.constant dense<[3.1622777, 1.1952286, 1.0, 0.6324555, 0.5547002, 0.31622776, 1.0e-10, 1.0e+15]> : tensor<8xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xf32>, tensor<8xf32>
  %accurate = stablehlo.rsqrt %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<8xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<8xf32>, tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.rsqrt %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[2.83, 1.16, 1.0, 0.633, 0.58, 0.354, 4.0]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.rsqrt %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[2.828, 1.154, 1.0, 0.6323, 0.577, 0.3535, 4.0]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, 0.8, 1.0, 2.5, 3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.rsqrt %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[3.0, 1.2, 1.0, 0.6, 0.6, 0.4, 4.0]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.rsqrt %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[2.8, 1.1, 1.0, 0.6, 0.56, 0.34, 4.0]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.rsqrt %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(1.3017017, -0.30729008), (0.28284273, -0.56568545), (0.57697487, 0.012015097), (0.40807667, 0.7207411)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.rsqrt %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(1.3017016520692888, -0.30729007631213195), (0.282842712474619, -0.565685424949238), (0.576974865258346, 0.012015097068444504), (0.4080766864815038, 0.7207411175452055)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7F800000, -1.0]> : tensor<4xf32>
  %result = stablehlo.rsqrt %operand : tensor<4xf32>
  check.expect_eq_const %result, dense<[0xFF800000, 0x7F800000, 0.0, 0x7FC00000]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %bits, dense<[-8388608, 2139095040, 0, 0]> : tensor<4xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7FF0000000000000, -1.0]> : tensor<4xf64>
  %result = stablehlo.rsqrt %operand : tensor<4xf64>
  check.expect_eq_const %result, dense<[0xFFF0000000000000, 0x7FF0000000000000, 0.0, 0x7FF8000000000000]> : tensor<4xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %bits, dense<[-4503599627370496, 9218868437227405312, 0, 0]> : tensor<4xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[3, 6, 11]> : tensor<3xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.rsqrt %operand : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<3x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[1, 0, -1]> : tensor<3xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<4.0> : tensor<f32>
  %result = stablehlo.rsqrt %operand : tensor<f32>
  check.expect_eq_const %result, dense<0.5> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.rsqrt %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
