func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf64>
  %result = chlo.atan %operand : tensor<8xf64> -> tensor<8xf64>
  %expected = stablehlo.constant dense<[0.09966865249116204, -0.6107259643892086, 0.7853981633974483, 1.1902899496825317, -1.2722973952087173, 1.4711276743037347, -1.5208379310729538, 0.0009999996666668668]> : tensor<8xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xf64>, tensor<8xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf32>
  %result = chlo.atan %operand : tensor<8xf32> -> tensor<8xf32>
  %expected = stablehlo.constant dense<[0.09966865, -0.61072594, 0.7853982, 1.19029, -1.2722974, 1.4711276, -1.5208379, 0.0009999997]> : tensor<8xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<8xf32>, tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = chlo.atan %operand : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.1245, -0.645, 0.785, 1.19, -1.25, 1.445, 0.0625]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = chlo.atan %operand : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %result, dense<[0.1243, -0.6436, 0.785, 1.19, -1.249, 1.446, 0.0624]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = chlo.atan %operand : tensor<7xf8E5M2> -> tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -0.6, 0.8, 1.2, -1.2, 1.5, 0.06]> : tensor<7xf8E5M2>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = chlo.atan %operand : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.48425448, 0.20058662), (-1.3112233, 0.3104283), (1.249514, -0.012483092), (-1.1071488, -0.54930615)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = chlo.atan %operand : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.4842544903299662, 0.20058661813123432), (-1.311223269671635, 0.3104282830771958), (1.2495139370554467, -0.012483092187052253), (-1.1071487177940904, -0.5493061443340549)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FC00000]> : tensor<2xf32>
  %result = chlo.atan %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq_const %result, dense<[-0.0, 0x7FC00000]> : tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<2xi1>, tensor<2xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 0]> : tensor<2xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FF8000000000000]> : tensor<2xf64>
  %result = chlo.atan %operand : tensor<2xf64> -> tensor<2xf64>
  check.expect_eq_const %result, dense<[-0.0, 0x7FF8000000000000]> : tensor<2xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<2xi1>, tensor<2xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<2xf64>) -> tensor<2xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 0]> : tensor<2xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = chlo.atan %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.atan %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
