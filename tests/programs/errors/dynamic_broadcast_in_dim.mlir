func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_broadcast_in_dim.element_type}} "tensor<?x?xf64>"
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_broadcast_in_dim.dims_size}} "[0]"
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_broadcast_in_dim.dims_in_range}} "[0, 2]"
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 2] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_broadcast_in_dim.dims_unique}} "[1, 1]"
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_broadcast_in_dim.dims_match}} "tensor<?x4xf32>"
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_broadcast_in_dim.output_size}} "%s"
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?x?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_broadcast_in_dim.known_dims_unique}} "known_expanding_dimensions = array<i64: 0>"
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_broadcast_in_dim.known_dims_in_range}} "known_expanding_dimensions = array<i64: 2>"
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] {known_expanding_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_broadcast_in_dim.quantization_axis}} "tensor<?x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>"
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi64>) -> tensor<?x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %s_known = stablehlo.constant dense<[3]> : tensor<1xi32>
  %s = stablehlo.optimization_barrier %s_known : tensor<1xi32>
  // expected-error@+1 {{run.dynamic_broadcast_in_dim}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<4xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{dynamic_broadcast_in_dim.output_shape}} "tensor<2x4xf32>"
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %s = stablehlo.constant dense<[3]> : tensor<1xi32>
  // expected-error@+1 {{dynamic_broadcast_in_dim.dims_match}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<4xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main(%x: tensor<5xf32>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@+1 {{dynamic_broadcast_in_dim.dims_match}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<5xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
// -----
func.func @main(%x: tensor<5xf32>, %s: tensor<?xi64>) {
  // expected-error@+1 {{dynamic_broadcast_in_dim.operand_type}} "%s"
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<5xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  return
}
