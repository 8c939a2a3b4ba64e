func.func @main(%a: tensor<2x3xf32>, %z: tensor<f64>) {
  // expected-error@+1 {{pad.C1}} "%z"
  %0 = stablehlo.pad %a, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f64>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{pad.C1}} "tensor<2x3xf64>"
  %0 = stablehlo.pad %a, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{pad.C2}} "[0]"
  %0 = stablehlo.pad %a, %z, low = [0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{pad.C2}} "[0, 0, 0]"
  %0 = stablehlo.pad %a, %z, low = [0, 0], high = [0, 0], interior = [0, 0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{pad.C3}} "[0, -1]"
  %0 = stablehlo.pad %a, %z, low = [0, 0], high = [0, 0], interior = [0, -1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{pad.C4}} "tensor<3x4xf32>"
  %0 = stablehlo.pad %a, %z, low = [0, 1], high = [0, 1], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{pad.C4}} "[0, -2]"
  %0 = stablehlo.pad %a, %z, low = [0, -2], high = [0, -2], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x0xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{pad.operand_type}} "%z"
  %0 = stablehlo.pad %a, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  func.return
}
