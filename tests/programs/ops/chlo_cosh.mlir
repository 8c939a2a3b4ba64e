func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 80.0]> : tensor<9xf64>
  %result = chlo.cosh %operand : tensor<9xf64> -> tensor<9xf64>
  %expected = stablehlo.constant dense<[1.0050041680558035, 1.255169005630943, 1.5430806348152437, 6.132289479663686, 12.914557062512392, 11013.232920103323, 242582597.70489514, 1.0000005000000416, 2.770311192196755e+34]> : tensor<9xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf64>, tensor<9xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 80.0]> : tensor<9xf32>
  %result = chlo.cosh %operand : tensor<9xf32> -> tensor<9xf32>
  %expected = stablehlo.constant dense<[1.0050042, 1.255169, 1.5430807, 6.1322894, 12.914557, 11013.233, 2.425826e+08, 1.0000005, 2.7703112e+34]> : tensor<9xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf32>, tensor<9xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = chlo.cosh %operand : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %result, dense<[1.01, 1.3, 1.55, 6.12, 10.06, 1.49e+03, 1.0]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = chlo.cosh %operand : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %result, dense<[1.008, 1.295, 1.543, 6.133, 10.07, 1.49e+03, 1.002]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = chlo.cosh %operand : tensor<7xf8E5M2> -> tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[1.0, 1.2, 1.5, 6.0, 1.0e+01, 1.5e+03, 1.0]> : tensor<7xf8E5M2>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = chlo.cosh %operand : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(1.0925708, 0.12892105), (-0.9789478, -1.9361483), (9.989111, -1.2489759), (0.40824258, 0.78036594)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = chlo.cosh %operand : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(1.0925708047319176, 0.12892104172809826), (-0.9789478196465577, -1.9361483295105073), (9.989110746664071, -1.2489758856613866), (0.4082425918779688, 0.7803659308458533)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0xFF800000]> : tensor<2xf32>
  %result = chlo.cosh %operand : tensor<2xf32> -> tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %bits, dense<[1065353216, 2139095040]> : tensor<2xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0xFFF0000000000000]> : tensor<2xf64>
  %result = chlo.cosh %operand : tensor<2xf64> -> tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xi64>
  check.expect_eq_const %bits, dense<[4607182418800017408, 9218868437227405312]> : tensor<2xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = chlo.cosh %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<1.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.cosh %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
