// The specification's example.
func.func @main() {
  %input = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %init_value = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.reduce_window"(%input, %init_value) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %0 = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %0 : tensor<i64>
  }) {
    window_dimensions = array<i64: 2, 1>,
    window_strides = array<i64: 4, 1>,
    base_dilations = array<i64: 2, 1>,
    window_dilations = array<i64: 3, 1>,
    padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[0, 0], [3, 4]]> : tensor<2x2xi64>
  return
}
// -----
// Only the window given: stride 1, no padding. Maximum of floats with NaN.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0, 0x7FC00000], [5.0, -1.0, 0.0, 2.0], [0.0, 7.0, -2.0, 4.0]]> : tensor<3x4xf32>
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[5.0, 3.0, 0x7FC00000], [7.0, 7.0, 4.0]]> : tensor<2x3xf32>
  return
}
// -----
// The initial value fills the padding, which may be negative, and the gaps, and comes once more.
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %z = stablehlo.constant dense<10> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 3>, padding = dense<[[2, -1]]> : tensor<1x2xi64>} : (tensor<5xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[31, 23, 16, 19]> : tensor<4xi32>
  %2 = "stablehlo.reduce_window"(%x, %z) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.maximum %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 1>, base_dilations = array<i64: 2>} : (tensor<5xi32>, tensor<i32>) -> tensor<9xi32>
  check.expect_eq_const %2, dense<10> : tensor<9xi32>
  return
}
// -----
// Running sums, products, maxima, from both ends; as windows as long as the operand.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [-1, 5, 0, 2]]> : tensor<2x4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %low = stablehlo.constant dense<-2147483648> : tensor<i32>
  %sum = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>} : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  %back = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>} : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  %product = "stablehlo.reduce_window"(%x, %one) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.multiply %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>} : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  %max = "stablehlo.reduce_window"(%x, %low) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.maximum %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  check.expect_eq_const %sum, dense<[[1, 3, 6, 10], [-1, 4, 4, 6]]> : tensor<2x4xi32>
  check.expect_eq_const %back, dense<[[10, 9, 7, 4], [6, 7, 2, 2]]> : tensor<2x4xi32>
  check.expect_eq_const %product, dense<[[1, 2, 6, 24], [-1, -5, 0, 0]]> : tensor<2x4xi32>
  check.expect_eq_const %max, dense<[[1, 2, 3, 4], [1, 5, 3, 4]]> : tensor<2x4xi32>
  return
}
// -----
// Running sums stay close: each is a whole number of tenths, and bf16 sums go beyond where bf16 steps stop.
func.func @main() {
  %x = stablehlo.constant dense<0.1> : tensor<100000xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 100000>, padding = dense<[[99999, 0]]> : tensor<1x2xi64>} : (tensor<100000xf32>, tensor<f32>) -> tensor<100000xf32>
  %i = stablehlo.iota dim = 0 : tensor<100000xf32>
  %one = stablehlo.constant dense<1.0> : tensor<100000xf32>
  %ten = stablehlo.constant dense<10.0> : tensor<100000xf32>
  %2 = stablehlo.add %i, %one : tensor<100000xf32>
  %3 = stablehlo.divide %2, %ten : tensor<100000xf32>
  check.expect_close %0, %3, max_ulp_difference = 1 : tensor<100000xf32>, tensor<100000xf32>
  %h = stablehlo.constant dense<1.0> : tensor<1024xbf16>
  %hz = stablehlo.constant dense<0.0> : tensor<bf16>
  %4 = "stablehlo.reduce_window"(%h, %hz) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %1 = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
  }) {window_dimensions = array<i64: 1024>, padding = dense<[[1023, 0]]> : tensor<1x2xi64>} : (tensor<1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
  %5 = stablehlo.slice %4 [1023:1024] : (tensor<1024xbf16>) -> tensor<1xbf16>
  check.expect_eq_const %5, dense<1024.0> : tensor<1xbf16>
  return
}
// -----
// Several operands and a body that depends on the order: composed maps x -> a * x + b.
func.func @main() {
  %a = stablehlo.constant dense<[1, 2, 3, 4, 5, 6, 7]> : tensor<7xi32>
  %b = stablehlo.constant dense<[1, 0, 2, 0, 3, 0, 1]> : tensor<7xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.reduce_window"(%a, %b, %one, %zero) ({
    ^bb0(%f: tensor<i32>, %p: tensor<i32>, %g: tensor<i32>, %q: tensor<i32>):
      %1 = stablehlo.multiply %f, %g : tensor<i32>
      %2 = stablehlo.multiply %g, %p : tensor<i32>
      %3 = stablehlo.add %2, %q : tensor<i32>
      stablehlo.return %1, %3 : tensor<i32>, tensor<i32>
  }) {window_dimensions = array<i64: 5>, window_strides = array<i64: 2>, padding = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<7xi32>, tensor<7xi32>, tensor<i32>, tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>)
  check.expect_eq_const %0#0, dense<[6, 120, 2520]> : tensor<3xi32>
  check.expect_eq_const %0#1, dense<[8, 163, 1807]> : tensor<3xi32>
  return
}
// -----
// A wider body; windows that fit nowhere; nothing; rank 0.
func.func @main() {
  %x = stablehlo.constant dense<[100, 100, 100]> : tensor<3xi8>
  %z = stablehlo.constant dense<0> : tensor<i8>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
    ^bb0(%a: tensor<i16>, %b: tensor<i16>):
      %1 = stablehlo.add %a, %b : tensor<i16>
      stablehlo.return %1 : tensor<i16>
  }) {window_dimensions = array<i64: 2>} : (tensor<3xi8>, tensor<i8>) -> tensor<2xi16>
  check.expect_eq_const %0, dense<200> : tensor<2xi16>
  %2 = "stablehlo.reduce_window"(%x, %z) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %1 = stablehlo.add %a, %b : tensor<i8>
      stablehlo.return %1 : tensor<i8>
  }) {window_dimensions = array<i64: 4>} : (tensor<3xi8>, tensor<i8>) -> tensor<0xi8>
  check.expect_eq_const %2, dense<> : tensor<0xi8>
  %e = stablehlo.constant dense<> : tensor<0xi8>
  %3 = "stablehlo.reduce_window"(%e, %z) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %1 = stablehlo.add %a, %b : tensor<i8>
      stablehlo.return %1 : tensor<i8>
  }) {window_dimensions = array<i64: 1>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<0xi8>, tensor<i8>) -> tensor<2xi8>
  check.expect_eq_const %3, dense<0> : tensor<2xi8>
  %s = stablehlo.constant dense<5> : tensor<i8>
  %4 = "stablehlo.reduce_window"(%s, %z) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %1 = stablehlo.add %a, %b : tensor<i8>
      stablehlo.return %1 : tensor<i8>
  }) {window_dimensions = array<i64>} : (tensor<i8>, tensor<i8>) -> tensor<i8>
  check.expect_eq_const %4, dense<5> : tensor<i8>
  return
}
// -----
// Quantized maximum.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.5, -1.0, 0.5]> : tensor<4xf32>
  %low = stablehlo.constant dense<-60.0> : tensor<f32>
  %q = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %z = stablehlo.uniform_quantize %low : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5:1>>
  %0 = "stablehlo.reduce_window"(%q, %z) ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
      %1 = stablehlo.maximum %a, %b : tensor<!quant.uniform<i8:f32, 0.5:1>>
      stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) {window_dimensions = array<i64: 2>} : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %2 = stablehlo.uniform_dequantize %0 : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3xf32>
  check.expect_eq_const %2, dense<[2.5, 2.5, 0.5]> : tensor<3xf32>
  return
}
// -----
// Windows as long as the operand with a body that depends on the order and initial values that count, from both ends;
// by folding each window of the padded operand from the left. (XLA takes initial values for neutral here.)
func.func @main() {
  %a = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %b = stablehlo.constant dense<[1, 0, 2, 0, 3]> : tensor<5xi32>
  %one = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<1> : tensor<i32>
  %front:2 = "stablehlo.reduce_window"(%a, %b, %one, %zero) ({
    ^bb0(%f: tensor<i32>, %p: tensor<i32>, %g: tensor<i32>, %q: tensor<i32>):
      %1 = stablehlo.multiply %f, %g : tensor<i32>
      %2 = stablehlo.multiply %g, %p : tensor<i32>
      %3 = stablehlo.add %2, %q : tensor<i32>
      stablehlo.return %1, %3 : tensor<i32>, tensor<i32>
  }) {window_dimensions = array<i64: 6>, padding = dense<[[5, 0]]> : tensor<1x2xi64>} : (tensor<5xi32>, tensor<5xi32>, tensor<i32>, tensor<i32>) -> (tensor<5xi32>, tensor<5xi32>)
  check.expect_eq_const %front#0, dense<[64, 64, 96, 192, 480]> : tensor<5xi32>
  check.expect_eq_const %front#1, dense<[64, 64, 98, 200, 523]> : tensor<5xi32>
  %x = stablehlo.constant dense<[[1], [2], [3], [4]]> : tensor<4x1xi32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %back = "stablehlo.reduce_window"(%x, %ten) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %1 = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 4, 1>, padding = dense<[[0, 3], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x1xi32>, tensor<i32>) -> tensor<4x1xi32>
  check.expect_eq_const %back, dense<[[20], [29], [37], [44]]> : tensor<4x1xi32>
  return
}
