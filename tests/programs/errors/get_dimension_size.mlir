func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{get_dimension_size.C1}} "2"
  %0 = stablehlo.get_dimension_size %a, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{get_dimension_size.result_type}} "tensor<i64>"
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3xf32>) -> tensor<i64>
  func.return
}
