func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{slice.C1}} "tensor<2x3xf64>"
  %0 = stablehlo.slice %a [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{slice.C2}} "[0:2]"
  %0 = stablehlo.slice %a [0:2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{slice.C2}} "strides = array<i64: 1>"
  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{slice.C3}} "[-1:2, 0:3]"
  %0 = stablehlo.slice %a [-1:2, 0:3] : (tensor<2x3xf32>) -> tensor<3x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{slice.C3}} "[2:1, 0:3]"
  %0 = stablehlo.slice %a [2:1, 0:3] : (tensor<2x3xf32>) -> tensor<0x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{slice.C3}} "[0:2, 0:4]"
  %0 = stablehlo.slice %a [0:2, 0:4] : (tensor<2x3xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{slice.C4}} "[0:2, 0:3:0]"
  %0 = stablehlo.slice %a [0:2, 0:3:0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{slice.C5}} "tensor<2x1xf32>"
  %0 = stablehlo.slice %a [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  func.return
}
// -----
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-error@+1 {{slice.C3}}
  %0 = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 6>, strides = array<i64: 1>} : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<6xf32>
  return
}
