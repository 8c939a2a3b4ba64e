func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{dynamic_slice.C1}} "tensor<1x1xf64>"
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x1xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{dynamic_slice.C2}} "%i"
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i64>) -> tensor<1x1xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{dynamic_slice.C2}} "[1]"
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>, %j: tensor<i32>) {
  // expected-error@+1 {{dynamic_slice.C3}} "%j"
  %0 = stablehlo.dynamic_slice %a, %i, %j, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i64>, tensor<i32>) -> tensor<1x1xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{dynamic_slice.C4}} "[1, 4]"
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 4] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{dynamic_slice.C4}} "[-1, 1]"
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [-1, 1] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x1xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{dynamic_slice.C5}} "tensor<1x3xf32>"
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i64>, %j: tensor<f32>) {
  // expected-error@+1 {{dynamic_slice.operand_type}} "%j"
  %0 = stablehlo.dynamic_slice %a, %i, %j, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i64>, tensor<f32>) -> tensor<1x1xf32>
  func.return
}
// -----
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>, %i: tensor<i32>) {
  // expected-error@+1 {{dynamic_slice.C4}}
  %0 = "stablehlo.dynamic_slice"(%x, %i) {slice_sizes = array<i64: 5>} : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<5xf32>
  return
}
