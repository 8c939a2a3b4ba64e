// One shape for all inputs.
func.func @main(%x: tensor<4xi64>, %y: tensor<5xi64>, %i: tensor<2x1xi32>, %u: tensor<2xi64>, %v: tensor<2xi64>) {
  // expected-error@+1 {{scatter.C1}} "%y"
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) ({ ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<i64>): stablehlo.return %a, %b : tensor<i64>, tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xi64>, tensor<5xi64>, tensor<2x1xi32>, tensor<2xi64>, tensor<2xi64>) -> (tensor<4xi64>, tensor<5xi64>)
  return
}

// -----

// Every dimension of the input is a window dimension, inserted or batching.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C2}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// One shape for all updates.
func.func @main(%x: tensor<4xi64>, %y: tensor<4xi64>, %i: tensor<2x1xi32>, %u: tensor<2xi64>, %v: tensor<3xi64>) {
  // expected-error@+1 {{scatter.C3}} "%v"
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) ({ ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<i64>): stablehlo.return %a, %b : tensor<i64>, tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xi64>, tensor<4xi64>, tensor<2x1xi32>, tensor<2xi64>, tensor<3xi64>) -> (tensor<4xi64>, tensor<4xi64>)
  return
}

// -----

// Updates have the sizes of the indices.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x4x2x2xi64>) {
  // expected-error@+1 {{scatter.C4}} "%u"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x4x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// Windows are no larger than the input.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x5x2xi64>) {
  // expected-error@+1 {{scatter.C4}} "%u"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x5x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// As many updates as inputs.
func.func @main(%x: tensor<4xi64>, %i: tensor<2x1xi32>, %u: tensor<2xi64>) {
  // expected-error@+1 {{scatter.C5}}
  %0 = "stablehlo.scatter"(%x, %i, %u, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xi64>, tensor<2x1xi32>, tensor<2xi64>, tensor<2xi64>) -> tensor<4xi64>
  return
}

// -----

// Updates have the element type of the input.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi32>) {
  // expected-error@+1 {{scatter.C6}} "%u"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi64>
  return
}

// -----

// Window dimensions increase.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C7}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// Window dimensions are dimensions of the update.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C8}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 4], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 4], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// Inserted dimensions increase.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2xi64>) {
  // expected-error@+1 {{scatter.C9}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// Inserted dimensions are dimensions of the input.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C10}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [3], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [3], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// Each component of an index vector is mapped.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C11}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// No dimension is mapped to twice.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C12}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 1], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 1], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// Only dimensions of the input are mapped to.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C13}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// Index vectors lie along a dimension of the indices.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C14}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 4>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 4>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// The body takes two arguments for each input.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C15}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<i64>): stablehlo.return %a, %b : tensor<i64>, tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// The body's type may be wider than the input's, not narrower.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C15}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i32>, %a1: tensor<i32>): %r = stablehlo.add %a0, %a1 : tensor<i32> stablehlo.return %r : tensor<i32> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// Results have the shape of the inputs.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C16}} "tensor<3x4x3xi64>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x3xi64>
  return
}

// -----

// Results have the body's element type.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.C17}} "tensor<3x4x2xi32>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi32>
  return
}

// -----

// Indices are integers.
func.func @main(%x: tensor<3x4x2xi64>, %i: tensor<2x3x2xf32>, %u: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{scatter.operand_type}} "%i"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi64>, tensor<2x3x2xf32>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  return
}

// -----

// A dimension is batching or mapped to, not both.
func.func @main(%x: tensor<2x4x2xi64>, %i: tensor<2x3x1xi64>, %u: tensor<2x3x2xi64>) {
  // expected-error@+1 {{scatter.batching_dims_unique}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>} : (tensor<2x4x2xi64>, tensor<2x3x1xi64>, tensor<2x3x2xi64>) -> tensor<2x4x2xi64>
  return
}

// -----

// Batching dimensions are dimensions.
func.func @main(%x: tensor<2x4x2xi64>, %i: tensor<2x3x1xi64>, %u: tensor<2x3x2xi64>) {
  // expected-error@+1 {{scatter.batching_dims_range}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x4x2xi64>, tensor<2x3x1xi64>, tensor<2x3x2xi64>) -> tensor<2x4x2xi64>
  return
}

// -----

// Batching dimensions increase.
func.func @main(%x: tensor<2x3x2xi64>, %i: tensor<2x3x1xi64>, %u: tensor<2x3x2xi64>) {
  // expected-error@+1 {{scatter.batching_dims_sorted}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>} : (tensor<2x3x2xi64>, tensor<2x3x1xi64>, tensor<2x3x2xi64>) -> tensor<2x3x2xi64>
  return
}

// -----

// The dimension of the index vectors is no batching one.
func.func @main(%x: tensor<2x4x2xi64>, %i: tensor<2x3x1xi64>, %u: tensor<2x3x2xi64>) {
  // expected-error@+1 {{scatter.batching_dims_index_vector}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x4x2xi64>, tensor<2x3x1xi64>, tensor<2x3x2xi64>) -> tensor<2x4x2xi64>
  return
}

// -----

// As many batching dimensions on both sides.
func.func @main(%x: tensor<2x4x2xi64>, %i: tensor<2x3x1xi64>, %u: tensor<2x3x2xi64>) {
  // expected-error@+1 {{scatter.batching_dims_count}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x4x2xi64>, tensor<2x3x1xi64>, tensor<2x3x2xi64>) -> tensor<2x4x2xi64>
  return
}

// -----

// Batching dimensions have one size.
func.func @main(%x: tensor<2x4x2xi64>, %i: tensor<5x3x1xi64>, %u: tensor<5x3x2xi64>) {
  // expected-error@+1 {{scatter.batching_dims_sizes}} "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>"
  %0 = "stablehlo.scatter"(%x, %i, %u) ({ ^bb0(%a0: tensor<i64>, %a1: tensor<i64>): %r = stablehlo.add %a0, %a1 : tensor<i64> stablehlo.return %r : tensor<i64> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x4x2xi64>, tensor<5x3x1xi64>, tensor<5x3x2xi64>) -> tensor<2x4x2xi64>
  return
}
// -----
func.func @main(%x: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<?xf32>, %v: tensor<5xf32>) {
  // expected-error@+1 {{scatter.C4}}
  %0:2 = "stablehlo.scatter"(%x, %x, %i, %u, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %c, %d : tensor<f32>, tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xf32>, tensor<8xf32>, tensor<2x1xi32>, tensor<?xf32>, tensor<5xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}
// -----
func.func @main(%x: tensor<?xf32>, %y: tensor<3xf32>, %i: tensor<1xi32>, %u: tensor<4xf32>) {
  // expected-error@+1 {{scatter.C4}}
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %c, %d : tensor<f32>, tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>} : (tensor<?xf32>, tensor<3xf32>, tensor<1xi32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?xf32>, tensor<3xf32>)
  return
}
