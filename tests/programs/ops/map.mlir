// The specification's example, with its result right: 3 * 7 is 21.
func.func @main() {
  %input0 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  %input1 = stablehlo.constant dense<[[4, 5], [6, 7]]> : tensor<2x2xi64>
  %result = "stablehlo.map"(%input0, %input1) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %0 = stablehlo.multiply %arg0, %arg1 : tensor<i64>
      stablehlo.return %0 : tensor<i64>
  }) {
    dimensions = array<i64: 0, 1>
  } : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[0, 5], [12, 21]]> : tensor<2x2xi64>
  return
}
// -----
// Another element type; a constant; a value from outside; rank 0; nothing.
func.func @main() {
  %x = stablehlo.constant dense<[1.5, -2.5, 0x7FC00000]> : tensor<3xf32>
  %bound = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.map"(%x) ({
    ^bb0(%a: tensor<f32>):
      %1 = stablehlo.compare GT, %a, %bound : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %0, dense<[true, false, false]> : tensor<3xi1>
  %2 = "stablehlo.map"(%x) ({
    ^bb0(%a: tensor<f32>):
      %3 = stablehlo.constant dense<7> : tensor<i8>
      stablehlo.return %3 : tensor<i8>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xi8>
  check.expect_eq_const %2, dense<7> : tensor<3xi8>
  %4 = "stablehlo.map"(%bound, %bound) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %5 = stablehlo.cosine %a : tensor<f32>
      %6 = stablehlo.add %5, %b : tensor<f32>
      stablehlo.return %6 : tensor<f32>
  }) {dimensions = array<i64>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %4, dense<1.0> : tensor<f32>
  %e = stablehlo.constant dense<> : tensor<0x2xui16>
  %7 = "stablehlo.map"(%e) ({
    ^bb0(%a: tensor<ui16>):
      %8 = stablehlo.not %a : tensor<ui16>
      stablehlo.return %8 : tensor<ui16>
  }) {dimensions = array<i64: 0, 1>} : (tensor<0x2xui16>) -> tensor<0x2xui16>
  check.expect_eq_const %7, dense<> : tensor<0x2xui16>
  return
}
// -----
// A loop for each element: how often 1 must be halved to fall below it.
func.func @main() {
  %x = stablehlo.constant dense<[0.9, 0.3, 0.01, 2.0]> : tensor<4xf32>
  %0 = "stablehlo.map"(%x) ({
    ^bb0(%a: tensor<f32>):
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      %half = stablehlo.constant dense<0.5> : tensor<f32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %step = stablehlo.constant dense<1> : tensor<i32>
      %1:2 = stablehlo.while(%v = %one, %n = %zero) : tensor<f32>, tensor<i32>
        cond {
          %2 = stablehlo.compare GT, %v, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %2 : tensor<i1>
        } do {
          %3 = stablehlo.multiply %v, %half : tensor<f32>
          %4 = stablehlo.add %n, %step : tensor<i32>
          stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
        }
      stablehlo.return %1#1 : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[1, 2, 7, 0]> : tensor<4xi32>
  return
}
