// As the specification's example of gather, the slice sizes a value.
func.func @main() {
  %operand = stablehlo.constant dense<[
    [[1, 2], [3, 4], [5, 6], [7, 8]],
    [[9, 10], [11, 12], [13, 14], [15, 16]],
    [[17, 18], [19, 20], [21, 22], [23, 24]]]> : tensor<3x4x2xi32>
  %start_indices = stablehlo.constant dense<[
    [[0, 0], [1, 0], [2, 1]],
    [[0, 1], [1, 1], [0, 2]]]> : tensor<2x3x2xi64>
  %slice_sizes = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3],
      collapsed_slice_dims = [0],
      start_index_map = [1, 0],
      index_vector_dim = 2>,
    indices_are_sorted = false
  } : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  check.expect_eq_const %result, dense<[
    [[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]],
    [[[9, 10], [11, 12]], [[11, 12], [13, 14]], [[17, 18], [19, 20]]]]> : tensor<2x3x2x2xi32>
  return
}
// -----
// A result whose size is only known at run time.
func.func @main() {
  %x = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi8>
  %i = stablehlo.constant dense<[[0], [3]]> : tensor<2x1xi32>
  %n = stablehlo.constant dense<[2]> : tensor<1xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<4xi8>, tensor<2x1xi32>, tensor<1xi32>) -> tensor<2x?xi8>
  %s = stablehlo.constant dense<[4]> : tensor<1xi32>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<2x?xi8>, tensor<1xi32>) -> tensor<4xi8>
  check.expect_eq_const %1, dense<[5, 6, 7, 8]> : tensor<4xi8>
  return
}
