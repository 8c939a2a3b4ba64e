// The specification's example.
func.func @specification_example() {
  %lhs = stablehlo.constant dense<[-2.0, -0.0, -36.0, 5.0, 3.0, 10000.0]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[2.0, 2.0, 1.1, 2.0, -1.0, 10.0]> : tensor<6xf64>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  check.expect_almost_eq_const %result, dense<[4.0, 0.0, 0x7FF8000000000000, 25.0, 0.333333343, 1.0e40]> : tensor<6xf64>
  return
}

func.func @i2() {
  %lhs = stablehlo.constant dense<[1, 0, 1, 1, 0, -2, 1, 0, 1, -1]> : tensor<10xi2>
  %rhs = stablehlo.constant dense<[1, 0, 1, 1, 1, 1, -1, -1, -2, -1]> : tensor<10xi2>
  %result = stablehlo.power %lhs, %rhs : tensor<10xi2>
  check.expect_eq_const %result, dense<[1, 1, 1, 1, 0, -2, 1, 0, 1, -1]> : tensor<10xi2>
  return
}

func.func @ui2() {
  %lhs = stablehlo.constant dense<[1, 0, 3, 1, 0]> : tensor<5xui2>
  %rhs = stablehlo.constant dense<[1, 0, 1, 3, 1]> : tensor<5xui2>
  %result = stablehlo.power %lhs, %rhs : tensor<5xui2>
  check.expect_eq_const %result, dense<[1, 1, 3, 1, 0]> : tensor<5xui2>
  return
}

func.func @i4() {
  %lhs = stablehlo.constant dense<[2, 0, 7, 3, 0, -2, 3, 0, 1, -1]> : tensor<10xi4>
  %rhs = stablehlo.constant dense<[3, 0, 2, 7, 1, 3, -1, -1, -2, -1]> : tensor<10xi4>
  %result = stablehlo.power %lhs, %rhs : tensor<10xi4>
  check.expect_eq_const %result, dense<[-8, 1, 1, -5, 0, -8, 0, 0, 1, -1]> : tensor<10xi4>
  return
}

func.func @ui4() {
  %lhs = stablehlo.constant dense<[2, 0, 15, 3, 0]> : tensor<5xui4>
  %rhs = stablehlo.constant dense<[3, 0, 2, 15, 1]> : tensor<5xui4>
  %result = stablehlo.power %lhs, %rhs : tensor<5xui4>
  check.expect_eq_const %result, dense<[8, 1, 1, 11, 0]> : tensor<5xui4>
  return
}

func.func @i8() {
  %lhs = stablehlo.constant dense<[2, 0, 127, 3, 0, -2, 3, 0, 1, -1]> : tensor<10xi8>
  %rhs = stablehlo.constant dense<[3, 0, 2, 127, 1, 3, -1, -1, -2, -1]> : tensor<10xi8>
  %result = stablehlo.power %lhs, %rhs : tensor<10xi8>
  check.expect_eq_const %result, dense<[8, 1, 1, -85, 0, -8, 0, 0, 1, -1]> : tensor<10xi8>
  return
}

func.func @ui8() {
  %lhs = stablehlo.constant dense<[2, 0, 255, 3, 0]> : tensor<5xui8>
  %rhs = stablehlo.constant dense<[3, 0, 2, 255, 1]> : tensor<5xui8>
  %result = stablehlo.power %lhs, %rhs : tensor<5xui8>
  check.expect_eq_const %result, dense<[8, 1, 1, 171, 0]> : tensor<5xui8>
  return
}

func.func @i16() {
  %lhs = stablehlo.constant dense<[2, 0, 32767, 3, 0, -2, 3, 0, 1, -1]> : tensor<10xi16>
  %rhs = stablehlo.constant dense<[3, 0, 2, 32767, 1, 3, -1, -1, -2, -1]> : tensor<10xi16>
  %result = stablehlo.power %lhs, %rhs : tensor<10xi16>
  check.expect_eq_const %result, dense<[8, 1, 1, -21845, 0, -8, 0, 0, 1, -1]> : tensor<10xi16>
  return
}

