// f64: rounded correctly.
func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf64>
  %result = chlo.square %operand : tensor<8xf64> -> tensor<8xf64>
  check.expect_eq_const %result, dense<[0.010000000000000002, 0.48999999999999994, 1.0, 6.25, 10.5625, 100.0, 400.0, 1.0e-06]> : tensor<8xf64>
  return
}

// f32: rounded correctly.
func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf32>
  %result = chlo.square %operand : tensor<8xf32> -> tensor<8xf32>
  check.expect_eq_const %result, dense<[0.010000001, 0.48999998, 1.0, 6.25, 10.5625, 100.0, 400.0, 1.0000001e-06]> : tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = chlo.square %operand : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.0156, 0.562, 1.0, 6.25, 9.0, 64.0, 0.0039]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = chlo.square %operand : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %result, dense<[0.015625, 0.5625, 1.0, 6.25, 9.0, 64.0, 0.003906]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = chlo.square %operand : tensor<7xf8E5M2> -> tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.016, 0.5, 1.0, 6.0, 8.0, 6.0e+01, 0.004]> : tensor<7xf8E5M2>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = chlo.square %operand : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.1875, 0.25), (-1.75, -6.0), (8.984375, -0.75), (-1.0, 1.875)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = chlo.square %operand : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.1875, 0.25), (-1.75, -6.0), (8.984375, -0.75), (-1.0, 1.875)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0xFF800000]> : tensor<2xf32>
  %result = chlo.square %operand : tensor<2xf32> -> tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %bits, dense<[0, 2139095040]> : tensor<2xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0xFFF0000000000000]> : tensor<2xf64>
  %result = chlo.square %operand : tensor<2xf64> -> tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xi64>
  check.expect_eq_const %bits, dense<[0, 9218868437227405312]> : tensor<2xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = chlo.square %operand : tensor<4x!quant.uniform<i8:f32, 0.5:1>> -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 1, 22, 97]> : tensor<4xi8>
  return
}

func.func @i4() {
  %operand = stablehlo.constant dense<[-8, 3]> : tensor<2xi4>
  %result = chlo.square %operand : tensor<2xi4> -> tensor<2xi4>
  check.expect_eq_const %result, dense<[0, -7]> : tensor<2xi4>
  return
}

func.func @i32() {
  %operand = stablehlo.constant dense<[65536, -3]> : tensor<2xi32>
  %result = chlo.square %operand : tensor<2xi32> -> tensor<2xi32>
  check.expect_eq_const %result, dense<[0, 9]> : tensor<2xi32>
  return
}

func.func @ui8() {
  %operand = stablehlo.constant dense<[16, 15]> : tensor<2xui8>
  %result = chlo.square %operand : tensor<2xui8> -> tensor<2xui8>
  check.expect_eq_const %result, dense<[0, 225]> : tensor<2xui8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<-3.0> : tensor<f32>
  %result = chlo.square %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<9.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.square %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
