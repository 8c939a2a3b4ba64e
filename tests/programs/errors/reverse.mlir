func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{reverse.C1}} "tensor<3x2xf32>"
  %0 = "stablehlo.reverse"(%a) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{reverse.C2}} "[1, 1]"
  %0 = stablehlo.reverse %a, dims = [1, 1] : tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{reverse.C3}} "[2]"
  %0 = stablehlo.reverse %a, dims = [2] : tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{reverse.C3}} "[-1]"
  %0 = stablehlo.reverse %a, dims = [-1] : tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-error@+1 {{reverse.C1}} "tensor<5xf32>"
  %0 = "stablehlo.reverse"(%x) {dimensions = array<i64: 0>} : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  return
}
