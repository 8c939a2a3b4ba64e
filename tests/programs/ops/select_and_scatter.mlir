// The specification's example.
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 5], [2, 5], [3, 6], [4, 4]]> : tensor<4x2xi64>
  %source = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  %init_value = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %0 = stablehlo.compare GE, %arg0, %arg1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %0 = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %0 : tensor<i64>
  }) {
    window_dimensions = array<i64: 3, 1>,
    window_strides = array<i64: 2, 1>,
    padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<4x2xi64>, tensor<2x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  check.expect_eq_const %result, dense<[[0, 0], [0, 0], [5, 14], [7, 0]]> : tensor<4x2xi64>
  return
}
// -----
// The gradient of max pooling with windows that overlap; of equal elements the first is picked.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 3.0, 3.0, 0.0], [2.0, 3.0, 1.0, 9.0], [7.0, 0.0, 8.0, 9.0]]> : tensor<3x4xf32>
  %s = stablehlo.constant dense<[[1.0, 2.0, 4.0], [8.0, 16.0, 32.0]]> : tensor<2x3xf32>
  %z = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<3x4xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  check.expect_eq_const %0, dense<[[0.5, 3.5, 0.5, 0.5], [0.5, 0.5, 0.5, 36.5], [8.5, 0.5, 16.5, 0.5]]> : tensor<3x4xf32>
  return
}
// -----
// Padding is never picked, whatever select says of it; another scatter; a wider one.
func.func @main() {
  %x = stablehlo.constant dense<[-5, -7, -6]> : tensor<3xi8>
  %s = stablehlo.constant dense<[2, 3, 5, 7]> : tensor<4xi8>
  %z = stablehlo.constant dense<1> : tensor<i8>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %1 = stablehlo.compare GT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }, {
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %1 = stablehlo.multiply %a, %b : tensor<i8>
      stablehlo.return %1 : tensor<i8>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<3xi8>, tensor<4xi8>, tensor<i8>) -> tensor<3xi8>
  check.expect_eq_const %0, dense<[6, 1, 35]> : tensor<3xi8>
  %2 = "stablehlo.select_and_scatter"(%x, %s, %z) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %1 = stablehlo.compare GT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }, {
    ^bb0(%a: tensor<i16>, %b: tensor<i16>):
      %100 = stablehlo.constant dense<100> : tensor<i16>
      %1 = stablehlo.multiply %b, %100 : tensor<i16>
      %3 = stablehlo.add %a, %1 : tensor<i16>
      stablehlo.return %3 : tensor<i16>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<3xi8>, tensor<4xi8>, tensor<i8>) -> tensor<3xi16>
  check.expect_eq_const %2, dense<[501, 1, 1201]> : tensor<3xi16>
  return
}
// -----
// Nothing to pick, rank 0.
func.func @main() {
  %e = stablehlo.constant dense<> : tensor<0x2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%e, %e, %z) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 1>} : (tensor<0x2xf32>, tensor<0x2xf32>, tensor<f32>) -> tensor<0x2xf32>
  check.expect_eq_const %0, dense<> : tensor<0x2xf32>
  %s = stablehlo.constant dense<2.0> : tensor<f32>
  %2 = "stablehlo.select_and_scatter"(%s, %s, %z) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %2, dense<2.0> : tensor<f32>
  return
}
