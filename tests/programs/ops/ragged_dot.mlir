// A ragged free dimension: each group of rows has its own matrix; rows beyond the last group are 0.
func.func @main() {
  %lhs = stablehlo.constant dense<[[3.0, -2.0], [-2.0, 1.0], [-3.0, 3.0], [2.0, -1.0]]> : tensor<4x2xf32>
  %rhs = stablehlo.constant dense<[[[-1.0, -1.0], [2.0, -1.0]], [[-2.0, 1.0], [-3.0, 2.0]], [[-1.0, 3.0], [-2.0, -1.0]]]> : tensor<3x2x2xf32>
  %group_sizes = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<4x2xf32>, tensor<3x2x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
  check.expect_eq_const %result, dense<[[-7.0, -1.0], [4.0, 1.0], [-3.0, -12.0], [0.0, 0.0]]> : tensor<4x2xf32>
  return
}

// -----

// The group dimension of rhs may be any.
func.func @main() {
  %lhs = stablehlo.constant dense<[[3, 1], [-3, -1], [-3, 2], [-1, -2]]> : tensor<4x2xi32>
  %rhs = stablehlo.constant dense<[[[2, 3, -3], [0, -1, 2]], [[3, 0, 2], [-1, 1, 0]]]> : tensor<2x2x3xi32>
  %group_sizes = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = [2]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<4x2xi32>, tensor<2x2x3xi32>, tensor<3xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %result, dense<[[9, -1], [-9, 1], [13, -6], [0, 0]]> : tensor<4x2xi32>
  return
}

// -----

// With a batch, one list of sizes for all.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[2.0, -3.0], [-2.0, -3.0], [3.0, 0.0]], [[0.0, 0.0], [-3.0, 2.0], [2.0, -3.0]]]> : tensor<2x3x2xf32>
  %rhs = stablehlo.constant dense<[[[[1.0, 0.0], [-1.0, 0.0]], [[3.0, 1.0], [0.0, 2.0]]], [[[1.0, 0.0], [2.0, 0.0]], [[1.0, 0.0], [1.0, 1.0]]], [[[3.0, -2.0], [-1.0, 0.0]], [[-1.0, 1.0], [2.0, -2.0]]]]> : tensor<3x2x2x2xf32>
  %group_sizes = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<2x3x2xf32>, tensor<3x2x2x2xf32>, tensor<3xi32>) -> tensor<2x3x2xf32>
  check.expect_eq_const %result, dense<[[[5.0, 0.0], [1.0, 0.0], [9.0, -6.0]], [[0.0, 0.0], [-9.0, 1.0], [-8.0, 8.0]]]> : tensor<2x3x2xf32>
  return
}

// -----

// With a batch, sizes for each.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-3.0, 3.0], [0.0, 2.0], [2.0, 3.0]], [[-3.0, -1.0], [3.0, 0.0], [-1.0, -2.0]]]> : tensor<2x3x2xf32>
  %rhs = stablehlo.constant dense<[[[[-3.0, -3.0], [3.0, -3.0]], [[-3.0, -2.0], [-2.0, 3.0]]], [[[-1.0, -2.0], [-1.0, 1.0]], [[0.0, -2.0], [-3.0, -3.0]]], [[[0.0, -2.0], [1.0, 1.0]], [[-1.0, 0.0], [-3.0, 0.0]]]]> : tensor<3x2x2x2xf32>
  %group_sizes = stablehlo.constant dense<[[1, 1, 1], [0, 3, 0]]> : tensor<2x3xi64>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<2x3x2xf32>, tensor<3x2x2x2xf32>, tensor<2x3xi64>) -> tensor<2x3x2xf32>
  check.expect_eq_const %result, dense<[[[18.0, 0.0], [-2.0, 2.0], [3.0, -1.0]], [[3.0, 9.0], [0.0, -6.0], [6.0, 8.0]]]> : tensor<2x3x2xf32>
  return
}

// -----

// A ragged contracted dimension: a product for each group.
func.func @main() {
  %lhs = stablehlo.constant dense<[[-2.0, 0.0, -3.0, -2.0], [-1.0, 0.0, -3.0, 3.0]]> : tensor<2x4xf32>
  %rhs = stablehlo.constant dense<[[-1.0, -2.0], [-2.0, 2.0], [0.0, -2.0], [0.0, -2.0]]> : tensor<4x2xf32>
  %group_sizes = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<2x4xf32>, tensor<4x2xf32>, tensor<3xi32>) -> tensor<3x2x2xf32>
  check.expect_eq_const %result, dense<[[[2.0, 4.0], [1.0, 2.0]], [[0.0, 0.0], [0.0, 0.0]], [[0.0, 6.0], [0.0, 6.0]]]> : tensor<3x2x2xf32>
  return
}

// -----

// The same in a batch, with sizes for each.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-2, -1, 3], [-3, 0, 3]], [[0, -1, 0], [-2, 1, -3]]]> : tensor<2x2x3xi32>
  %rhs = stablehlo.constant dense<[[[0, -3], [-3, -2], [2, -1]], [[-1, 1], [-3, 3], [0, 3]]]> : tensor<2x3x2xi32>
  %group_sizes = stablehlo.constant dense<[[1, 2], [3, 0]]> : tensor<2x2xi64>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = []>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<2x2x3xi32>, tensor<2x3x2xi32>, tensor<2x2xi64>) -> tensor<2x2x2x2xi32>
  check.expect_eq_const %result, dense<[[[[0, 6], [0, 9]], [[3, -3], [-1, -8]]], [[[9, -1], [6, -3]], [[0, 0], [0, 0]]]]> : tensor<2x2x2x2xi32>
  return
}

// -----

// A ragged batching dimension: dot_general.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[2.0, -2.0], [-1.0, 1.0]], [[2.0, 3.0], [0.0, -3.0]], [[3.0, 2.0], [1.0, -1.0]]]> : tensor<3x2x2xf64>
  %rhs = stablehlo.constant dense<[[[-3.0, 2.0], [-2.0, -1.0]], [[3.0, 1.0], [-1.0, 0.0]], [[1.0, -3.0], [-2.0, 2.0]]]> : tensor<3x2x2xf64>
  %group_sizes = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<3x2x2xf64>, tensor<3x2x2xf64>, tensor<3xi32>) -> tensor<3x2x2xf64>
  check.expect_eq_const %result, dense<[[[-2.0, 6.0], [1.0, -3.0]], [[3.0, 2.0], [3.0, 0.0]], [[-1.0, -5.0], [3.0, -5.0]]]> : tensor<3x2x2xf64>
  return
}

// -----

// No rows.
func.func @main() {
  %lhs = stablehlo.constant dense<> : tensor<0x2xf32>
  %rhs = stablehlo.constant dense<[[[1.0, 2.0], [2.0, 0.0]], [[-1.0, -1.0], [-2.0, 3.0]]]> : tensor<2x2x2xf32>
  %group_sizes = stablehlo.constant dense<0> : tensor<2xi32>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<0x2xf32>, tensor<2x2x2xf32>, tensor<2xi32>) -> tensor<0x2xf32>
  check.expect_eq_const %result, dense<> : tensor<0x2xf32>
  return
}
