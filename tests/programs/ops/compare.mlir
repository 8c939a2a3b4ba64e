// The specification's example.
func.func @specification_example() {
  %lhs = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %rhs = stablehlo.constant dense<[1.1, 2.9]> : tensor<2xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}

func.func @eq() {
  %a = stablehlo.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, 0.0]> : tensor<5xf32>
  %b = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, -0.0]> : tensor<5xf32>
  %quiet = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %quiet, dense<[false, true, false, false, true]> : tensor<5xi1>
  %plain = stablehlo.compare EQ, %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq %plain, %quiet : tensor<5xi1>
  %i = stablehlo.constant dense<[1, 2, -2, 7, 0]> : tensor<5xi32>
  %j = stablehlo.constant dense<[2, 2, -5, 7, -1]> : tensor<5xi32>
  %signed = stablehlo.compare EQ, %i, %j, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  check.expect_eq_const %signed, dense<[false, true, false, true, false]> : tensor<5xi1>
  %u = stablehlo.constant dense<[1, 2, 254, 7, 0]> : tensor<5xui8>
  %v = stablehlo.constant dense<[2, 2, 5, 7, 255]> : tensor<5xui8>
  %unsigned = stablehlo.compare EQ, %u, %v, UNSIGNED : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xi1>
  check.expect_eq_const %unsigned, dense<[false, true, false, true, false]> : tensor<5xi1>
  %m = stablehlo.constant dense<[-0.0, 0x7FC00000, 0x7FC00000, 1.0, 0x7F800000, 0xFFC00000]> : tensor<6xf32>
  %n = stablehlo.constant dense<[0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<6xf32>
  %total = stablehlo.compare EQ, %m, %n, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %total, dense<[false, true, false, false, false, false]> : tensor<6xi1>
  return
}

func.func @ne() {
  %a = stablehlo.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, 0.0]> : tensor<5xf32>
  %b = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, -0.0]> : tensor<5xf32>
  %quiet = stablehlo.compare NE, %a, %b, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %quiet, dense<[true, false, true, true, false]> : tensor<5xi1>
  %plain = stablehlo.compare NE, %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq %plain, %quiet : tensor<5xi1>
  %i = stablehlo.constant dense<[1, 2, -2, 7, 0]> : tensor<5xi32>
  %j = stablehlo.constant dense<[2, 2, -5, 7, -1]> : tensor<5xi32>
  %signed = stablehlo.compare NE, %i, %j, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  check.expect_eq_const %signed, dense<[true, false, true, false, true]> : tensor<5xi1>
  %u = stablehlo.constant dense<[1, 2, 254, 7, 0]> : tensor<5xui8>
  %v = stablehlo.constant dense<[2, 2, 5, 7, 255]> : tensor<5xui8>
  %unsigned = stablehlo.compare NE, %u, %v, UNSIGNED : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xi1>
  check.expect_eq_const %unsigned, dense<[true, false, true, false, true]> : tensor<5xi1>
  %m = stablehlo.constant dense<[-0.0, 0x7FC00000, 0x7FC00000, 1.0, 0x7F800000, 0xFFC00000]> : tensor<6xf32>
  %n = stablehlo.constant dense<[0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<6xf32>
  %total = stablehlo.compare NE, %m, %n, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %total, dense<[true, false, true, true, true, true]> : tensor<6xi1>
  return
}

func.func @lt() {
  %a = stablehlo.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, 0.0]> : tensor<5xf32>
  %b = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, -0.0]> : tensor<5xf32>
  %quiet = stablehlo.compare LT, %a, %b, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %quiet, dense<[true, false, false, false, false]> : tensor<5xi1>
  %plain = stablehlo.compare LT, %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq %plain, %quiet : tensor<5xi1>
  %i = stablehlo.constant dense<[1, 2, -2, 7, 0]> : tensor<5xi32>
  %j = stablehlo.constant dense<[2, 2, -5, 7, -1]> : tensor<5xi32>
  %signed = stablehlo.compare LT, %i, %j, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  check.expect_eq_const %signed, dense<[true, false, false, false, false]> : tensor<5xi1>
  %u = stablehlo.constant dense<[1, 2, 254, 7, 0]> : tensor<5xui8>
  %v = stablehlo.constant dense<[2, 2, 5, 7, 255]> : tensor<5xui8>
  %unsigned = stablehlo.compare LT, %u, %v, UNSIGNED : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xi1>
  check.expect_eq_const %unsigned, dense<[true, false, false, false, true]> : tensor<5xi1>
  %m = stablehlo.constant dense<[-0.0, 0x7FC00000, 0x7FC00000, 1.0, 0x7F800000, 0xFFC00000]> : tensor<6xf32>
  %n = stablehlo.constant dense<[0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<6xf32>
  %total = stablehlo.compare LT, %m, %n, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %total, dense<[true, false, false, true, true, true]> : tensor<6xi1>
  return
}

