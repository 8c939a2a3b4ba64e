// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0x7FF8000000000000, -1.0, -0.0, 0.0, 1.0]> : tensor<5xf64>
  %result = stablehlo.sign %operand : tensor<5xf64>
  check.expect_eq_const %result, dense<[0x7FF8000000000000, -1.0, -0.0, 0.0, 1.0]> : tensor<5xf64>
  return
}

// f64: rounded correctly.
func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf64>
  %result = stablehlo.sign %operand : tensor<8xf64>
  check.expect_eq_const %result, dense<[1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0]> : tensor<8xf64>
  return
}

// f32: rounded correctly.
func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf32>
  %result = stablehlo.sign %operand : tensor<8xf32>
  check.expect_eq_const %result, dense<[1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0]> : tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.sign %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.sign %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.sign %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.sign %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.sign %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.8944272, 0.4472136), (-0.6, 0.8), (0.99913305, -0.041630544), (-0.51449573, -0.8574929)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.sign %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.8944271909999159, 0.4472135954999579), (-0.6, 0.8), (0.9991330730923519, -0.04163054471218133), (-0.5144957554275265, -0.8574929257125442)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[0x7FC00000, -0.0, 0.0, 0x7F800000, 0xFF800000, -1.0e-42]> : tensor<6xf32>
  %result = stablehlo.sign %operand : tensor<6xf32>
  check.expect_eq_const %result, dense<[0x7FC00000, -0.0, 0.0, 1.0, -1.0, -1.0]> : tensor<6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<6xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<6xi1>, tensor<6xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %bits, dense<[0, -2147483648, 0, 1065353216, -1082130432, -1082130432]> : tensor<6xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[0x7FF8000000000000, -0.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, -1.0e-42]> : tensor<6xf64>
  %result = stablehlo.sign %operand : tensor<6xf64>
  check.expect_eq_const %result, dense<[0x7FF8000000000000, -0.0, 0.0, 1.0, -1.0, -1.0]> : tensor<6xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<6xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<6xi1>, tensor<6xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<6xf64>) -> tensor<6xi64>
  check.expect_eq_const %bits, dense<[0, -9223372036854775808, 0, 4607182418800017408, -4616189618054758400, -4616189618054758400]> : tensor<6xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.sign %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 1, 1, 1]> : tensor<4xi8>
  return
}

func.func @i2() {
  %operand = stablehlo.constant dense<[-2, 0, 1]> : tensor<3xi2>
  %result = stablehlo.sign %operand : tensor<3xi2>
  check.expect_eq_const %result, dense<[-1, 0, 1]> : tensor<3xi2>
  return
}

func.func @i4() {
  %operand = stablehlo.constant dense<[-8, 0, 7]> : tensor<3xi4>
  %result = stablehlo.sign %operand : tensor<3xi4>
  check.expect_eq_const %result, dense<[-1, 0, 1]> : tensor<3xi4>
  return
}

func.func @i8() {
  %operand = stablehlo.constant dense<[-128, 0, 5]> : tensor<3xi8>
  %result = stablehlo.sign %operand : tensor<3xi8>
  check.expect_eq_const %result, dense<[-1, 0, 1]> : tensor<3xi8>
  return
}

func.func @i32() {
  %operand = stablehlo.constant dense<[-7, 0, 9]> : tensor<3xi32>
  %result = stablehlo.sign %operand : tensor<3xi32>
  check.expect_eq_const %result, dense<[-1, 0, 1]> : tensor<3xi32>
  return
}

func.func @i64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, 0, 3]> : tensor<3xi64>
  %result = stablehlo.sign %operand : tensor<3xi64>
  check.expect_eq_const %result, dense<[-1, 0, 1]> : tensor<3xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<-4.0> : tensor<f32>
  %result = stablehlo.sign %operand : tensor<f32>
  check.expect_eq_const %result, dense<-1.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.sign %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}

func.func @complex_edges() {
  %operand = stablehlo.constant dense<[(0.0, 0.0), (0x7FC00000, 1.0), (3.0, 4.0)]> : tensor<3xcomplex<f32>>
  %result = stablehlo.sign %operand : tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.0, 0.0), (0x7FC00000, 0x7FC00000), (0.6, 0.8)]> : tensor<3xcomplex<f32>>
  return
}
