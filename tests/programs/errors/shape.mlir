func.func @main(%s: tensor<2xindex>, %x: tensor<2x3xf32>, %i: index, %w: !shape.witness) {
  // expected-error@+1 {{shape.shape_of.operand_type}} "%i"
  %0 = shape.shape_of %i : index -> tensor<2xindex>
  func.return
}
// -----
func.func @main(%s: tensor<2xindex>, %x: tensor<2x3xf32>, %i: index, %w: !shape.witness) {
  // expected-error@+1 {{shape.shape_of.result_type}} "tensor<3xindex>"
  %0 = shape.shape_of %x : tensor<2x3xf32> -> tensor<3xindex>
  func.return
}
// -----
func.func @main(%s: tensor<2xindex>, %x: tensor<2x3xf32>, %i: index, %w: !shape.witness) {
  // expected-error@+1 {{shape.broadcast.operand_type}} "%x"
  %0 = shape.broadcast %s, %x : tensor<2xindex>, tensor<2x3xf32> -> tensor<2xindex>
  func.return
}
// -----
func.func @main(%s: tensor<2xindex>, %x: tensor<2x3xf32>, %i: index, %w: !shape.witness) {
  // expected-error@+1 {{shape.num_elements.result_type}} "i32"
  %0 = shape.num_elements %s : tensor<2xindex> -> i32
  func.return
}
// -----
func.func @main(%s: tensor<2xindex>, %x: tensor<2x3xf32>, %i: index, %w: !shape.witness) {
  // expected-error@+1 {{shape.get_extent.operand_type}} "%s"
  %0 = shape.get_extent %s, %s : tensor<2xindex>, tensor<2xindex> -> index
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{shape.const_shape.result_type}} "tensor<3xindex>"
  %0 = shape.const_shape [1, 2] : tensor<3xindex>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{shape.const_shape.shape}} "shape = 3 : i64"
  %0 = "shape.const_shape"() {shape = 3 : i64} : () -> tensor<1xindex>
  func.return
}
// -----
func.func @main(%s: tensor<2xindex>, %x: tensor<2x3xf32>, %i: index, %w: !shape.witness) {
  // expected-error@+1 {{shape.cstr_eq.operand_type}} "%x"
  %0 = shape.cstr_eq %s, %x : tensor<2xindex>, tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%s: tensor<2xindex>, %x: tensor<2x3xf32>, %i: index, %w: !shape.witness) {
  // expected-error@+1 {{shape.from_extents.operand_type}} "%x"
  %0 = shape.from_extents %x : tensor<2x3xf32>
  func.return
}
// -----
func.func @main(%s: tensor<2xindex>, %x: tensor<2x3xf32>, %i: index, %w: !shape.witness) {
  // expected-error@+1 {{shape.assuming.operand_type}} "%i"
  %0 = shape.assuming %i -> (index) {
    shape.assuming_yield %i : index
  }
  func.return
}
// -----
func.func @main(%s: tensor<2xindex>, %x: tensor<2x3xf32>, %i: index, %w: !shape.witness) {
  // expected-error@+1 {{shape.assuming.result_types}} "i32"
  %0 = shape.assuming %w -> (i32) {
    shape.assuming_yield %i : index
  }
  func.return
}
// -----
func.func @main() {
  %a = shape.const_shape [2] : tensor<1xindex>
  %b = shape.const_shape [3] : tensor<1xindex>
  // expected-error@+1 {{run.broadcast}} "%0 = shape.broadcast %a, %b : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>"
  %0 = shape.broadcast %a, %b : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  func.return
}
// -----
func.func @main() {
  %a = shape.const_shape [2] : tensor<1xindex>
  %b = shape.const_shape [3, 3] : tensor<2xindex>
  // expected-error@+1 {{run.cstr_broadcastable}} "%0 = shape.cstr_broadcastable %a, %b : tensor<1xindex>, tensor<2xindex>"
  %0 = shape.cstr_broadcastable %a, %b : tensor<1xindex>, tensor<2xindex>
  func.return
}
// -----
func.func @main() {
  %a = shape.const_shape [2] : tensor<1xindex>
  %b = shape.const_shape [1, 2] : tensor<2xindex>
  // expected-error@+1 {{run.cstr_eq}} "%0 = shape.cstr_eq %a, %b : tensor<1xindex>, tensor<2xindex>"
  %0 = shape.cstr_eq %a, %b : tensor<1xindex>, tensor<2xindex>
  func.return
}
// -----
func.func @main() {
  %c = arith.constant false
  // expected-error@+1 {{run.cstr_require}}
  %0 = shape.cstr_require %c, "sizes must fit"
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{run.const_witness}} "%0 = shape.const_witness false"
  %0 = shape.const_witness false
  func.return
}
// -----
func.func @main() {
  %a = shape.const_shape [2] : tensor<1xindex>
  %i = arith.constant 1 : index
  // expected-error@+1 {{run.get_extent}} "%0 = shape.get_extent %a, %i : tensor<1xindex>, index -> index"
  %0 = shape.get_extent %a, %i : tensor<1xindex>, index -> index
  func.return
}
