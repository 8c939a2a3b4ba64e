func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>, %u: tensor<1x1xf32>) {
  // expected-error@+1 {{dynamic_update_slice.C1}} "tensor<2x2xf32>"
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<2x3xf32>, tensor<1x1xf32>, tensor<i64>, tensor<i64>) -> tensor<2x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>, %u: tensor<1x1xi32>) {
  // expected-error@+1 {{dynamic_update_slice.C2}} "%u"
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<2x3xf32>, tensor<1x1xi32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>, %u: tensor<1xf32>) {
  // expected-error@+1 {{dynamic_update_slice.C3}} "%u"
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<2x3xf32>, tensor<1xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>, %u: tensor<1x1xf32>) {
  // expected-error@+1 {{dynamic_update_slice.C4}} "%i"
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<2x3xf32>, tensor<1x1xf32>, tensor<i64>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>, %u: tensor<1x1xf32>, %j: tensor<i32>) {
  // expected-error@+1 {{dynamic_update_slice.C5}} "%j"
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %j : (tensor<2x3xf32>, tensor<1x1xf32>, tensor<i64>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>, %u: tensor<1x4xf32>) {
  // expected-error@+1 {{dynamic_update_slice.C6}} "%u"
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<2x3xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  func.return
}
