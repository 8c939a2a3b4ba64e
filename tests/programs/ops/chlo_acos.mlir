func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 0.9, 0.25, -0.001, 0.0]> : tensor<6xf64>
  %result = chlo.acos %operand : tensor<6xf64> -> tensor<6xf64>
  %expected = stablehlo.constant dense<[1.4706289056333368, 2.3461938234056494, 0.45102681179626236, 1.318116071652818, 1.5717963269615634, 1.5707963267948966]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 0.9, 0.25, -0.001, 0.0]> : tensor<6xf32>
  %result = chlo.acos %operand : tensor<6xf32> -> tensor<6xf32>
  %expected = stablehlo.constant dense<[1.4706289, 2.3461938, 0.45102686, 1.3181161, 1.5717963, 1.5707964]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 0.5, 0.25, 0.0]> : tensor<5xbf16>
  %result = chlo.acos %operand : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq_const %result, dense<[1.445, 2.42, 1.05, 1.32, 1.57]> : tensor<5xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 0.5, 0.25, 0.0]> : tensor<5xf16>
  %result = chlo.acos %operand : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq_const %result, dense<[1.445, 2.418, 1.047, 1.318, 1.57]> : tensor<5xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 0.5, 0.25, 0.0]> : tensor<5xf8E5M2>
  %result = chlo.acos %operand : tensor<5xf8E5M2> -> tensor<5xf8E5M2>
  check.expect_eq_const %result, dense<[1.5, 2.5, 1.0, 1.2, 1.5]> : tensor<5xf8E5M2>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = chlo.acos %operand : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(1.0691875, -0.28139606), (2.1773078, -1.6224941), (0.044160064, 1.7637817), (2.0240724, 1.1323936)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = chlo.acos %operand : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(1.0691874735193958, -0.2813960562452928), (2.1773078449946515, -1.6224941488715938), (0.04416006374763745, 1.7637816499875794), (2.0240725044336907, 1.1323936316053083)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %result = chlo.acos %operand : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq_const %result, dense<[0.0, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<3xi1>, tensor<3xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<3xf32>) -> tensor<3xi32>
  check.expect_eq_const %bits, dense<[0, 0, 0]> : tensor<3xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[1.0, 2.0, 0x7FF8000000000000]> : tensor<3xf64>
  %result = chlo.acos %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<3xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<3xi1>, tensor<3xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<3xf64>) -> tensor<3xi64>
  check.expect_eq_const %bits, dense<[0, 0, 0]> : tensor<3xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<1.0> : tensor<f32>
  %result = chlo.acos %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.acos %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