func.func @ui16() {
  %lhs = stablehlo.constant dense<[2, 0, 65535, 3, 0]> : tensor<5xui16>
  %rhs = stablehlo.constant dense<[3, 0, 2, 65535, 1]> : tensor<5xui16>
  %result = stablehlo.power %lhs, %rhs : tensor<5xui16>
  check.expect_eq_const %result, dense<[8, 1, 1, 43691, 0]> : tensor<5xui16>
  return
}

func.func @i32() {
  %lhs = stablehlo.constant dense<[2, 0, 2147483647, 3, 0, -2, 3, 0, 1, -1]> : tensor<10xi32>
  %rhs = stablehlo.constant dense<[3, 0, 2, 2147483647, 1, 3, -1, -1, -2, -1]> : tensor<10xi32>
  %result = stablehlo.power %lhs, %rhs : tensor<10xi32>
  check.expect_eq_const %result, dense<[8, 1, 1, -1431655765, 0, -8, 0, 0, 1, -1]> : tensor<10xi32>
  return
}

func.func @ui32() {
  %lhs = stablehlo.constant dense<[2, 0, 4294967295, 3, 0]> : tensor<5xui32>
  %rhs = stablehlo.constant dense<[3, 0, 2, 4294967295, 1]> : tensor<5xui32>
  %result = stablehlo.power %lhs, %rhs : tensor<5xui32>
  check.expect_eq_const %result, dense<[8, 1, 1, 2863311531, 0]> : tensor<5xui32>
  return
}

func.func @i64() {
  %lhs = stablehlo.constant dense<[2, 0, 9223372036854775807, 3, 0, -2, 3, 0, 1, -1]> : tensor<10xi64>
  %rhs = stablehlo.constant dense<[3, 0, 2, 9223372036854775807, 1, 3, -1, -1, -2, -1]> : tensor<10xi64>
  %result = stablehlo.power %lhs, %rhs : tensor<10xi64>
  check.expect_eq_const %result, dense<[8, 1, 1, -6148914691236517205, 0, -8, 0, 0, 1, -1]> : tensor<10xi64>
  return
}

func.func @ui64() {
  %lhs = stablehlo.constant dense<[2, 0, 18446744073709551615, 3, 0]> : tensor<5xui64>
  %rhs = stablehlo.constant dense<[3, 0, 2, 18446744073709551615, 1]> : tensor<5xui64>
  %result = stablehlo.power %lhs, %rhs : tensor<5xui64>
  check.expect_eq_const %result, dense<[8, 1, 1, 12297829382473034411, 0]> : tensor<5xui64>
  return
}

