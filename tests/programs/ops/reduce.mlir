// The specification's example.
func.func @main() {
  %input = stablehlo.constant dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>
  %init_value = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.reduce"(%input, %init_value) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      "stablehlo.return"(%0) : (tensor<i64>) -> ()
  }) {
    dimensions = array<i64: 1>
  } : (tensor<1x6xi64>, tensor<i64>) -> tensor<1xi64>
  check.expect_eq_const %result, dense<15> : tensor<1xi64>
  return
}
// -----
// Any dimensions: none, some, all; the initial value takes part.
func.func @main() {
  %x = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]> : tensor<2x2x3xi32>
  %z = stablehlo.constant dense<100> : tensor<i32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.reduce(%x init: %n) applies stablehlo.add across dimensions = [] : (tensor<2x2x3xi32>, tensor<i32>) -> tensor<2x2x3xi32>
  %first = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  %middle = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  %ends = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2, 0] : (tensor<2x2x3xi32>, tensor<i32>) -> tensor<2xi32>
  %all = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x2x3xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %none, dense<[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]> : tensor<2x2x3xi32>
  check.expect_eq_const %first, dense<[[108, 110, 112], [114, 116, 118]]> : tensor<2x3xi32>
  check.expect_eq_const %middle, dense<[[105, 107, 109], [117, 119, 121]]> : tensor<2x3xi32>
  check.expect_eq_const %ends, dense<[130, 148]> : tensor<2xi32>
  check.expect_eq_const %all, dense<178> : tensor<i32>
  return
}
// -----
// Integers wrap, below a byte too.
func.func @main() {
  %a = stablehlo.constant dense<[100, 100, 100]> : tensor<3xi8>
  %az = stablehlo.constant dense<0> : tensor<i8>
  %b = stablehlo.constant dense<[200, 100, 3]> : tensor<3xui8>
  %bz = stablehlo.constant dense<1> : tensor<ui8>
  %c = stablehlo.constant dense<[7, 7, 3]> : tensor<3xi4>
  %cz = stablehlo.constant dense<0> : tensor<i4>
  %sum = stablehlo.reduce(%a init: %az) applies stablehlo.add across dimensions = [0] : (tensor<3xi8>, tensor<i8>) -> tensor<i8>
  %product = stablehlo.reduce(%b init: %bz) applies stablehlo.multiply across dimensions = [0] : (tensor<3xui8>, tensor<ui8>) -> tensor<ui8>
  %small = stablehlo.reduce(%c init: %cz) applies stablehlo.add across dimensions = [0] : (tensor<3xi4>, tensor<i4>) -> tensor<i4>
  check.expect_eq_const %sum, dense<44> : tensor<i8>
  check.expect_eq_const %product, dense<96> : tensor<ui8>
  check.expect_eq_const %small, dense<1> : tensor<i4>
  return
}
// -----
// Every monoid on truth values.
func.func @main() {
  %x = stablehlo.constant dense<[[true, true, true], [true, false, true], [false, false, false]]> : tensor<3x3xi1>
  %f = stablehlo.constant dense<false> : tensor<i1>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %or = stablehlo.reduce(%x init: %f) applies stablehlo.or across dimensions = [1] : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  %and = stablehlo.reduce(%x init: %t) applies stablehlo.and across dimensions = [1] : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  %xor = stablehlo.reduce(%x init: %f) applies stablehlo.xor across dimensions = [1] : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  %add = stablehlo.reduce(%x init: %f) applies stablehlo.add across dimensions = [1] : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  %multiply = stablehlo.reduce(%x init: %t) applies stablehlo.multiply across dimensions = [0] : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  %maximum = stablehlo.reduce(%x init: %f) applies stablehlo.maximum across dimensions = [0] : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  %minimum = stablehlo.reduce(%x init: %t) applies stablehlo.minimum across dimensions = [1] : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  check.expect_eq_const %or, dense<[true, true, false]> : tensor<3xi1>
  check.expect_eq_const %and, dense<[true, false, false]> : tensor<3xi1>
  check.expect_eq_const %xor, dense<[true, false, false]> : tensor<3xi1>
  check.expect_eq_const %add, dense<[true, true, false]> : tensor<3xi1>
  check.expect_eq_const %multiply, dense<[false, false, false]> : tensor<3xi1>
  check.expect_eq_const %maximum, dense<[true, true, true]> : tensor<3xi1>
  check.expect_eq_const %minimum, dense<[true, false, false]> : tensor<3xi1>
  return
}
// -----
// Bits of integers.
func.func @main() {
  %x = stablehlo.constant dense<[[12, 10], [6, 3], [5, 9]]> : tensor<3x2xi16>
  %ones = stablehlo.constant dense<-1> : tensor<i16>
  %zero = stablehlo.constant dense<0> : tensor<i16>
  %and = stablehlo.reduce(%x init: %ones) applies stablehlo.and across dimensions = [0] : (tensor<3x2xi16>, tensor<i16>) -> tensor<2xi16>
  %or = stablehlo.reduce(%x init: %zero) applies stablehlo.or across dimensions = [0] : (tensor<3x2xi16>, tensor<i16>) -> tensor<2xi16>
  %xor = stablehlo.reduce(%x init: %zero) applies stablehlo.xor across dimensions = [0, 1] : (tensor<3x2xi16>, tensor<i16>) -> tensor<i16>
  check.expect_eq_const %and, dense<[4, 0]> : tensor<2xi16>
  check.expect_eq_const %or, dense<[15, 11]> : tensor<2xi16>
  check.expect_eq_const %xor, dense<15> : tensor<i16>
  return
}
// -----
// NaN wins in maximum and minimum; -0 lies below +0, which a division tells apart.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 0x7FC00000, 3.0, -1.0], [-0.0, 0.0, -0.0, -0.0], [-0.0, -0.0, -0.0, -0.0], [0.0, -1.0, -0.0, -2.0]]> : tensor<4x4xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %y = stablehlo.negate %x : tensor<4x4xf32>
  %min = stablehlo.reduce(%y init: %high) applies stablehlo.minimum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %a = stablehlo.divide %one, %max : tensor<4xf32>
  %b = stablehlo.divide %one, %min : tensor<4xf32>
  check.expect_eq_const %a, dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000]> : tensor<4xf32>
  check.expect_eq_const %b, dense<[0x7FC00000, 0xFF800000, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  return
}
// -----
// Complex numbers.
func.func @main() {
  %x = stablehlo.constant dense<[[(1.0, 2.0), (3.0, -1.0)], [(0.0, 1.0), (2.0, 2.0)]]> : tensor<2x2xcomplex<f32>>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  %product = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<2x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %sum, dense<[(1.0, 3.0), (5.0, 1.0)]> : tensor<2xcomplex<f32>>
  check.expect_eq_const %product, dense<[(5.0, 5.0), (-2.0, 2.0)]> : tensor<2xcomplex<f32>>
  return
}
// -----
// Sums of many floats stay close along every dimension, 16-bit ones too: one after the other, the f32 sum would be off
// by 1 in 100, and the bf16 sum would stop at 32.
func.func @main() {
  %tenth = stablehlo.constant dense<0.1> : tensor<300000x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rows = stablehlo.reduce(%tenth init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300000x2xf32>, tensor<f32>) -> tensor<2xf32>
  %turned = stablehlo.transpose %tenth, dims = [1, 0] : (tensor<300000x2xf32>) -> tensor<2x300000xf32>
  %columns = stablehlo.reduce(%turned init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x300000xf32>, tensor<f32>) -> tensor<2xf32>
  %wide = stablehlo.constant dense<0.1> : tensor<30000x20xf32>
  %middle = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<30000x20xf32>, tensor<f32>) -> tensor<20xf32>
  %expected = stablehlo.constant dense<30000.0> : tensor<2xf32>
  check.expect_close %rows, %expected, max_ulp_difference = 8 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %columns, %expected, max_ulp_difference = 8 : tensor<2xf32>, tensor<2xf32>
  %fewer = stablehlo.constant dense<3000.0> : tensor<20xf32>
  check.expect_close %middle, %fewer, max_ulp_difference = 8 : tensor<20xf32>, tensor<20xf32>
  %short = stablehlo.constant dense<0.125> : tensor<1000xbf16>
  %none = stablehlo.constant dense<0.0> : tensor<bf16>
  %sum = stablehlo.reduce(%short init: %none) applies stablehlo.add across dimensions = [0] : (tensor<1000xbf16>, tensor<bf16>) -> tensor<bf16>
  check.expect_eq_const %sum, dense<125.0> : tensor<bf16>
  return
}
// -----
// A body that depends on the order: composed maps x -> a * x + b, kept as pairs (a, b).
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2, 3, 4, 5], [2, 2, 2, 2, 2]]> : tensor<2x5xi32>
  %b = stablehlo.constant dense<[[1, 1, 1, 1, 1], [1, 2, 3, 4, 5]]> : tensor<2x5xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %one), (%b init: %zero) across dimensions = [1] : (tensor<2x5xi32>, tensor<2x5xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
    reducer(%f: tensor<i32>, %g: tensor<i32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %1 = stablehlo.multiply %f, %g : tensor<i32>
    %2 = stablehlo.multiply %g, %p : tensor<i32>
    %3 = stablehlo.add %2, %q : tensor<i32>
    stablehlo.return %1, %3 : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %0#0, dense<[120, 32]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[206, 57]> : tensor<2xi32>
  return
}
// -----
// argmax: the first of equal ones, NaN before all; numbers need not go up.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 5.0, 5.0, 2.0], [1.0, 0x7FC00000, 9.0, 0x7FC00000], [-1.0, -2.0, -3.0, -1.0]]> : tensor<3x4xf32>
  %up = stablehlo.iota dim = 1 : tensor<3x4xi32>
  %down = stablehlo.reverse %up, dims = [1] : tensor<3x4xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %low), (%up init: %zero) across dimensions = [1] : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.or %1, %2 : tensor<i1>
    %4 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %4, %5 : tensor<i1>
    %7 = stablehlo.or %3, %6 : tensor<i1>
    %8 = stablehlo.select %3, %a, %b : tensor<i1>, tensor<f32>
    %9 = stablehlo.select %7, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %8, %9 : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %0#0, dense<[5.0, 0x7FC00000, -1.0]> : tensor<3xf32>
  check.expect_eq_const %0#1, dense<[1, 1, 0]> : tensor<3xi32>
  %10:2 = stablehlo.reduce(%x init: %low), (%down init: %zero) across dimensions = [1] : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.or %1, %2 : tensor<i1>
    %4 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %4, %5 : tensor<i1>
    %7 = stablehlo.or %3, %6 : tensor<i1>
    %8 = stablehlo.select %3, %a, %b : tensor<i1>, tensor<f32>
    %9 = stablehlo.select %7, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %8, %9 : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %10#1, dense<[1, 2, 0]> : tensor<3xi32>
  return
}
// -----
// Nothing to reduce gives the initial value; nothing to give is nothing.
func.func @main() {
  %x = stablehlo.constant dense<> : tensor<2x0xf32>
  %z = stablehlo.constant dense<7.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<7.0> : tensor<2xf32>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<2x0xf32>, tensor<f32>) -> tensor<0xf32>
  check.expect_eq_const %1, dense<> : tensor<0xf32>
  %2 = stablehlo.reduce(%x init: %z) across dimensions = [0, 1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %3 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  check.expect_eq_const %2, dense<7.0> : tensor<f32>
  %r = stablehlo.constant dense<3> : tensor<i32>
  %i = stablehlo.constant dense<4> : tensor<i32>
  %4 = stablehlo.reduce(%r init: %i) applies stablehlo.add across dimensions = [] : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %4, dense<7> : tensor<i32>
  return
}
// -----
// A body of a wider type than the operand.
func.func @main() {
  %x = stablehlo.constant dense<[100, 100, 100]> : tensor<3xi8>
  %z = stablehlo.constant dense<1> : tensor<i8>
  %0 = "stablehlo.reduce"(%x, %z) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<3xi8>, tensor<i8>) -> tensor<i32>
  check.expect_eq_const %0, dense<301> : tensor<i32>
  %h = stablehlo.constant dense<[60000.0, 60000.0, 1.0]> : tensor<3xf16>
  %hz = stablehlo.constant dense<0.0> : tensor<f16>
  %2 = "stablehlo.reduce"(%h, %hz) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %3 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %3 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf16>, tensor<f16>) -> tensor<f32>
  check.expect_eq_const %2, dense<120001.0> : tensor<f32>
  return
}
// -----
// A body may use values from outside.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<9> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x4xi32>, tensor<i32>) -> tensor<2xi32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %1 = stablehlo.add %a, %b : tensor<i32>
    %2 = stablehlo.minimum %1, %limit : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }
  check.expect_eq_const %0, dense<9> : tensor<2xi32>
  return
}
// -----
// Sizes that are only known at run time.
func.func @main() {
  %n = stablehlo.constant dense<[5]> : tensor<1xi64>
  %x = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<10> : tensor<i32>
  return
}
// -----
// Quantized: the body's own ops dequantize and quantize.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.5, -1.0, 0.5]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %q = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %z = stablehlo.uniform_quantize %zero : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5:1>>
  %0 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<!quant.uniform<i8:f32, 0.5:1>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<f32>
  check.expect_eq_const %1, dense<3.0> : tensor<f32>
  %2 = "stablehlo.reduce"(%q, %z) ({
    ^bb0(%a: tensor<!quant.uniform<i16:f32, 0.25:0>>, %b: tensor<!quant.uniform<i16:f32, 0.25:0>>):
      %3 = stablehlo.maximum %a, %b : tensor<!quant.uniform<i16:f32, 0.25:0>>
      stablehlo.return %3 : tensor<!quant.uniform<i16:f32, 0.25:0>>
  }) {dimensions = array<i64: 0>} : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<!quant.uniform<i16:f32, 0.25:0>>
  %4 = stablehlo.uniform_dequantize %2 : (tensor<!quant.uniform<i16:f32, 0.25:0>>) -> tensor<f32>
  check.expect_eq_const %4, dense<2.5> : tensor<f32>
  return
}
