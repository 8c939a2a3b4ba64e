func.func @main(%s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_iota.iota_dimension_in_range}} "2"
  %0 = stablehlo.dynamic_iota %s, dim = 2 : (tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main(%s: tensor<2xi64>) {
  // expected-error@+1 {{dynamic_iota.output_size}} "%s"
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?xf32>
  func.return
}
// -----
func.func @main(%s: tensor<1x2xi64>) {
  // expected-error@+1 {{dynamic_iota.operand_type}} "%s"
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1x2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main() {
  %s_known = stablehlo.constant dense<[-1]> : tensor<1xi32>
  %s = stablehlo.optimization_barrier %s_known : tensor<1xi32>
  // expected-error@+1 {{run.dynamic_iota}} "%0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>"
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main() {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  // expected-error@+1 {{dynamic_iota.output_shape}} "tensor<?x3xf32>"
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x3xf32>
  func.return
}
// -----
func.func @main() {
  %s = stablehlo.constant dense<[-1]> : tensor<1xi32>
  // expected-error@+1 {{dynamic_iota.output_shape}}
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main(%x: tensor<5xf32>, %s: tensor<?xi64>) {
  // expected-error@+1 {{dynamic_iota.operand_type}} "%s"
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<?xi64>) -> tensor<?x?xf32>
  return
}
