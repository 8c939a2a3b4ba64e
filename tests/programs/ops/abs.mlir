// f64: rounded correctly.
func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf64>
  %result = stablehlo.abs %operand : tensor<8xf64>
  check.expect_eq_const %result, dense<[0.1, 0.7, 1.0, 2.5, 3.25, 10.0, 20.0, 0.001]> : tensor<8xf64>
  return
}

// f32: rounded correctly.
func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf32>
  %result = stablehlo.abs %operand : tensor<8xf32>
  check.expect_eq_const %result, dense<[0.1, 0.7, 1.0, 2.5, 3.25, 10.0, 20.0, 0.001]> : tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.abs %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.0625]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.abs %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.0625]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.abs %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, 0.8, 1.0, 2.5, 3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.abs %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.125, 0.75, 1.0, 2.5, 3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.abs %operand : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  check.expect_almost_eq_const %result, dense<[0.559017, 2.5, 3.002603, 1.4577379]> : tensor<4xf32>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.abs %operand : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.5590169943749475, 2.5, 3.0026030373660784, 1.4577379737113252]> : tensor<4xf64>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0x7F800000, 0xFF800000, 0x7FC00000, -1.0e-40]> : tensor<5xf32>
  %result = stablehlo.abs %operand : tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0x7F800000, 0x7F800000, 0x7FC00000, 1.0e-40]> : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf32>) -> tensor<5xi32>
  check.expect_eq_const %bits, dense<[0, 2139095040, 2139095040, 0, 71362]> : tensor<5xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -1.0e-40]> : tensor<5xf64>
  %result = stablehlo.abs %operand : tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e-40]> : tensor<5xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<5xi1>, tensor<5xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<5xf64>) -> tensor<5xi64>
  check.expect_eq_const %bits, dense<[0, 9218868437227405312, 9218868437227405312, 0, 4008604054463141788]> : tensor<5xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.abs %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 1, 7, 17]> : tensor<4xi8>
  return
}

// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[-2, 0, 2]> : tensor<3xi32>
  %result = "stablehlo.abs"(%operand) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[2, 0, 2]> : tensor<3xi32>
  return
}

func.func @i2() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.abs %operand : tensor<4xi2>
  check.expect_eq_const %result, dense<[-2, 1, 0, 1]> : tensor<4xi2>
  return
}

func.func @i4() {
  %operand = stablehlo.constant dense<[-8, -7, 0, 7]> : tensor<4xi4>
  %result = stablehlo.abs %operand : tensor<4xi4>
  check.expect_eq_const %result, dense<[-8, 7, 0, 7]> : tensor<4xi4>
  return
}

func.func @i8() {
  %operand = stablehlo.constant dense<[-128, -127, 0, 5]> : tensor<4xi8>
  %result = stablehlo.abs %operand : tensor<4xi8>
  check.expect_eq_const %result, dense<[-128, 127, 0, 5]> : tensor<4xi8>
  return
}

func.func @i16() {
  %operand = stablehlo.constant dense<[-32768, 3]> : tensor<2xi16>
  %result = stablehlo.abs %operand : tensor<2xi16>
  check.expect_eq_const %result, dense<[-32768, 3]> : tensor<2xi16>
  return
}

func.func @i64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -5, 9223372036854775807]> : tensor<3xi64>
  %result = stablehlo.abs %operand : tensor<3xi64>
  check.expect_eq_const %result, dense<[-9223372036854775808, 5, 9223372036854775807]> : tensor<3xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<-1.5> : tensor<f32>
  %result = stablehlo.abs %operand : tensor<f32>
  check.expect_eq_const %result, dense<1.5> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.abs %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
