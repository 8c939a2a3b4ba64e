// f64: rounded correctly.
func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf64>
  %result = chlo.conj %operand : tensor<8xf64> -> tensor<8xf64>
  check.expect_eq_const %result, dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf64>
  return
}

// f32: rounded correctly.
func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf32>
  %result = chlo.conj %operand : tensor<8xf32> -> tensor<8xf32>
  check.expect_eq_const %result, dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = chlo.conj %operand : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = chlo.conj %operand : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %result, dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = chlo.conj %operand : tensor<7xf8E5M2> -> tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = chlo.conj %operand : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0.5, -0.25), (-1.5, -2.0), (3.0, 0.125), (-0.75, 1.25)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = chlo.conj %operand : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_eq_const %result, dense<[(0.5, -0.25), (-1.5, -2.0), (3.0, 0.125), (-0.75, 1.25)]> : tensor<4xcomplex<f64>>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<2.0> : tensor<f32>
  %result = chlo.conj %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<2.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.conj %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
