func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{optimization_barrier.C1}} "tensor<3xf32>"
  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{optimization_barrier.C1}}
  %0:2 = "stablehlo.optimization_barrier"(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}
// -----
func.func @main(%x: tensor<?xf32>) {
  // expected-error@+1 {{optimization_barrier.C1}}
  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<?xf32>) -> tensor<3xf32>
  return
}
// -----
func.func @main(%x: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{optimization_barrier.operand_type}}
  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}
