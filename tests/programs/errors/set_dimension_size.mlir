func.func @main(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{set_dimension_size.dimension_in_range}} "2"
  %0 = stablehlo.set_dimension_size %a, %n, dim = 2 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{set_dimension_size.element_type}} "tensor<?x3xf64>"
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{set_dimension_size.result_shape}} "tensor<?x2xf32>"
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x2xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  // expected-error@+1 {{run.set_dimension_size}} "%0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32>"
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32>
  func.return
}
