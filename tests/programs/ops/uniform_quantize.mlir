// The specification's first example.
func.func @specification_example_floats() {
  %operand = stablehlo.constant dense<[4.0, 15.0]> : tensor<2xf32>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %stored = stablehlo.bitcast_convert %result : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>) -> tensor<2xi8>
  check.expect_eq_const %stored, dense<[10, 10]> : tensor<2xi8>
  return
}

// The specification's second example.
func.func @specification_example_quantized() {
  %stored = stablehlo.constant dense<[10, 10]> : tensor<2xi8>
  %operand = stablehlo.bitcast_convert %stored : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>>
  %again = stablehlo.bitcast_convert %result : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>>) -> tensor<2xi8>
  check.expect_eq_const %again, dense<[20, 45]> : tensor<2xi8>
  return
}

// The zero point is added before rounding to even: 0.5 + 1 becomes 2.
func.func @ties_and_limits() {
  %x = stablehlo.constant dense<[0.5, 1.5, -0.5, 1.0e9, -1.0e9, 0x7F800000]> : tensor<6xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 1.0:1>>
  %i = stablehlo.bitcast_convert %q : (tensor<6x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<6xi8>
  check.expect_eq_const %i, dense<[2, 2, 0, 127, -128, 127]> : tensor<6xi8>
  %n = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8<-100:100>:f32, 0.5>>
  %j = stablehlo.bitcast_convert %n : (tensor<6x!quant.uniform<i8<-100:100>:f32, 0.5>>) -> tensor<6xi8>
  check.expect_eq_const %j, dense<[1, 3, -1, 100, -100, 100]> : tensor<6xi8>
  return
}

func.func @storage_types() {
  %x = stablehlo.constant dense<[1.0, -9.0, 2.25]> : tensor<3xbf16>
  %q = stablehlo.uniform_quantize %x : (tensor<3xbf16>) -> tensor<3x!quant.uniform<i4:bf16, 0.5:1>>
  %i = stablehlo.bitcast_convert %q : (tensor<3x!quant.uniform<i4:bf16, 0.5:1>>) -> tensor<3xi4>
  check.expect_eq_const %i, dense<[3, -8, 6]> : tensor<3xi4>
  %y = stablehlo.constant dense<[-1.0, 3.0, 1000.0]> : tensor<3xf64>
  %p = stablehlo.uniform_quantize %y : (tensor<3xf64>) -> tensor<3x!quant.uniform<u8:f64, 2.0:128>>
  %j = stablehlo.bitcast_convert %p : (tensor<3x!quant.uniform<u8:f64, 2.0:128>>) -> tensor<3xui8>
  check.expect_eq_const %j, dense<[128, 130, 255]> : tensor<3xui8>
  return
}

func.func @axis_in_the_middle() {
  %x = stablehlo.constant dense<[[[3.0], [6.0]], [[-3.0], [-6.0]]]> : tensor<2x2x1xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x2x1xf32>) -> tensor<2x2x1x!quant.uniform<i8:f32:1, {1.0, 2.0:5}>>
  %i = stablehlo.bitcast_convert %q : (tensor<2x2x1x!quant.uniform<i8:f32:1, {1.0, 2.0:5}>>) -> tensor<2x2x1xi8>
  check.expect_eq_const %i, dense<[[[3], [8]], [[-3], [2]]]> : tensor<2x2x1xi8>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %q = stablehlo.uniform_quantize %a : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %i = stablehlo.bitcast_convert %q : (tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<i8>
  check.expect_eq_const %i, dense<4> : tensor<i8>
  %e = stablehlo.constant dense<> : tensor<0x2xf32>
  %z = stablehlo.uniform_quantize %e : (tensor<0x2xf32>) -> tensor<0x2x!quant.uniform<i8:f32, 0.5>>
  %j = stablehlo.bitcast_convert %z : (tensor<0x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<0x2xi8>
  check.expect_eq_const %j, dense<> : tensor<0x2xi8>
  return
}