func.func @le() {
  %a = stablehlo.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, 0.0]> : tensor<5xf32>
  %b = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, -0.0]> : tensor<5xf32>
  %quiet = stablehlo.compare LE, %a, %b, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %quiet, dense<[true, true, false, false, true]> : tensor<5xi1>
  %plain = stablehlo.compare LE, %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq %plain, %quiet : tensor<5xi1>
  %i = stablehlo.constant dense<[1, 2, -2, 7, 0]> : tensor<5xi32>
  %j = stablehlo.constant dense<[2, 2, -5, 7, -1]> : tensor<5xi32>
  %signed = stablehlo.compare LE, %i, %j, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  check.expect_eq_const %signed, dense<[true, true, false, true, false]> : tensor<5xi1>
  %u = stablehlo.constant dense<[1, 2, 254, 7, 0]> : tensor<5xui8>
  %v = stablehlo.constant dense<[2, 2, 5, 7, 255]> : tensor<5xui8>
  %unsigned = stablehlo.compare LE, %u, %v, UNSIGNED : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xi1>
  check.expect_eq_const %unsigned, dense<[true, true, false, true, true]> : tensor<5xi1>
  %m = stablehlo.constant dense<[-0.0, 0x7FC00000, 0x7FC00000, 1.0, 0x7F800000, 0xFFC00000]> : tensor<6xf32>
  %n = stablehlo.constant dense<[0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<6xf32>
  %total = stablehlo.compare LE, %m, %n, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %total, dense<[true, true, false, true, true, true]> : tensor<6xi1>
  return
}

func.func @gt() {
  %a = stablehlo.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, 0.0]> : tensor<5xf32>
  %b = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, -0.0]> : tensor<5xf32>
  %quiet = stablehlo.compare GT, %a, %b, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %quiet, dense<[false, false, true, false, false]> : tensor<5xi1>
  %plain = stablehlo.compare GT, %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq %plain, %quiet : tensor<5xi1>
  %i = stablehlo.constant dense<[1, 2, -2, 7, 0]> : tensor<5xi32>
  %j = stablehlo.constant dense<[2, 2, -5, 7, -1]> : tensor<5xi32>
  %signed = stablehlo.compare GT, %i, %j, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  check.expect_eq_const %signed, dense<[false, false, true, false, true]> : tensor<5xi1>
  %u = stablehlo.constant dense<[1, 2, 254, 7, 0]> : tensor<5xui8>
  %v = stablehlo.constant dense<[2, 2, 5, 7, 255]> : tensor<5xui8>
  %unsigned = stablehlo.compare GT, %u, %v, UNSIGNED : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xi1>
  check.expect_eq_const %unsigned, dense<[false, false, true, false, false]> : tensor<5xi1>
  %m = stablehlo.constant dense<[-0.0, 0x7FC00000, 0x7FC00000, 1.0, 0x7F800000, 0xFFC00000]> : tensor<6xf32>
  %n = stablehlo.constant dense<[0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<6xf32>
  %total = stablehlo.compare GT, %m, %n, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %total, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  return
}

