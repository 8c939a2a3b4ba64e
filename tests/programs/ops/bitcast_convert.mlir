// The specification's example.
func.func @specification_example() {
  %operand = stablehlo.constant dense<0x0123456789ABCDEF> : tensor<f64>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<f64>) -> tensor<4xf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<4xf16>) -> tensor<4xui16>
  check.expect_eq_const %bits, dense<[0xCDEF, 0x89AB, 0x4567, 0x0123]> : tensor<4xui16>
  %back = stablehlo.bitcast_convert %bits : (tensor<4xui16>) -> tensor<ui64>
  check.expect_eq_const %back, dense<0x0123456789ABCDEF> : tensor<ui64>
  return
}

func.func @same_width() {
  %f = stablehlo.constant dense<[1.0, -0.0, 0x7FC00001]> : tensor<3xf32>
  %i = stablehlo.bitcast_convert %f : (tensor<3xf32>) -> tensor<3xi32>
  check.expect_eq_const %i, dense<[1065353216, -2147483648, 2143289345]> : tensor<3xi32>
  %s = stablehlo.constant dense<[-1, 7]> : tensor<2xi4>
  %u = stablehlo.bitcast_convert %s : (tensor<2xi4>) -> tensor<2xui4>
  check.expect_eq_const %u, dense<[15, 7]> : tensor<2xui4>
  %h = stablehlo.bitcast_convert %s : (tensor<2xi4>) -> tensor<2xf4E2M1FN>
  check.expect_eq_const %h, dense<[-6.0, 6.0]> : tensor<2xf4E2M1FN>
  %b = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xbf16>
  %g = stablehlo.bitcast_convert %b : (tensor<2xbf16>) -> tensor<2xui16>
  check.expect_eq_const %g, dense<[16256, 49152]> : tensor<2xui16>
  %e = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf8E5M2>
  %o = stablehlo.bitcast_convert %e : (tensor<2xf8E5M2>) -> tensor<2xui8>
  check.expect_eq_const %o, dense<[60, 192]> : tensor<2xui8>
  return
}

func.func @below_a_byte() {
  %w = stablehlo.constant dense<[[0x1234], [0x0F78]]> : tensor<2x1xi16>
  %n = stablehlo.bitcast_convert %w : (tensor<2x1xi16>) -> tensor<2x1x4xui4>
  check.expect_eq_const %n, dense<[[[4, 3, 2, 1]], [[8, 7, 15, 0]]]> : tensor<2x1x4xui4>
  %back = stablehlo.bitcast_convert %n : (tensor<2x1x4xui4>) -> tensor<2x1xi16>
  check.expect_eq %back, %w : tensor<2x1xi16>
  %c = stablehlo.constant dense<[27, -1]> : tensor<2xi8>
  %q = stablehlo.bitcast_convert %c : (tensor<2xi8>) -> tensor<2x4xui2>
  check.expect_eq_const %q, dense<[[3, 2, 1, 0], [3, 3, 3, 3]]> : tensor<2x4xui2>
  %bits = stablehlo.bitcast_convert %c : (tensor<2xi8>) -> tensor<2x8xi1>
  check.expect_eq_const %bits, dense<[[true, true, false, true, true, false, false, false], [true, true, true, true, true, true, true, true]]> : tensor<2x8xi1>
  %joined = stablehlo.bitcast_convert %bits : (tensor<2x8xi1>) -> tensor<2xi8>
  check.expect_eq %joined, %c : tensor<2xi8>
  return
}

func.func @complex() {
  %z = stablehlo.constant dense<[[(1.0, 2.0), (3.0, 4.0)]]> : tensor<1x2xcomplex<f32>>
  %same = stablehlo.bitcast_convert %z : (tensor<1x2xcomplex<f32>>) -> tensor<1x2xcomplex<f32>>
  check.expect_eq %same, %z : tensor<1x2xcomplex<f32>>
  %wide = stablehlo.bitcast_convert %z : (tensor<1x2xcomplex<f32>>) -> tensor<1xcomplex<f64>>
  %back = stablehlo.bitcast_convert %wide : (tensor<1xcomplex<f64>>) -> tensor<1x2xcomplex<f32>>
  check.expect_eq %back, %z : tensor<1x2xcomplex<f32>>
  return
}

func.func @quantized() {
  %i = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %q = stablehlo.bitcast_convert %i : (tensor<2x2xi8>) -> tensor<2x!quant.uniform<i16:f32, 0.5>>
  %r = stablehlo.bitcast_convert %q : (tensor<2x!quant.uniform<i16:f32, 0.5>>) -> tensor<2xi16>
  check.expect_eq_const %r, dense<[513, 1027]> : tensor<2xi16>
  return
}

func.func @zero_sized() {
  %a = stablehlo.constant dense<> : tensor<0x4xi16>
  %b = stablehlo.bitcast_convert %a : (tensor<0x4xi16>) -> tensor<0xi64>
  check.expect_eq_const %b, dense<> : tensor<0xi64>
  %c = stablehlo.bitcast_convert %b : (tensor<0xi64>) -> tensor<0x16xi4>
  check.expect_eq_const %c, dense<> : tensor<0x16xi4>
  return
}
