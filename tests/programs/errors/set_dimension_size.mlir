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
  %n_known = stablehlo.constant dense<5> : tensor<i32>
  %n = stablehlo.optimization_barrier %n_known : tensor<i32>
  // expected-error@+1 {{run.set_dimension_size}} "%0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32>"
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  // expected-error@+1 {{set_dimension_size.size_in_range}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  %n = stablehlo.constant dense<3> : tensor<i32>
  // expected-error@+1 {{set_dimension_size.size_in_range}} "%n"
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  return
}
// -----
func.func @main(%a: tensor<?xf32, #stablehlo.bounds<4>>) {
  %n = stablehlo.constant dense<5> : tensor<i32>
  // expected-error@+1 {{set_dimension_size.size_in_range}} "%n"
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<?xf32>
  return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{set_dimension_size.result_shape}} "tensor<3x3xf32>"
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<3x3xf32>
  return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %n: tensor<i64>) {
  // expected-error@+1 {{set_dimension_size.operand_type}} "%n"
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2x3xf32>, tensor<i64>) -> tensor<?x3xf32>
  return
}