func.func @ge() {
  %a = stablehlo.constant dense<[1.0, 2.0, 2.0, 0x7FC00000, 0.0]> : tensor<5xf32>
  %b = stablehlo.constant dense<[2.0, 2.0, 1.0, 0x7FC00000, -0.0]> : tensor<5xf32>
  %quiet = stablehlo.compare GE, %a, %b, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %quiet, dense<[false, true, true, false, true]> : tensor<5xi1>
  %plain = stablehlo.compare GE, %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq %plain, %quiet : tensor<5xi1>
  %i = stablehlo.constant dense<[1, 2, -2, 7, 0]> : tensor<5xi32>
  %j = stablehlo.constant dense<[2, 2, -5, 7, -1]> : tensor<5xi32>
  %signed = stablehlo.compare GE, %i, %j, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  check.expect_eq_const %signed, dense<[false, true, true, true, true]> : tensor<5xi1>
  %u = stablehlo.constant dense<[1, 2, 254, 7, 0]> : tensor<5xui8>
  %v = stablehlo.constant dense<[2, 2, 5, 7, 255]> : tensor<5xui8>
  %unsigned = stablehlo.compare GE, %u, %v, UNSIGNED : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xi1>
  check.expect_eq_const %unsigned, dense<[false, true, true, true, false]> : tensor<5xi1>
  %m = stablehlo.constant dense<[-0.0, 0x7FC00000, 0x7FC00000, 1.0, 0x7F800000, 0xFFC00000]> : tensor<6xf32>
  %n = stablehlo.constant dense<[0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<6xf32>
  %total = stablehlo.compare GE, %m, %n, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %total, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  return
}

func.func @other_types() {
  %p = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %q = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %booleans = stablehlo.compare LT, %p, %q, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  check.expect_eq_const %booleans, dense<[false, true, false]> : tensor<3xi1>
  %i = stablehlo.constant dense<[-8, 7, 0]> : tensor<3xi4>
  %j = stablehlo.constant dense<[7, 7, -1]> : tensor<3xi4>
  %narrow = stablehlo.compare GE, %i, %j, SIGNED : (tensor<3xi4>, tensor<3xi4>) -> tensor<3xi1>
  check.expect_eq_const %narrow, dense<[false, true, true]> : tensor<3xi1>
  %x = stablehlo.constant dense<[1.0, -2.0, 0.5]> : tensor<3xbf16>
  %y = stablehlo.constant dense<[1.0, 2.0, 0.25]> : tensor<3xbf16>
  %low = stablehlo.compare LE, %x, %y : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<3xi1>
  check.expect_eq_const %low, dense<[true, true, false]> : tensor<3xi1>
  %l = stablehlo.constant dense<[-0.0, 0x7E]> : tensor<2xf8E5M2>
  %h = stablehlo.constant dense<[0.0, 0x7C]> : tensor<2xf8E5M2>
  %total = stablehlo.compare LT, %l, %h, TOTALORDER : (tensor<2xf8E5M2>, tensor<2xf8E5M2>) -> tensor<2xi1>
  check.expect_eq_const %total, dense<[true, false]> : tensor<2xi1>
  return
}

// In the order of (real, imaginary).
func.func @complex() {
  %a = stablehlo.constant dense<[(1.0, 2.0), (1.0, 5.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %b = stablehlo.constant dense<[(1.0, 3.0), (0.0, 9.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %lt = stablehlo.compare LT, %a, %b, FLOAT : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  check.expect_eq_const %lt, dense<[true, false, false]> : tensor<3xi1>
  %ge = stablehlo.compare GE, %a, %b, FLOAT : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  check.expect_eq_const %ge, dense<[false, true, true]> : tensor<3xi1>
  %ne = stablehlo.compare NE, %a, %b : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  check.expect_eq_const %ne, dense<[true, true, false]> : tensor<3xi1>
  return
}

func.func @quantized() {
  %i = stablehlo.constant dense<[2, 4, -6]> : tensor<3xi8>
  %a = stablehlo.bitcast_convert %i : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  %b = stablehlo.bitcast_convert %i : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.25:-2>>
  %gt = stablehlo.compare GT, %a, %b, FLOAT : (tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<3x!quant.uniform<i8:f32, 0.25:-2>>) -> tensor<3xi1>
  check.expect_eq_const %gt, dense<[false, true, false]> : tensor<3xi1>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.compare EQ, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
  check.expect_eq_const %r, dense<true> : tensor<i1>
  %e = stablehlo.constant dense<> : tensor<0x2xf64>
  %z = stablehlo.compare NE, %e, %e : (tensor<0x2xf64>, tensor<0x2xf64>) -> tensor<0x2xi1>
  check.expect_eq_const %z, dense<> : tensor<0x2xi1>
  return
}
// -----
// Quantized values are compared as the floats that they stand for, in either order.
func.func @main() {
  %a = "stablehlo.constant"() {value = dense<[2, -4]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %b = "stablehlo.constant"() {value = dense<[1, -1]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %0 = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<[true, false]> : tensor<2xi1>
  func.return
}
