func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_reshape.element_type}} "tensor<?x?xi32>"
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xi32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_reshape.output_size}} "%s"
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_reshape.size}} "tensor<2x2xf32>"
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{dynamic_reshape.operand_type}} "%s"
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %c = stablehlo.constant dense<[3]> : tensor<1xi32>
  %s = stablehlo.optimization_barrier %c : tensor<1xi32>
  // expected-error@+1 {{run.dynamic_reshape}} "%0 = stablehlo.dynamic_reshape %x, %s : (tensor<4xi32>, tensor<1xi32>) -> tensor<?xi32>"
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<4xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  // expected-error@+1 {{dynamic_reshape.output_shape}} "tensor<?x3xf32>"
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  %s = stablehlo.constant dense<[3, 3]> : tensor<2xi64>
  // expected-error@+1 {{dynamic_reshape.size}} "tensor<?x?xf32>"
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main(%x: tensor<5xf32>, %s: tensor<?xi64>) {
  // expected-error@+1 {{dynamic_reshape.operand_type}} "%s"
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<5xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  return
}
// -----
func.func @main(%x: tensor<6xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_reshape.size}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<4x?xf32>
  return
}
// -----
func.func @main(%x: tensor<?xf32>) {
  %s = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
  // expected-error@+1 {{dynamic_reshape.output_shape}} "%s"
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return
}
