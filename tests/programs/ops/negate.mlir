// f64: rounded correctly.
func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf64>
  %result = stablehlo.negate %operand : tensor<8xf64>
  check.expect_eq_const %result, dense<[-0.1, 0.7, -1.0, -2.5, 3.25, -10.0, 20.0, -0.001]> : tensor<8xf64>
  return
}

// f32: rounded correctly.
func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf32>
  %result = stablehlo.negate %operand : tensor<8xf32>
  check.expect_eq_const %result, dense<[-0.1, 0.7, -1.0, -2.5, 3.25, -10.0, 20.0, -0.001]> : tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.negate %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[-0.125, 0.75, -1.0, -2.5, 3.0, -8.0, -0.0625]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.negate %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[-0.125, 0.75, -1.0, -2.5, 3.0, -8.0, -0.0625]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.negate %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[-0.12, 0.8, -1.0, -2.5, 3.0, -8.0, -0.06]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.negate %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[-0.125, 0.75, -1.0, -2.5, 3.0, -8.0, -0.062]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.negate %operand : tensor<4xcomplex<f32>>
  check.expect_eq_const %result, dense<[(-0.5, -0.25), (1.5, -2.0), (-3.0, 0.125), (0.75, 1.25)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.negate %operand : tensor<4xcomplex<f64>>
  check.expect_eq_const %result, dense<[(-0.5, -0.25), (1.5, -2.0), (-3.0, 0.125), (0.75, 1.25)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7F800000, 1.0e-40]> : tensor<4xf32>
  %result = stablehlo.negate %operand : tensor<4xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %bits, dense<[0, -2147483648, -8388608, -2147412286]> : tensor<4xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7FF0000000000000, 1.0e-40]> : tensor<4xf64>
  %result = stablehlo.negate %operand : tensor<4xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %bits, dense<[0, -9223372036854775808, -4503599627370496, -5214767982391634020]> : tensor<4xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.negate %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, -7, -13, -23]> : tensor<4xi8>
  return
}

// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0, -2]> : tensor<2xi32>
  %result = "stablehlo.negate"(%operand) : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %result, dense<[0, 2]> : tensor<2xi32>
  return
}

func.func @i2() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.negate %operand : tensor<4xi2>
  check.expect_eq_const %result, dense<[-2, 1, 0, -1]> : tensor<4xi2>
  return
}

func.func @ui2() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.negate %operand : tensor<3xui2>
  check.expect_eq_const %result, dense<[0, 3, 1]> : tensor<3xui2>
  return
}

func.func @i4() {
  %operand = stablehlo.constant dense<[-8, -7, 0, 7]> : tensor<4xi4>
  %result = stablehlo.negate %operand : tensor<4xi4>
  check.expect_eq_const %result, dense<[-8, 7, 0, -7]> : tensor<4xi4>
  return
}

func.func @ui4() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.negate %operand : tensor<3xui4>
  check.expect_eq_const %result, dense<[0, 15, 1]> : tensor<3xui4>
  return
}

func.func @i8() {
  %operand = stablehlo.constant dense<[-128, 5]> : tensor<2xi8>
  %result = stablehlo.negate %operand : tensor<2xi8>
  check.expect_eq_const %result, dense<[-128, -5]> : tensor<2xi8>
  return
}

func.func @ui8() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.negate %operand : tensor<3xui8>
  check.expect_eq_const %result, dense<[0, 255, 1]> : tensor<3xui8>
  return
}

func.func @i16() {
  %operand = stablehlo.constant dense<[-32768, 3]> : tensor<2xi16>
  %result = stablehlo.negate %operand : tensor<2xi16>
  check.expect_eq_const %result, dense<[-32768, -3]> : tensor<2xi16>
  return
}

func.func @ui16() {
  %operand = stablehlo.constant dense<[1]> : tensor<1xui16>
  %result = stablehlo.negate %operand : tensor<1xui16>
  check.expect_eq_const %result, dense<[65535]> : tensor<1xui16>
  return
}

func.func @ui32() {
  %operand = stablehlo.constant dense<[1, 0]> : tensor<2xui32>
  %result = stablehlo.negate %operand : tensor<2xui32>
  check.expect_eq_const %result, dense<[4294967295, 0]> : tensor<2xui32>
  return
}

func.func @i64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, 7]> : tensor<2xi64>
  %result = stablehlo.negate %operand : tensor<2xi64>
  check.expect_eq_const %result, dense<[-9223372036854775808, -7]> : tensor<2xi64>
  return
}

func.func @ui64() {
  %operand = stablehlo.constant dense<[0, 1, 9223372036854775808]> : tensor<3xui64>
  %result = stablehlo.negate %operand : tensor<3xui64>
  check.expect_eq_const %result, dense<[0, 18446744073709551615, 9223372036854775808]> : tensor<3xui64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<2.0> : tensor<f64>
  %result = stablehlo.negate %operand : tensor<f64>
  check.expect_eq_const %result, dense<-2.0> : tensor<f64>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf64>
  %result = stablehlo.negate %operand : tensor<2x0xf64>
  check.expect_eq_const %result, dense<> : tensor<2x0xf64>
  return
}
