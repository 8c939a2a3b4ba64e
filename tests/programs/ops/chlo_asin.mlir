func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 0.9, 0.25, -0.001, 0.0]> : tensor<6xf64>
  %result = chlo.asin %operand : tensor<6xf64> -> tensor<6xf64>
  %expected = stablehlo.constant dense<[0.1001674211615598, -0.775397496610753, 1.1197695149986342, 0.25268025514207865, -0.0010000001666667416, 0.0]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 0.9, 0.25, -0.001, 0.0]> : tensor<6xf32>
  %result = chlo.asin %operand : tensor<6xf32> -> tensor<6xf32>
  %expected = stablehlo.constant dense<[0.10016742, -0.7753975, 1.1197695, 0.25268024, -0.0010000002, 0.0]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 0.5, 0.25, 0.0]> : tensor<5xbf16>
  %result = chlo.asin %operand : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq_const %result, dense<[0.125, -0.848, 0.523, 0.252, 0.0]> : tensor<5xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 0.5, 0.25, 0.0]> : tensor<5xf16>
  %result = chlo.asin %operand : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq_const %result, dense<[0.1254, -0.848, 0.5234, 0.2527, 0.0]> : tensor<5xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 0.5, 0.25, 0.0]> : tensor<5xf8E5M2>
  %result = chlo.asin %operand : tensor<5xf8E5M2> -> tensor<5xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -0.9, 0.5, 0.25, 0.0]> : tensor<5xf8E5M2>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = chlo.asin %operand : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.50160885, 0.28139606), (-0.60651153, 1.6224941), (1.5266362, -1.7637817), (-0.4532762, -1.1323936)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = chlo.asin %operand : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.5016088532755008, 0.2813960562452928), (-0.6065115181997548, 1.6224941488715938), (1.5266362630472592, -1.7637816499875794), (-0.4532761776387939, -1.1323936316053083)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 2.0]> : tensor<2xf32>
  %result = chlo.asin %operand : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq_const %result, dense<[-0.0, 0x7FC00000]> : tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<2xi1>, tensor<2xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 0]> : tensor<2xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 2.0]> : tensor<2xf64>
  %result = chlo.asin %operand : tensor<2xf64> -> tensor<2xf64>
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
  %result = chlo.asin %operand : tensor<f32> -> tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = chlo.asin %operand : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
