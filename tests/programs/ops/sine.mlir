// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<[0.0, 1.5707964, 3.1415927, 4.712389]> : tensor<4xf32>
  %result = stablehlo.sine %operand : tensor<4xf32>
  check.expect_almost_eq_const %result, dense<[0.0, 1.0, 0.0, -1.0]> : tensor<4xf32>
  return
}

func.func @f64() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 10000000000.0]> : tensor<9xf64>
  %result = stablehlo.sine %operand : tensor<9xf64>
  %expected = stablehlo.constant dense<[0.09983341664682815, -0.644217687237691, 0.8414709848078965, 0.5984721441039565, 0.10819513453010837, -0.5440211108893698, -0.9129452507276277, 0.0009999998333333417, -0.4875060250875107]> : tensor<9xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf64>, tensor<9xf64>
  return
}

func.func @f32() {
  %operand = stablehlo.constant dense<[0.1, -0.7, 1.0, 2.5, -3.25, 10.0, -20.0, 0.001, 1.0e+10]> : tensor<9xf32>
  %result = stablehlo.sine %operand : tensor<9xf32>
  %expected = stablehlo.constant dense<[0.09983342, -0.64421767, 0.84147096, 0.5984721, 0.10819513, -0.5440211, -0.9129453, 0.0009999999, -0.48750603]> : tensor<9xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<9xf32>, tensor<9xf32>
  %accurate = stablehlo.sine %operand {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<9xf32>
  check.expect_close %accurate, %expected, max_ulp_difference = 1 : tensor<9xf32>, tensor<9xf32>
  return
}

// bf16: rounded correctly.
func.func @bf16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xbf16>
  %result = stablehlo.sine %operand : tensor<7xbf16>
  check.expect_eq_const %result, dense<[0.1245, -0.68, 0.84, 0.598, -0.142, 0.99, 0.0625]> : tensor<7xbf16>
  return
}

// f16: rounded correctly.
func.func @f16() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.0625]> : tensor<7xf16>
  %result = stablehlo.sine %operand : tensor<7xf16>
  check.expect_eq_const %result, dense<[0.1247, -0.6816, 0.8413, 0.5986, -0.1411, 0.9893, 0.06247]> : tensor<7xf16>
  return
}

// f8E5M2: rounded correctly.
func.func @f8e5m2() {
  %operand = stablehlo.constant dense<[0.12, -0.8, 1.0, 2.5, -3.0, 8.0, 0.06]> : tensor<7xf8E5M2>
  %result = stablehlo.sine %operand : tensor<7xf8E5M2>
  check.expect_eq_const %result, dense<[0.12, -0.6, 0.9, 0.6, -0.16, 1.0, 0.06]> : tensor<7xf8E5M2>
  return
}

// f8E4M3FN: rounded correctly.
func.func @f8e4m3fn() {
  %operand = stablehlo.constant dense<[0.125, -0.75, 1.0, 2.5, -3.0, 8.0, 0.062]> : tensor<7xf8E4M3FN>
  %result = stablehlo.sine %operand : tensor<7xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.125, -0.7, 0.8, 0.6, -0.14, 1.0, 0.062]> : tensor<7xf8E4M3FN>
  return
}

func.func @complex64() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.sine %operand : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(0.4944858, 0.22168817), (-3.7527714, 0.25655395), (0.14222394, 0.124071576), (-1.2872229, -1.1721064)]> : tensor<4xcomplex<f32>>
  return
}

func.func @complex128() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.125), (-0.75, -1.25)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.sine %operand : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(0.494485780933195, 0.22168816414957482), (-3.752771340479298, 0.2565539560904818), (0.14222394441768127, 0.12407157711933818), (-1.2872229100264918, -1.1721063598927026)]> : tensor<4xcomplex<f64>>
  return
}

// Signs of zero and NaN too: compared by their bits.
func.func @edges_f32() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %result = stablehlo.sine %operand : tensor<4xf32>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf32>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %bits, dense<[-2147483648, 0, 0, 0]> : tensor<4xi32>
  return
}

func.func @edges_f64() {
  %operand = stablehlo.constant dense<[-0.0, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %result = stablehlo.sine %operand : tensor<4xf64>
  check.expect_eq_const %result, dense<[-0.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
  %number = stablehlo.compare EQ, %result, %result : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
  %known = stablehlo.select %number, %result, %zero : tensor<4xi1>, tensor<4xf64>
  %bits = stablehlo.bitcast_convert %known : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %bits, dense<[-9223372036854775808, 0, 0, 0]> : tensor<4xi64>
  return
}

// (i - 1) / 2 in, 4 x - 3 out.
func.func @quantized() {
  %stored = stablehlo.constant dense<[1, 3, 6, 11]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %quantized = stablehlo.sine %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-3, 0, -1, -7]> : tensor<4xi8>
  return
}

func.func @rank_0() {
  %operand = stablehlo.constant dense<0.0> : tensor<f32>
  %result = stablehlo.sine %operand : tensor<f32>
  check.expect_eq_const %result, dense<0.0> : tensor<f32>
  return
}

func.func @zero_sized() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.sine %operand : tensor<2x0xf32>
  check.expect_eq_const %result, dense<> : tensor<2x0xf32>
  return
}
