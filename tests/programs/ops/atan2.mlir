// The specification's example.
func.func @specification_example() {
  %lhs = stablehlo.constant dense<[0.0, 1.0, -1.0]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf64>
  %result = "stablehlo.atan2"(%lhs, %rhs) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[0.0, 1.57079637, -1.57079637]> : tensor<3xf64>
  return
}

func.func @f64() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 100.0, -1.25]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf64>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<6xf64>
  %expected = stablehlo.constant dense<[1.4056476493802699, -1.5374753309166493, 2.356194490192345, 0.22923193327699531, 1.5677963357948481, -2.936197264400026]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  return
}

func.func @f32() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 100.0, -1.25]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf32>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<6xf32>
  %expected = stablehlo.constant dense<[1.4056476, -1.5374753, 2.3561945, 0.22923192, 1.5677963, -2.9361973]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  return
}

func.func @bf16() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.25]> : tensor<6xbf16>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xbf16>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<6xbf16>
  check.expect_eq_const %result, dense<[1.41, -1.54, 2.36, 0.229, 1.57, -2.94]> : tensor<6xbf16>
  return
}

func.func @f16() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.25]> : tensor<6xf16>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf16>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<6xf16>
  check.expect_eq_const %result, dense<[1.405, -1.537, 2.355, 0.2292, 1.567, -2.936]> : tensor<6xf16>
  return
}

func.func @f8e5m2() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.8, 1.0e+02, -1.2]> : tensor<6xf8E5M2>
  %rhs = stablehlo.constant dense<[0.25, 0.09, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E5M2>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<6xf8E5M2>
  check.expect_eq_const %result, dense<[1.5, -1.5, 2.5, 0.25, 1.5, -3.0]> : tensor<6xf8E5M2>
  return
}

func.func @f8e4m3fn() {
  %lhs = stablehlo.constant dense<[1.5, -3.0, 2.5, 0.7, 1.0e+02, -1.2]> : tensor<6xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0.25, 0.1, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E4M3FN>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<6xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.4, -1.5, 2.2, 0.22, 1.6, -3.0]> : tensor<6xf8E4M3FN>
  return
}

func.func @complex64() {
  %lhs = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, -0.5), (0.25, 3.0), (-2.0, -1.0), (2.0, 0.5)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.33737049, 0.37908688), (-2.4786837, 0.39030895), (2.191539, 0.25105065), (-0.5535744, -0.4023595)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %lhs = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, -0.5), (0.25, 3.0), (-2.0, -1.0), (2.0, 0.5)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.3373704711117763, 0.3790868723420221), (-2.478683821755777, 0.3903089526540557), (2.1915389428041965, 0.2510506510492588), (-0.5535743588970452, -0.40235947810852507)]> : tensor<4xcomplex<f64>>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %lhs_stored = stablehlo.constant dense<[-9, -1, 1, 3, 6, 11]> : tensor<6xi8>
  %lhs = stablehlo.bitcast_convert %lhs_stored : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:1>>
  %rhs_stored = stablehlo.constant dense<[5, 2, -7, 9, 3, 4]> : tensor<6xi8>
  %rhs = stablehlo.bitcast_convert %rhs_stored : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.atan2 %lhs, %rhs : (tensor<6x!quant.uniform<i8:f32, 0.5:1>>, tensor<6x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<6x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<6x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<6xi8>
  check.expect_eq_const %result, dense<[-8, -7, 10, -2, 2, 2]> : tensor<6xi8>
  return
}

// Signs of zero too: compared by their bits.
func.func @edges_f32() {
  %lhs = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  %rhs = stablehlo.constant dense<[-1.0, -1.0, 1.0, 1.0, 0.0, 0x7F800000, 1.0]> : tensor<7xf32>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<7xf32>
  check.expect_eq_const %result, dense<[3.1415927, -3.1415927, 0.0, -0.0, 1.5707964, 0.7853982, 0x7FC00000]> : tensor<7xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<7xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<7xi1>, tensor<7xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<7xf32>) -> tensor<7xi32>
  check.expect_eq_const %bits, dense<[1078530011, -1068953637, 0, -2147483648, 1070141403, 1061752795, 0]> : tensor<7xi32>
  return
}

func.func @rank_0() {
  %lhs = stablehlo.constant dense<0.0> : tensor<f32>
  %rhs = stablehlo.constant dense<1.0> : tensor<f32>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  return
}
