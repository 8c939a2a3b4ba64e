// One slice size for each dimension.
func.func @main(%x: tensor<4xi8>, %i: tensor<2x1xi32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{dynamic_gather.C11}} "%n"
  %0 = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<4xi8>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x?xi8>
  return
}

// -----

// Slice sizes are a list of integers.
func.func @main(%x: tensor<4xi8>, %i: tensor<2x1xi32>, %n: tensor<i32>) {
  // expected-error@+1 {{dynamic_gather.operand_type}} "%n"
  %0 = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<4xi8>, tensor<2x1xi32>, tensor<i32>) -> tensor<2x?xi8>
  return
}

// -----

// The result has the element type of the operand.
func.func @main(%x: tensor<4xi8>, %i: tensor<2x1xi32>, %n: tensor<1xi32>) {
  // expected-error@+1 {{dynamic_gather.C14}} "tensor<2x?xi16>"
  %0 = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<4xi8>, tensor<2x1xi32>, tensor<1xi32>) -> tensor<2x?xi16>
  return
}

// -----

// Slices are no larger than the operand.
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<4xi8>
  %i = stablehlo.constant dense<0> : tensor<2x1xi32>
  %n_known = stablehlo.constant dense<[5]> : tensor<1xi32>
  %n = stablehlo.optimization_barrier %n_known : tensor<1xi32>
  // expected-error@+1 {{run.dynamic_gather}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<4xi8>, tensor<2x1xi32>, tensor<1xi32>) -> tensor<2x?xi8>
  return
}
// -----

// Slices are no larger than the operand.
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<4xi8>
  %i = stablehlo.constant dense<0> : tensor<2x1xi32>
  %n = stablehlo.constant dense<[5]> : tensor<1xi32>
  // expected-error@+1 {{dynamic_gather.C12}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<4xi8>, tensor<2x1xi32>, tensor<1xi32>) -> tensor<2x?xi8>
  return
}
// -----
func.func @main(%x: tensor<5x7xf32>, %i: tensor<3x1xi32>) {
  %s = stablehlo.constant dense<[2, 7]> : tensor<2xi64>
  // expected-error@+1 {{dynamic_gather.C8}} "%s"
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<5x7xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x?xf32>
  return
}
// -----
func.func @main(%x: tensor<5x7xf32>, %i: tensor<3x1xi32>) {
  %s = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+1 {{dynamic_gather.C13}} "tensor<3x5xf32>"
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<5x7xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x5xf32>
  return
}
// -----
func.func @main(%x: tensor<5x7xf32>, %i: tensor<3x1xi32>, %s: tensor<?xi64>) {
  // expected-error@+1 {{dynamic_gather.operand_type}} "%s"
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<5x7xf32>, tensor<3x1xi32>, tensor<?xi64>) -> tensor<3x?xf32>
  return
}
