// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0.0, 1.0, 8.0, 27.0]> : tensor<4xf64>
  %result = stablehlo.cbrt %operand : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf64>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -27.0, 1.0e+20, -1.0e-30]> : tensor<7xf64>
  %result = stablehlo.cbrt %operand : tensor<7xf64>
  %expected = stablehlo.constant dense<[0.4641588833612779, -0.8879040017426006, 1.0, 1.3572088082974534, -3.0, 4641588.833612779, -1.0e-10]> : tensor<7xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<7xf64>, tensor<7xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -27.0, 1.0e+20, -1.0e-30]> : tensor<7xf32>
  %result = stablehlo.cbrt %operand : tensor<7xf32>
  %expected = stablehlo.constant dense<[0.4641589, -0.887904, 1.0, 1.3572088, -3.0, 4.641589e+06, -1.0e-10]> : tensor<7xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<7xf32>, tensor<7xf32>
  %accurate = stablehlo.cbrt %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<7xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<7xf32>, tensor<7xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.cbrt %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.5, -0.91, 1.0, 1.36, -1.445, 2.0, 0.396]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.cbrt %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[0.5, -0.9087, 1.0, 1.357, -1.442, 2.0, 0.3967]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.cbrt %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.5, -0.9, 1.0, 1.2, -1.5, 2.0, 0.4]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.cbrt %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.5, -0.94, 1.0, 1.4, -1.5, 2.0, 0.4]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.cbrt %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.81395596, 0.12680747), (1.0039937, 0.9132427), (1.4425277, -0.02002481), (0.8644878, -0.73369044)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.cbrt %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.8139559382747512, 0.1268074709786297), (1.0039937871212632, 0.9132426976122486), (1.4425276033157288, -0.020024809406029305), (0.8644878030774887, -0.7336904208583991)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0x7F800000, 0xFF800000, -8.0, 0.125]> : tensor<5xf32>
  %result = stablehlo.cbrt %operand : tensor<5xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<5xf32>) -> tensor<5xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 2139095040, -8388608, -1073741824, 1056964608]> : tensor<5xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, -8.0, 0.125]> : tensor<5xf64>
  %result = stablehlo.cbrt %operand : tensor<5xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<5xf64>) -> tensor<5xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 9218868437227405312, -4503599627370496, -4611686018427387904, 4602678819172646912]> : tensor<5xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.cbrt %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 1, 2, 4]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<-8.0> : tensor<f32>
  %result = stablehlo.cbrt %operand : tensor<f32>
  check.expect_eq_const %result, dense<-2.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.cbrt %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
