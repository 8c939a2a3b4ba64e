func.func @main(%n: index, %s: tensor<2xi32>) {
  // expected-error@+1 {{compute_reshape_shape.result_type}} "tensor<3xi32>"
  %0 = stablehlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<3xi32>
  func.return
}
// -----
func.func @main(%n: tensor<i32>, %s: tensor<2xi32>) {
  // expected-error@+1 {{compute_reshape_shape.operand_type}} "%n"
  %0 = stablehlo.compute_reshape_shape %n, %s : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}
// -----
func.func @main() {
  %n = arith.constant 7 : index
  %s = stablehlo.constant dense<[2, -1]> : tensor<2xi32>
  // expected-error@+1 {{run.compute_reshape_shape}} "%0 = stablehlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<2xi32>"
  %0 = stablehlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<2xi32>
  func.return
}
// -----
func.func @main() {
  %n = arith.constant 7 : index
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  // expected-error@+1 {{run.cstr_reshapable}} "%0 = stablehlo.cstr_reshapable %n, %s : (index, tensor<2xi32>) -> !shape.witness"
  %0 = stablehlo.cstr_reshapable %n, %s : (index, tensor<2xi32>) -> !shape.witness
  func.return
}
