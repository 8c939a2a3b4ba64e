// The specification's example.
func.func @main() {
  %operand = stablehlo.constant dense<[
    [[1, 2], [3, 4], [5, 6], [7, 8]],
    [[9, 10], [11, 12], [13, 14], [15, 16]],
    [[17, 18], [19, 20], [21, 22], [23, 24]]]> : tensor<3x4x2xi32>
  %start_indices = stablehlo.constant dense<[
    [[0, 0], [1, 0], [2, 1]],
    [[0, 1], [1, 1], [0, 2]]]> : tensor<2x3x2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3],
      collapsed_slice_dims = [0],
      start_index_map = [1, 0],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>,
    indices_are_sorted = false
  } : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  check.expect_eq_const %result, dense<[
    [[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]],
    [[[9, 10], [11, 12]], [[11, 12], [13, 14]], [[17, 18], [19, 20]]]]> : tensor<2x3x2x2xi32>
  return
}
// -----
// Starts are clamped, so that each slice is inside; indices that stand alone.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[-5, 1, 3, 100]> : tensor<4xi32>
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3>} : (tensor<4x3xi32>, tensor<4xi32>) -> tensor<2x4x3xi32>
  check.expect_eq_const %0, dense<[[[1, 2, 3], [4, 5, 6], [7, 8, 9], [7, 8, 9]], [[4, 5, 6], [7, 8, 9], [10, 11, 12], [10, 11, 12]]]> : tensor<2x4x3xi32>
  %1 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>} : (tensor<4x3xi32>, tensor<4xi32>) -> tensor<4x4xi32>
  check.expect_eq_const %1, dense<[[1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12], [3, 6, 9, 12]]> : tensor<4x4xi32>
  return
}
// -----
// Small unsigned indices are not negative, large ones not wrapped.
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<300xi32>
  %i = stablehlo.constant dense<[[200], [255], [0]]> : tensor<3x1xui8>
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<300xi32>, tensor<3x1xui8>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[200, 255, 0]> : tensor<3xi32>
  %j = stablehlo.constant dense<[[18446744073709551615], [9223372036854775808], [7]]> : tensor<3x1xui64>
  %1 = "stablehlo.gather"(%x, %j) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<300xi32>, tensor<3x1xui64>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[299, 299, 7]> : tensor<3xi32>
  %k = stablehlo.constant dense<[[7], [-8]]> : tensor<2x1xi4>
  %2 = "stablehlo.gather"(%x, %k) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<300xi32>, tensor<2x1xi4>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[7, 0]> : tensor<2xi32>
  return
}
// -----
// Batching dimensions: row by row, the vectors in the middle of the indices.
func.func @main() {
  %x = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]> : tensor<2x2x3xi32>
  %i = stablehlo.constant dense<[[[0, 1, 1], [2, 0, 1]], [[1, 0, 1], [0, 2, 2]]]> : tensor<2x2x3xi32>
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[3, 4, 5], [10, 9, 12]]> : tensor<2x3xi32>
  %j = stablehlo.constant dense<[[0, 1], [2, 0], [1, 1]]> : tensor<3x2xi32>
  %1 = "stablehlo.gather"(%x, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [1], collapsed_slice_dims = [2], start_indices_batching_dims = [1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 1>} : (tensor<2x2x3xi32>, tensor<3x2xi32>) -> tensor<3x2x2xi32>
  check.expect_eq_const %1, dense<[[[1, 7], [5, 11]], [[3, 9], [4, 10]], [[2, 8], [5, 11]]]> : tensor<3x2x2xi32>
  return
}
// -----
// Dimensions picked that are no neighbours; parts of a dimension; sorted indices.
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<60xi16>
  %y = stablehlo.reshape %x : (tensor<60xi16>) -> tensor<3x4x5xi16>
  %i = stablehlo.constant dense<[[0, 0], [1, 2], [2, 4]]> : tensor<3x2xi32>
  %0 = "stablehlo.gather"(%y, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 2], start_index_map = [0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 1>, indices_are_sorted = true} : (tensor<3x4x5xi16>, tensor<3x2xi32>) -> tensor<4x3xi16>
  check.expect_eq_const %0, dense<[[0, 22, 44], [5, 27, 49], [10, 32, 54], [15, 37, 59]]> : tensor<4x3xi16>
  %1 = "stablehlo.gather"(%y, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 3], start_index_map = [0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3, 2>} : (tensor<3x4x5xi16>, tensor<3x2xi32>) -> tensor<2x3x3x2xi16>
  check.expect_eq_const %1, dense<[[[[0, 1], [22, 23], [23, 24]], [[5, 6], [27, 28], [28, 29]], [[10, 11], [32, 33], [33, 34]]], [[[20, 21], [42, 43], [43, 44]], [[25, 26], [47, 48], [48, 49]], [[30, 31], [52, 53], [53, 54]]]]> : tensor<2x3x3x2xi16>
  return
}
// -----
// A single slice; no slice; slices of nothing; a start without components.
func.func @main() {
  %x = stablehlo.constant dense<[[1.5, 2.5], [3.5, 4.5]]> : tensor<2x2xf8E5M2>
  %i = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 1>} : (tensor<2x2xf8E5M2>, tensor<2xi32>) -> tensor<f8E5M2>
  check.expect_eq_const %0, dense<3.5> : tensor<f8E5M2>
  %n = stablehlo.constant dense<> : tensor<0x1xi32>
  %1 = "stablehlo.gather"(%x, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<2x2xf8E5M2>, tensor<0x1xi32>) -> tensor<0x2xf8E5M2>
  check.expect_eq_const %1, dense<> : tensor<0x2xf8E5M2>
  %e = stablehlo.constant dense<> : tensor<3x0xi8>
  %j = stablehlo.constant dense<[[2], [1]]> : tensor<2x1xi32>
  %2 = "stablehlo.gather"(%e, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>} : (tensor<3x0xi8>, tensor<2x1xi32>) -> tensor<2x0xi8>
  check.expect_eq_const %2, dense<> : tensor<2x0xi8>
  %none = stablehlo.constant dense<> : tensor<2x0xi32>
  %3 = "stablehlo.gather"(%i, %none) {dimension_numbers = #stablehlo.gather<offset_dims = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2>} : (tensor<2xi32>, tensor<2x0xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[1, 0], [1, 0]]> : tensor<2x2xi32>
  return
}
// -----
// Truth values, complex numbers, quantized ones.
func.func @main() {
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %t = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %0 = "stablehlo.gather"(%t, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3xi1>, tensor<2x1xi32>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<[false, true]> : tensor<2xi1>
  %c = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]> : tensor<3xcomplex<f64>>
  %1 = "stablehlo.gather"(%c, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3xcomplex<f64>>, tensor<2x1xi32>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %1, dense<[(5.0, 6.0), (1.0, 2.0)]> : tensor<2xcomplex<f64>>
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  %2 = "stablehlo.gather"(%q, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<2x1xi32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  check.expect_eq_const %3, dense<[3.0, 1.0]> : tensor<2xf32>
  return
}
