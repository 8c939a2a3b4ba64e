func.func @main(%x: tensor<2x3xf32>, %i: index, %j: i32) {
  // expected-error@+1 {{tensor.dim.operand_type}} "%j"
  %0 = "tensor.dim"(%x, %j) : (tensor<2x3xf32>, i32) -> index
  func.return
}
// -----
func.func @main(%x: tensor<2x3xf32>, %i: index, %j: i32) {
  // expected-error@+1 {{tensor.dim.result_type}} "i32"
  %0 = "tensor.dim"(%x, %i) : (tensor<2x3xf32>, index) -> i32
  func.return
}
// -----
func.func @main(%x: tensor<2x3xf32>, %i: index, %j: i32) {
  // expected-error@+1 {{tensor.from_elements.operand_type}} "%j"
  %0 = tensor.from_elements %i, %j : tensor<2xindex>
  func.return
}
// -----
func.func @main(%x: tensor<2x3xf32>, %i: index, %j: i32) {
  // expected-error@+1 {{tensor.from_elements.result_type}} "tensor<3xindex>"
  %0 = tensor.from_elements %i, %i : tensor<3xindex>
  func.return
}
// -----
func.func @main(%x: tensor<2x3xf32>, %i: index, %j: i32) {
  // expected-error@+1 {{tensor.from_elements.result_type}} "tensor<2xi32>"
  %0 = tensor.from_elements %i, %i : tensor<2xi32>
  func.return
}
// -----
func.func @main(%x: tensor<2x3xf32>, %i: index, %j: i32) {
  // expected-error@+1 {{tensor.extract.indices}} "%x"
  %0 = tensor.extract %x[%i] : tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2x3xf32>, %i: index, %j: i32) {
  // expected-error@+1 {{tensor.extract.result_type}} "f64"
  %0 = "tensor.extract"(%x, %i, %i) : (tensor<2x3xf32>, index, index) -> f64
  func.return
}
// -----
func.func @main(%x: tensor<2x3xf32>, %i: index, %j: i32) {
  // expected-error@+1 {{tensor.cast.result_type}} "tensor<2x4xf32>"
  %0 = tensor.cast %x : tensor<2x3xf32> to tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2x3xf32>, %i: index, %j: i32) {
  // expected-error@+1 {{tensor.cast.result_type}} "tensor<?x3xf64>"
  %0 = tensor.cast %x : tensor<2x3xf32> to tensor<?x3xf64>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2xi32>
  %i = arith.constant 1 : index
  // expected-error@+1 {{run.dim}} "%0 = tensor.dim %x, %i : tensor<2xi32>"
  %0 = tensor.dim %x, %i : tensor<2xi32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2xi32>
  %i = arith.constant 2 : index
  // expected-error@+1 {{run.extract}} "%0 = tensor.extract %x[%i] : tensor<2xi32>"
  %0 = tensor.extract %x[%i] : tensor<2xi32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2xi32>
  %y = tensor.cast %x : tensor<2xi32> to tensor<?xi32>
  // expected-error@+1 {{run.cast}} "%0 = tensor.cast %y : tensor<?xi32> to tensor<3xi32>"
  %0 = tensor.cast %y : tensor<?xi32> to tensor<3xi32>
  func.return
}
