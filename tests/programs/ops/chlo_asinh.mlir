func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 1.0e+20, -1.0e-20]> : tensor<10xf64>
  %result = chlo.asinh %operand : tensor<10xf64> -> tensor<10xf64>
  %expected = stablehlo.constant dense<[0.09983407889920756, -0.6526665660823557, 0.881373587019543, 1.6472311463710958, -1.894672135423041, 2.99822295029797, -3.6895038689889055, 0.0009999998333334083, 46.74484904044086, -1.0e-20]> : tensor<10xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<10xf64>, tensor<10xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 1.0e+20, -1.0e-20]> : tensor<10xf32>
  %result = chlo.asinh %operand : tensor<10xf32> -> tensor<10xf32>
  %expected = stablehlo.constant dense<[0.09983408, -0.65266657, 0.8813736, 1.6472311, -1.8946722, 2.998223, -3.689504, 0.0009999999, 46.74485, -1.0e-20]> : tensor<10xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<10xf32>, tensor<10xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = chlo.asinh %operand : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.1245, -0.69, 0.883, 1.65, -1.82, 2.78, 0.0625]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = chlo.asinh %operand : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %result, dense<[0.1247, -0.6934, 0.8813, 1.647, -1.818, 2.777, 0.06247]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = chlo.asinh %operand : tensor<7xf8E5M2> -> tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -0.8, 0.9, 1.8, -1.8, 3.0, 0.06]> : tensor<7xf8E5M2>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = chlo.asinh %operand : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.4926757, 0.22432846), (-1.6004101, 0.88776517), (1.8191872, -0.03951098), (-1.0317185, -0.9117383)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = chlo.asinh %operand : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.4926756834207706, 0.2243284526346675), (-1.6004100552346137, 0.8877651461839051), (1.819187184014368, -0.03951098165991842), (-1.0317185344477802, -0.9117382909684877)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0x7F800000, 0xFF800000]> : tensor<3xf32>
  %result = chlo.asinh %operand : tensor<3xf32> -> tensor<3xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xf32>) -> tensor<3xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 2139095040, -8388608]> : tensor<3xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<3xf64>
  %result = chlo.asinh %operand : tensor<3xf64> -> tensor<3xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xf64>) -> tensor<3xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 9218868437227405312, -4503599627370496]> : tensor<3xi64>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = chlo.asinh %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.asinh %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
