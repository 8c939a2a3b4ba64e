func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf64>
  %result = chlo.bessel_i1e %operand : tensor<8xf64> -> tensor<8xf64>
  %expected = stablehlo.constant dense<[0.045298446808809324, -0.18466998276274732, 0.20791041534970844, 0.20658464953126657, -0.19203105433313603, 0.12126268138445552, -0.08750622218328867, 0.0004995003123542213]> : tensor<8xf64>
  check.expect_close %result, %expected, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001]> : tensor<8xf32>
  %result = chlo.bessel_i1e %operand : tensor<8xf32> -> tensor<8xf32>
  %expected = stablehlo.constant dense<[0.045298446, -0.18466999, 0.20791042, 0.20658465, -0.19203106, 0.121262684, -0.08750622, 0.0004995003]> : tensor<8xf32>
  check.expect_close %result, %expected, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = chlo.bessel_i1e %operand : tensor<7xbf16> -> tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.0552, -0.189, 0.208, 0.207, -0.197, 0.134, 0.0294]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = chlo.bessel_i1e %operand : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq_const %result, dense<[0.05527, -0.19, 0.2079, 0.2065, -0.1968, 0.1342, 0.02937]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = chlo.bessel_i1e %operand : tensor<7xf8E5M2> -> tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.055, -0.2, 0.22, 0.22, -0.2, 0.12, 0.03]> : tensor<7xf8E5M2>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0x7FC00000]> : tensor<2xf32>
  %result = chlo.bessel_i1e %operand : tensor<2xf32> -> tensor<2xf32>
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
  %result = chlo.bessel_i1e %operand : tensor<2xf64> -> tensor<2xf64>
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
  %result = chlo.bessel_i1e %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.bessel_i1e %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
