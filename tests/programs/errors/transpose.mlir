func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{transpose.C1}} "tensor<3x2xf64>"
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{transpose.C2}} "[1]"
  %0 = stablehlo.transpose %a, dims = [1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{transpose.C2}} "[1, 1]"
  %0 = stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{transpose.C2}} "[1, 2]"
  %0 = stablehlo.transpose %a, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{transpose.C3}} "tensor<2x3xf32>"
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{transpose.C4}} "tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>"
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}
