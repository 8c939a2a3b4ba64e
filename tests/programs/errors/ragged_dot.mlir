// As many batching dimensions on both sides.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.C1}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// As many contracting dimensions on both sides.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.C2}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// A dimension of lhs is used once.
func.func @main(%lhs: tensor<2x2xf32>, %rhs: tensor<2x2x2xf32>, %sizes: tensor<2xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.C3}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x2xf32>, tensor<2x2x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return
}

// -----

// A dimension of rhs is used once.
func.func @main(%lhs: tensor<2x2xf32>, %rhs: tensor<2x2x2xf32>, %sizes: tensor<2xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.C4}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x2xf32>, tensor<2x2x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return
}

// -----

// Dimensions exist: batching, lhs.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.C5}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [2], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [2], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// Dimensions exist: contracting, lhs.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.C6}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// Dimensions exist: batching, rhs.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.C7}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [3], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [3], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// Dimensions exist: contracting, rhs.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.C8}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// Batching dimensions have equal sizes.
func.func @main(%lhs: tensor<2x5x2xf32>, %rhs: tensor<3x3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.C9}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x5x2xf32>, tensor<3x3x2x4xf32>, tensor<3xi32>) -> tensor<2x5x4xf32>
  return
}

// -----

// Contracting dimensions have equal sizes.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x3x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.C10}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x3x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// One ragged dimension.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.one_ragged_dimension}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// The ragged dimension exists.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.ragged_dimension}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// Sizes are integers.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xf32>) {
  // expected-error@+1 {{chlo.ragged_dot.group_sizes_type}} "%sizes"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xf32>) -> tensor<5x4xf32>
  return
}

// -----

// Sizes have a dimension for the groups.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<i32>) {
  // expected-error@+1 {{chlo.ragged_dot.group_sizes_shape}} "%sizes"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<i32>) -> tensor<5x4xf32>
  return
}

// -----

// Sizes for each matrix of a batch.
func.func @main(%lhs: tensor<2x5x2xf32>, %rhs: tensor<3x2x2x4xf32>, %sizes: tensor<4x3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.group_sizes_shape}} "%sizes"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x5x2xf32>, tensor<3x2x2x4xf32>, tensor<4x3xi32>) -> tensor<2x5x4xf32>
  return
}

// -----

// A free ragged dimension needs a group dimension.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.group_dimensions}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}> : (tensor<5x2xf32>, tensor<2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// A contracted one has none.
func.func @main(%lhs: tensor<2x5xf32>, %rhs: tensor<5x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.group_dimensions}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>}> : (tensor<2x5xf32>, tensor<5x4xf32>, tensor<3xi32>) -> tensor<3x2x4xf32>
  return
}

// -----

// The group dimension is none of the others.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<2xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.group_dimensions}} "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<2xi32>) -> tensor<5x4xf32>
  return
}

// -----

// A size for each group.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<4xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.group_count}} "%sizes"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<4xi32>) -> tensor<5x4xf32>
  return
}

// -----

// One precision for each operand.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.precision_config}} "precision_config = [#chlo<precision HIGH>, #chlo<precision HIGH>, #chlo<precision HIGH>]"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision HIGH>, #chlo<precision HIGH>, #chlo<precision HIGH>]}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// Operands of one element type.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf64>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.element_types}} "%rhs"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf64>, tensor<3xi32>) -> tensor<5x4xf32>
  return
}

// -----

// The shape of the result.
func.func @main(%lhs: tensor<5x2xf32>, %rhs: tensor<3x2x4xf32>, %sizes: tensor<3xi32>) {
  // expected-error@+1 {{chlo.ragged_dot.result_shape}} "tensor<3x5x4xf32>"
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x4xf32>, tensor<3xi32>) -> tensor<3x5x4xf32>
  return
}
