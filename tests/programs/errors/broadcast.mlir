func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{broadcast.result_type}} "tensor<2x3x2xf32>"
  %0 = stablehlo.broadcast %a, sizes = [2] : (tensor<2x3xf32>) -> tensor<2x3x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{broadcast.broadcast_sizes}} "[-1]"
  %0 = stablehlo.broadcast %a, sizes = [-1] : (tensor<2x3xf32>) -> tensor<2x2x3xf32>
  func.return
}
