// The specification's example.
func.func @specification_example() {
  %stored = stablehlo.constant dense<[10, 10]> : tensor<2xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[4.0, 15.0]> : tensor<2xf32>
  return
}

// Differences that the storage type does not hold.
func.func @wide_differences() {
  %i = stablehlo.constant dense<[127, -128]> : tensor<2xi8>
  %q = stablehlo.bitcast_convert %i : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 2.0:-128>>
  %r = stablehlo.uniform_dequantize %q : (tensor<2x!quant.uniform<i8:f32, 2.0:-128>>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[510.0, 0.0]> : tensor<2xf32>
  %j = stablehlo.constant dense<[0, 255]> : tensor<2xui8>
  %p = stablehlo.bitcast_convert %j : (tensor<2xui8>) -> tensor<2x!quant.uniform<u8:f64, 0.5:255>>
  %s = stablehlo.uniform_dequantize %p : (tensor<2x!quant.uniform<u8:f64, 0.5:255>>) -> tensor<2xf64>
  check.expect_eq_const %s, dense<[-127.5, 0.0]> : tensor<2xf64>
  return
}

func.func @low_precision() {
  %i = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %q = stablehlo.bitcast_convert %i : (tensor<2xi4>) -> tensor<2x!quant.uniform<i4:f16, 0.1>>
  %r = stablehlo.uniform_dequantize %q : (tensor<2x!quant.uniform<i4:f16, 0.1>>) -> tensor<2xf16>
  check.expect_eq_const %r, dense<[-0.7998046875, 0.69970703125]> : tensor<2xf16>
  return
}

func.func @blocks() {
  %i = stablehlo.constant dense<[[5, 5, 5, 5], [5, 5, 5, 5]]> : tensor<2x4xi8>
  %q = stablehlo.bitcast_convert %i : (tensor<2x4xi8>) -> tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0}, {3.0:1, 4.0:1}}>>
  %r = stablehlo.uniform_dequantize %q : (tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0}, {3.0:1, 4.0:1}}>>) -> tensor<2x4xf32>
  check.expect_eq_const %r, dense<[[5.0, 5.0, 10.0, 10.0], [12.0, 12.0, 16.0, 16.0]]> : tensor<2x4xf32>
  return
}

func.func @shapes() {
  %i = stablehlo.constant dense<6> : tensor<i8>
  %q = stablehlo.bitcast_convert %i : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5:2>>
  %r = stablehlo.uniform_dequantize %q : (tensor<!quant.uniform<i8:f32, 0.5:2>>) -> tensor<f32>
  check.expect_eq_const %r, dense<2.0> : tensor<f32>
  %e = stablehlo.constant dense<> : tensor<0xi8>
  %p = stablehlo.bitcast_convert %e : (tensor<0xi8>) -> tensor<0x!quant.uniform<i8:f32, 0.5:2>>
  %z = stablehlo.uniform_dequantize %p : (tensor<0x!quant.uniform<i8:f32, 0.5:2>>) -> tensor<0xf32>
  check.expect_eq_const %z, dense<> : tensor<0xf32>
  return
}
