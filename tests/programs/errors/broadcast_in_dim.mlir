func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{broadcast_in_dim.C1}} "tensor<2x3xf64>"
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{broadcast_in_dim.C2}} "[0]"
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{broadcast_in_dim.C3}} "[0, 2]"
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{broadcast_in_dim.C4}} "[0, 0]"
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{broadcast_in_dim.C5}} "tensor<2x4xf32>"
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{broadcast_in_dim.C6}} "tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>"
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  func.return
}
// -----
func.func @main(%a: tensor<1x!quant.uniform<i8:f32:0, {1.0}>>) {
  // expected-error@+1 {{broadcast_in_dim.C6}} "tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>"
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {1.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}
// -----
func.func @main(%x: tensor<?xf32>) {
  // expected-error@+1 {{broadcast_in_dim.result_type}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<?xf32>) -> tensor<2x?xf32>
  return
}
// -----
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-error@+1 {{broadcast_in_dim.C5}}
  %0 = "stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = array<i64: 0>} : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  return
}
// -----
func.func @main(%x: tensor<6xf32>) {
  // expected-error@+1 {{broadcast_in_dim.C5}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<6xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 6>>
  return
}
