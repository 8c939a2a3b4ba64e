func.func @f64() {
  %operand = stablehlo.constant dense<[1.0, 1.5, 10.0, 1.0e+20]> : tensor<4xf64>
  %result = chlo.acosh %operand : tensor<4xf64> -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.0, 0.9624236501192069, 2.993222846126381, 46.74484904044086]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[1.0, 1.5, 10.0, 1.0e+20]> : tensor<4xf32>
  %result = chlo.acosh %operand : tensor<4xf32> -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.0, 0.9624236, 2.993223, 46.74485]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[1.0, 1.5, 8.0]> : tensor<3xbf16>
  %result = chlo.acosh %operand : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq_const %result, dense<[0.0, 0.96, 2.77]> : tensor<3xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[1.0, 1.5, 8.0]> : tensor<3xf16>
  %result = chlo.acosh %operand : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq_const %result, dense<[0.0, 0.9624, 2.77]> : tensor<3xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[1.0, 1.5, 8.0]> : tensor<3xf8E5M2>
  %result = chlo.acosh %operand : tensor<3xf8E5M2> -> tensor<3xf8E5M2>
  check.expect_eq_const %result, dense<[0.0, 1.0, 3.0]> : tensor<3xf8E5M2>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = chlo.acosh %operand : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.28139606, 1.0691875), (1.6224941, 2.1773078), (1.7637817, -0.044160064), (1.1323936, -2.0240724)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = chlo.acosh %operand : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.2813960562452928, 1.0691874735193958), (1.6224941488715938, 2.1773078449946515), (1.7637816499875794, -0.04416006374763745), (1.1323936316053083, -2.0240725044336907)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[1.0, 0.5, 0x7F800000]> : tensor<3xf32>
  %result = chlo.acosh %operand : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq_const %result, dense<[0.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<3xi1>, tensor<3xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<3xf32>) -> tensor<3xi32>
  check.expect_eq_const %bits, dense<[0, 0, 2139095040]> : tensor<3xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[1.0, 0.5, 0x7FF0000000000000]> : tensor<3xf64>
  %result = chlo.acosh %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.0, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<3xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<3xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<3xi1>, tensor<3xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<3xf64>) -> tensor<3xi64>
  check.expect_eq_const %bits, dense<[0, 0, 9218868437227405312]> : tensor<3xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<1.0> : tensor<f32>
  %result = chlo.acosh %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.acosh %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
