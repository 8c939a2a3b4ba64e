func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf64>) {
  // expected-error@+1 {{concatenate.C1}} "%b"
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{concatenate.C2}} "%b"
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{concatenate.C2}} "%b"
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{concatenate.C3}}
  %0 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{concatenate.C4}} "2"
  %0 = stablehlo.concatenate %a, %a, dim = 2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<f32>) {
  // expected-error@+1 {{concatenate.C4}} "0"
  %0 = stablehlo.concatenate %a, dim = 0 : (tensor<f32>) -> tensor<f32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{concatenate.C5}} "tensor<4x3xf64>"
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{concatenate.C6}} "tensor<2x6xf32>"
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{concatenate.operand_type}} "%a"
  %0 = stablehlo.concatenate %a, dim = 0 : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}
