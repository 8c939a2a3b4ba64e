func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 80.0]> : tensor<9xf64>
  %result = chlo.sinh %operand : tensor<9xf64> -> tensor<9xf64>
  %expected = stablehlo.constant dense<[0.10016675001984403, -0.7585837018395335, 1.1752011936438014, 6.0502044810397875, -12.87578285468067, 11013.232874703393, -242582597.70489514, 0.001000000166666675, 2.770311192196755e+34]> : tensor<9xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf64>, tensor<9xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 80.0]> : tensor<9xf32>
  %result = chlo.sinh %operand : tensor<9xf32> -> tensor<9xf32>
  %expected = stablehlo.constant dense<[0.10016675, -0.75858366, 1.1752012, 6.0502043, -12.875783, 11013.232, -2.425826e+08, 0.0010000002, 2.7703112e+34]> : tensor<9xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf32>, tensor<9xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = chlo.sinh %operand : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.125, -0.824, 1.17, 6.06, -1.0e+01, 1.49e+03, 0.0625]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = chlo.sinh %operand : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %result, dense<[0.1254, -0.8223, 1.175, 6.05, -10.016, 1.49e+03, 0.06256]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = chlo.sinh %operand : tensor<7xf8E5M2> -> tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -0.9, 1.2, 6.0, -1.0e+01, 1.5e+03, 0.06]> : tensor<7xf8E5M2>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = chlo.sinh %operand : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.5048957, 0.27897912), (0.8860929, 2.13904), (9.939713, -1.2551831), (-0.25929487, -1.2286345)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = chlo.sinh %operand : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.504895714387995, 0.2789791283502615), (0.8860929093625314, 2.139040009980677), (9.93971213357129, -1.2551830751361823), (-0.2592948545511628, -1.2286345240950955)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0xFF800000]> : tensor<2xf32>
  %result = chlo.sinh %operand : tensor<2xf32> -> tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %bits, dense<[-2147483648, -8388608]> : tensor<2xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0xFFF0000000000000]> : tensor<2xf64>
  %result = chlo.sinh %operand : tensor<2xf64> -> tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, -4503599627370496]> : tensor<2xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = chlo.sinh %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.sinh %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
