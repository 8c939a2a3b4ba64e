// The specification's example.
func.func @main() {
  %input0 = stablehlo.constant dense<[[1, 2, 3], [3, 2, 1]]> : tensor<2x3xi64>
  %input1 = stablehlo.constant dense<[[3, 2, 1], [1, 2, 3]]> : tensor<2x3xi64>
  %result0, %result1 = "stablehlo.sort"(%input0, %input1) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>, %arg2: tensor<i64>, %arg3: tensor<i64>):
      %predicate = stablehlo.compare GT, %arg0, %arg1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %predicate : tensor<i1>
  }) {
    dimension = 0 : i64,
    is_stable = true
  } : (tensor<2x3xi64>, tensor<2x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>)
  check.expect_eq_const %result0, dense<[[3, 2, 3], [1, 2, 1]]> : tensor<2x3xi64>
  check.expect_eq_const %result1, dense<[[1, 2, 1], [3, 2, 3]]> : tensor<2x3xi64>
  return
}
// -----
// Total order: -NaN, -inf, …, -0, +0, …, inf, NaN; both ways, and the last dimension by default.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 0x7FC00000, -0.0, 0xFF800000, 0.0, 0xFFC00000, -2.0, 0x7F800000]> : tensor<8xf32>
  %up = "stablehlo.sort"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %down = "stablehlo.sort"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare LT, %b, %a, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) {dimension = -1 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  %0 = stablehlo.bitcast_convert %up : (tensor<8xf32>) -> tensor<8xui32>
  %1 = stablehlo.bitcast_convert %down : (tensor<8xf32>) -> tensor<8xui32>
  check.expect_eq_const %0, dense<[0xFFC00000, 0xFF800000, 0xC0000000, 0x80000000, 0, 0x3F800000, 0x7F800000, 0x7FC00000]> : tensor<8xui32>
  check.expect_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0x3F800000, 0, 0x80000000, 0xC0000000, 0xFF800000, 0xFFC00000]> : tensor<8xui32>
  return
}
// -----
// Descending is stable too, in every integer type's own order.
func.func @main() {
  %x = stablehlo.constant dense<[200, 3, 200, 128, 3]> : tensor<5xui8>
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %0:2 = "stablehlo.sort"(%x, %i) ({
    ^bb0(%a: tensor<ui8>, %b: tensor<ui8>, %c: tensor<i32>, %d: tensor<i32>):
      %1 = stablehlo.compare GT, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<5xui8>, tensor<5xi32>) -> (tensor<5xui8>, tensor<5xi32>)
  check.expect_eq_const %0#0, dense<[200, 200, 128, 3, 3]> : tensor<5xui8>
  check.expect_eq_const %0#1, dense<[0, 2, 3, 1, 4]> : tensor<5xi32>
  %y = stablehlo.constant dense<[-8, 7, 0, 7, -1]> : tensor<5xi4>
  %2:2 = "stablehlo.sort"(%y, %i) ({
    ^bb0(%a: tensor<i4>, %b: tensor<i4>, %c: tensor<i32>, %d: tensor<i32>):
      %1 = stablehlo.compare GE, %a, %b : (tensor<i4>, tensor<i4>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<5xi4>, tensor<5xi32>) -> (tensor<5xi4>, tensor<5xi32>)
  check.expect_eq_const %2#0, dense<[7, 7, 0, -1, -8]> : tensor<5xi4>
  check.expect_eq_const %2#1, dense<[1, 3, 2, 4, 0]> : tensor<5xi32>
  %t = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %3 = "stablehlo.sort"(%t) ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %1 = stablehlo.compare LT, %a, %b : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %3, dense<[false, false, true, true]> : tensor<4xi1>
  return
}
// -----
// Two keys, the second descending, by or; then the same by select; 64 bits and 16.
func.func @main() {
  %x = stablehlo.constant dense<[3, 1, 3, 1, 2, 3]> : tensor<6xi64>
  %y = stablehlo.constant dense<[1.0, 2.0, 5.0, 7.0, 0.0, 3.0]> : tensor<6xbf16>
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %0:3 = "stablehlo.sort"(%x, %y, %i) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<bf16>, %d: tensor<bf16>, %e: tensor<i32>, %f: tensor<i32>):
      %1 = stablehlo.compare LT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %2 = stablehlo.compare EQ, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %3 = stablehlo.compare GT, %c, %d : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %4 = stablehlo.and %2, %3 : tensor<i1>
      %5 = stablehlo.or %1, %4 : tensor<i1>
      stablehlo.return %5 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<6xi64>, tensor<6xbf16>, tensor<6xi32>) -> (tensor<6xi64>, tensor<6xbf16>, tensor<6xi32>)
  check.expect_eq_const %0#0, dense<[1, 1, 2, 3, 3, 3]> : tensor<6xi64>
  check.expect_eq_const %0#1, dense<[7.0, 2.0, 0.0, 5.0, 3.0, 1.0]> : tensor<6xbf16>
  check.expect_eq_const %0#2, dense<[3, 1, 4, 2, 5, 0]> : tensor<6xi32>
  %6:3 = "stablehlo.sort"(%x, %y, %i) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<bf16>, %d: tensor<bf16>, %e: tensor<i32>, %f: tensor<i32>):
      %1 = stablehlo.compare GT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %2 = stablehlo.compare EQ, %b, %a : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %3 = stablehlo.compare LT, %c, %d : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i1>
      stablehlo.return %4 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<6xi64>, tensor<6xbf16>, tensor<6xi32>) -> (tensor<6xi64>, tensor<6xbf16>, tensor<6xi32>)
  check.expect_eq_const %6#2, dense<[0, 5, 2, 4, 1, 3]> : tensor<6xi32>
  return
}
// -----
// Keys that are made of the arguments: by remainder, then by distance from a value outside.
func.func @main() {
  %x = stablehlo.constant dense<[[9, 4, 7, 2, 6], [5, 8, 1, 3, 0]]> : tensor<2x5xi32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0 = "stablehlo.sort"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.remainder %a, %three : tensor<i32>
      %2 = stablehlo.remainder %b, %three : tensor<i32>
      %3 = stablehlo.subtract %a, %five : tensor<i32>
      %4 = stablehlo.abs %3 : tensor<i32>
      %5 = stablehlo.subtract %b, %five : tensor<i32>
      %6 = stablehlo.abs %5 : tensor<i32>
      %7 = stablehlo.compare LT, %1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %8 = stablehlo.compare EQ, %1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %9 = stablehlo.compare LT, %4, %6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %10 = stablehlo.and %9, %8 : tensor<i1>
      %11 = stablehlo.or %10, %7 : tensor<i1>
      stablehlo.return %11 : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x5xi32>) -> tensor<2x5xi32>
  check.expect_eq_const %0, dense<[[6, 9, 4, 7, 2], [3, 0, 1, 5, 8]]> : tensor<2x5xi32>
  return
}
// -----
// A comparator that compares no keys: fractions p / q by cross multiplication. Along the first dimension.
func.func @main() {
  %p = stablehlo.constant dense<[[1, 2], [1, 5], [3, 0], [2, 7], [1, 1], [4, 3], [0, 2]]> : tensor<7x2xi32>
  %q = stablehlo.constant dense<[[2, 3], [3, 4], [4, 1], [4, 5], [1, 1], [8, 2], [5, 3]]> : tensor<7x2xi32>
  %0:2 = "stablehlo.sort"(%p, %q) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %1 = stablehlo.multiply %a, %d : tensor<i32>
      %2 = stablehlo.multiply %b, %c : tensor<i32>
      %3 = stablehlo.compare LT, %1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<7x2xi32>, tensor<7x2xi32>) -> (tensor<7x2xi32>, tensor<7x2xi32>)
  check.expect_eq_const %0#0, dense<[[0, 0], [1, 2], [1, 2], [2, 1], [4, 5], [3, 7], [1, 3]]> : tensor<7x2xi32>
  check.expect_eq_const %0#1, dense<[[5, 1], [3, 3], [2, 3], [4, 1], [8, 4], [4, 5], [1, 2]]> : tensor<7x2xi32>
  return
}
// -----
// A comparator that says yes to all gives some permutation, and one that says no leaves all in place.
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<9xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.sort"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<9xi32>) -> tensor<9xi32>
  %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<9xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %2, dense<36> : tensor<i32>
  %3 = "stablehlo.sort"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.constant dense<false> : tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<9xi32>) -> tensor<9xi32>
  check.expect_eq_const %3, dense<[0, 1, 2, 3, 4, 5, 6, 7, 8]> : tensor<9xi32>
  return
}
// -----
// Nothing, and quantized.
func.func @main() {
  %e = stablehlo.constant dense<> : tensor<2x0xf32>
  %0 = "stablehlo.sort"(%e) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  check.expect_eq_const %0, dense<> : tensor<2x0xf32>
  %x = stablehlo.constant dense<[2.0, -1.5, 3.0]> : tensor<3xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:-3>>
  %2 = "stablehlo.sort"(%q) ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:-3>>, %b: tensor<!quant.uniform<i8:f32, 0.5:-3>>):
      %1 = stablehlo.compare LT, %a, %b : (tensor<!quant.uniform<i8:f32, 0.5:-3>>, tensor<!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<3x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<3x!quant.uniform<i8:f32, 0.5:-3>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<3x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<3xf32>
  check.expect_eq_const %3, dense<[-1.5, 2.0, 3.0]> : tensor<3xf32>
  return
}
// -----
// Numbers without a sign: all bits count, NaN is last.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 0.25, 0xFF, 4.0]> : tensor<4xf8E8M0FNU>
  %places = stablehlo.iota dim = 0 : tensor<4xi32>
  %0:2 = "stablehlo.sort"(%x, %places) ({
    ^bb0(%a: tensor<f8E8M0FNU>, %b: tensor<f8E8M0FNU>, %c: tensor<i32>, %d: tensor<i32>):
      %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4xf8E8M0FNU>, tensor<4xi32>) -> (tensor<4xf8E8M0FNU>, tensor<4xi32>)
  check.expect_eq_const %0#1, dense<[1, 0, 3, 2]> : tensor<4xi32>
  %2 = stablehlo.slice %x [0:1] : (tensor<4xf8E8M0FNU>) -> tensor<1xf8E8M0FNU>
  %3 = stablehlo.slice %x [3:4] : (tensor<4xf8E8M0FNU>) -> tensor<1xf8E8M0FNU>
  %4 = stablehlo.compare LT, %2, %3, TOTALORDER : (tensor<1xf8E8M0FNU>, tensor<1xf8E8M0FNU>) -> tensor<1xi1>
  check.expect_eq_const %4, dense<true> : tensor<1xi1>
  return
}
