// Every dimension of the operand is an offset dimension, collapsed or batching.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C1}} "dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], start_index_map = [1, 0], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// Index vectors lie along a dimension of the indices.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C2}} "dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 4>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 4>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// Each component of an index vector is mapped.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C3}} "dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// Offset dimensions increase.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C4}} "dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// Offset dimensions are dimensions of the result.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C5}} "dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// Collapsed dimensions increase.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C6}} "dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_index_map = [1, 0], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// Collapsed dimensions are dimensions of the operand.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C7}} "dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], start_index_map = [1, 0], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// Slices have one element along collapsed dimensions.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C8}} "slice_sizes = array<i64: 2, 2, 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// No dimension is mapped to twice.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C9}} "dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 1], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// Only dimensions of the operand are mapped to.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C10}} "dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 3], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// One slice size for each dimension.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C11}} "slice_sizes = array<i64: 1, 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// Slices are no larger than the operand.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C12}} "slice_sizes = array<i64: 1, 5, 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x5x2xi32>
  return
}

// -----

// The result has the sizes of indices and slices.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C13}} "tensor<2x3x2x1xi32>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x1xi32>
  return
}

// -----

// The result has the element type of the operand.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{gather.C14}} "tensor<2x3x2x2xi64>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi64>
  return
}

// -----

// Indices are integers.
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xf32>) {
  // expected-error@+1 {{gather.operand_type}} "%i"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xf32>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// A dimension is batching or mapped to, not both.
func.func @main(%x: tensor<2x4x2xi32>, %i: tensor<2x3x1xi64>) {
  // expected-error@+1 {{gather.batching_dims_unique}} "dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x4x2xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// Batching dimensions are dimensions.
func.func @main(%x: tensor<2x4x2xi32>, %i: tensor<2x3x1xi64>) {
  // expected-error@+1 {{gather.batching_dims_range}} "dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x4x2xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// Batching dimensions increase.
func.func @main(%x: tensor<2x3x2xi32>, %i: tensor<2x3x1xi64>) {
  // expected-error@+1 {{gather.batching_dims_sorted}} "dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x3x2xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// The dimension of the index vectors is no batching one.
func.func @main(%x: tensor<2x4x2xi32>, %i: tensor<2x3x1xi64>) {
  // expected-error@+1 {{gather.batching_dims_index_vector}} "dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x4x2xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// As many batching dimensions on both sides.
func.func @main(%x: tensor<2x4x2xi32>, %i: tensor<2x3x1xi64>) {
  // expected-error@+1 {{gather.batching_dims_count}} "dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x4x2xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// Batching dimensions have one size.
func.func @main(%x: tensor<2x4x2xi32>, %i: tensor<5x3x1xi64>) {
  // expected-error@+1 {{gather.batching_dims_sizes}} "dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x4x2xi32>, tensor<5x3x1xi64>) -> tensor<5x3x2xi32>
  return
}

// -----

// Slices have one element along batching dimensions.
func.func @main(%x: tensor<2x4x2xi32>, %i: tensor<2x3x1xi64>) {
  // expected-error@+1 {{gather.batching_dims_slice_sizes}} "slice_sizes = array<i64: 2, 1, 2>"
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 2>}> : (tensor<2x4x2xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>, %i: tensor<1xindex>) {
  // expected-error@+1 {{gather.operand_type}} "%i"
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>} : (tensor<2xf32>, tensor<1xindex>) -> tensor<1xf32>
  return
}