func.func @f64() {
  %lhs = stablehlo.constant dense<[1.5, 3.0, 2.5, 0.7, 10.0, 1.25]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[0.25, 2.0, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf64>
  %result = stablehlo.power %lhs, %rhs : tensor<6xf64>
  %expected = stablehlo.constant dense<[1.1066819197003215, 9.0, 0.10119288512538814, 0.3429999999999999, 1.9952623149688795, 0.262144]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  return
}

func.func @f32() {
  %lhs = stablehlo.constant dense<[1.5, 3.0, 2.5, 0.7, 10.0, 1.25]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[0.25, 2.0, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf32>
  %result = stablehlo.power %lhs, %rhs : tensor<6xf32>
  %expected = stablehlo.constant dense<[1.106682, 9.0, 0.101192884, 0.343, 1.9952624, 0.262144]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  return
}

func.func @bf16() {
  %lhs = stablehlo.constant dense<[1.5, 3.0, 2.5, 0.7, 1.0e+01, 1.25]> : tensor<6xbf16>
  %rhs = stablehlo.constant dense<[0.25, 2.0, -2.5, 3.0, 0.3, -6.0]> : tensor<6xbf16>
  %result = stablehlo.power %lhs, %rhs : tensor<6xbf16>
  check.expect_eq_const %result, dense<[1.11, 9.0, 0.101, 0.342, 2.0, 0.262]> : tensor<6xbf16>
  return
}

func.func @f16() {
  %lhs = stablehlo.constant dense<[1.5, 3.0, 2.5, 0.7, 1.0e+01, 1.25]> : tensor<6xf16>
  %rhs = stablehlo.constant dense<[0.25, 2.0, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf16>
  %result = stablehlo.power %lhs, %rhs : tensor<6xf16>
  check.expect_eq_const %result, dense<[1.106, 9.0, 0.1012, 0.3433, 1.995, 0.2622]> : tensor<6xf16>
  return
}

func.func @f8e5m2() {
  %lhs = stablehlo.constant dense<[1.5, 3.0, 2.5, 0.8, 1.0e+01, 1.2]> : tensor<6xf8E5M2>
  %rhs = stablehlo.constant dense<[0.25, 2.0, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E5M2>
  %result = stablehlo.power %lhs, %rhs : tensor<6xf8E5M2>
  check.expect_eq_const %result, dense<[1.0, 8.0, 0.09, 0.44, 2.0, 0.25]> : tensor<6xf8E5M2>
  return
}

func.func @f8e4m3fn() {
  %lhs = stablehlo.constant dense<[1.5, 3.0, 2.5, 0.7, 1.0e+01, 1.2]> : tensor<6xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0.25, 2.0, -2.5, 3.0, 0.3, -6.0]> : tensor<6xf8E4M3FN>
  %result = stablehlo.power %lhs, %rhs : tensor<6xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.1, 9.0, 0.1, 0.3, 2.0, 0.25]> : tensor<6xf8E4M3FN>
  return
}

func.func @complex64() {
  %lhs = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, -0.5), (0.25, 3.0), (-2.0, -1.0), (2.0, 0.5)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.power %lhs, %rhs : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.51360446, 0.48274478), (-0.0016175982, -0.00026246457), (0.056027845, -0.09044701), (-3.8322232, 4.7545075)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %lhs = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, -0.5), (0.25, 3.0), (-2.0, -1.0), (2.0, 0.5)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.power %lhs, %rhs : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.5136044604572911, 0.48274478398025056), (-0.0016175982540378728, -0.00026246457108199513), (0.05602784526230837, -0.0904470114175534), (-3.83222320930352, 4.754507547271488)]> : tensor<4xcomplex<f64>>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %lhs_stored = stablehlo.constant dense<[3, 5, 7, 9]> : tensor<4xi8>
  %lhs = stablehlo.bitcast_convert %lhs_stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %rhs_stored = stablehlo.constant dense<[5, 3, -1, 2]> : tensor<4xi8>
  %rhs = stablehlo.bitcast_convert %rhs_stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.power %lhs, %rhs : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[1, 5, -2, 5]> : tensor<4xi8>
  return
}

// Signs of zero too: compared by their bits.
func.func @edges_f32() {
  %lhs = stablehlo.constant dense<[-2.0, 0.0, -0.0, 0x7FC00000, 1.0, -8.0, 0.0, -0.0, 0x7F800000, 2.0]> : tensor<10xf32>
  %rhs = stablehlo.constant dense<[2.0, 0.0, -3.0, 0.0, 0x7FC00000, 0.33333334, -1.0, 3.0, -1.0, -149.0]> : tensor<10xf32>
  %result = stablehlo.power %lhs, %rhs : tensor<10xf32>
  check.expect_eq_const %result, dense<[4.0, 1.0, 0xFF800000, 1.0, 1.0, 0x7FC00000, 0x7F800000, -0.0, 0.0, 1.0e-45]> : tensor<10xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<10xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<10xi1>, tensor<10xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<10xf32>) -> tensor<10xi32>
  check.expect_eq_const %bits, dense<[1082130432, 1065353216, -8388608, 1065353216, 1065353216, 0, 2139095040, -2147483648, 0, 1]> : tensor<10xi32>
  return
}

func.func @rank_0() {
  %lhs = stablehlo.constant dense<1.5> : tensor<f32>
  %rhs = stablehlo.constant dense<2.0> : tensor<f32>
  %result = stablehlo.power %lhs, %rhs : tensor<f32>
  check.expect_eq_const %result, dense<2.25> : tensor<f32>
  return
}

func.func @zero_sized() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.power %lhs, %rhs : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  return
}
