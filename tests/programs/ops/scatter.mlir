// The specification's example: the last slice lies outside.
func.func @main() {
  %input = stablehlo.constant dense<[
    [[1, 2], [3, 4], [5, 6], [7, 8]],
    [[9, 10], [11, 12], [13, 14], [15, 16]],
    [[17, 18], [19, 20], [21, 22], [23, 24]]]> : tensor<3x4x2xi64>
  %scatter_indices = stablehlo.constant dense<[[[0, 2], [1, 0], [2, 1]], [[0, 1], [1, 0], [0, 9]]]> : tensor<2x3x2xi64>
  %update = stablehlo.constant dense<1> : tensor<2x3x2x2xi64>
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %0 = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %0 : tensor<i64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [2, 3],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [1, 0],
      index_vector_dim = 2>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  check.expect_eq_const %result, dense<[
    [[1, 2], [5, 6], [7, 8], [7, 8]],
    [[10, 11], [12, 13], [14, 15], [16, 17]],
    [[18, 19], [20, 21], [21, 22], [23, 24]]]> : tensor<3x4x2xi64>
  return
}
// -----
// Of windows partly outside only single elements are dropped, on either side; the input stays as it was.
func.func @main() {
  %x = stablehlo.constant dense<0> : tensor<5xi32>
  %i = stablehlo.constant dense<[[-1], [4], [2], [-9]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<5xi32>, tensor<4x1xi32>, tensor<4x3xi32>) -> tensor<5xi32>
  check.expect_eq_const %0, dense<[2, 3, 7, 8, 13]> : tensor<5xi32>
  check.expect_eq_const %x, dense<0> : tensor<5xi32>
  return
}
// -----
// Updates that meet: sums, products, extrema, bits and truth values join; the last assignment wins.
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %i = stablehlo.constant dense<[[0], [2], [0], [0]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[100, 5, 100, 3]> : tensor<4xi8>
  %sum = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %1 = stablehlo.add %a, %b : tensor<i8>
      stablehlo.return %1 : tensor<i8>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi8>, tensor<4x1xi32>, tensor<4xi8>) -> tensor<3xi8>
  %product = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %1 = stablehlo.multiply %b, %a : tensor<i8>
      stablehlo.return %1 : tensor<i8>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi8>, tensor<4x1xi32>, tensor<4xi8>) -> tensor<3xi8>
  %max = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %1 = stablehlo.maximum %a, %b : tensor<i8>
      stablehlo.return %1 : tensor<i8>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi8>, tensor<4x1xi32>, tensor<4xi8>) -> tensor<3xi8>
  %xor = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %1 = stablehlo.xor %a, %b : tensor<i8>
      stablehlo.return %1 : tensor<i8>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi8>, tensor<4x1xi32>, tensor<4xi8>) -> tensor<3xi8>
  %set = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      stablehlo.return %b : tensor<i8>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi8>, tensor<4x1xi32>, tensor<4xi8>) -> tensor<3xi8>
  %keep = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      stablehlo.return %a : tensor<i8>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi8>, tensor<4x1xi32>, tensor<4xi8>) -> tensor<3xi8>
  check.expect_eq_const %sum, dense<[-52, 2, 8]> : tensor<3xi8>
  check.expect_eq_const %product, dense<[48, 2, 15]> : tensor<3xi8>
  check.expect_eq_const %max, dense<[100, 2, 5]> : tensor<3xi8>
  check.expect_eq_const %xor, dense<[2, 2, 6]> : tensor<3xi8>
  check.expect_eq_const %set, dense<[3, 2, 5]> : tensor<3xi8>
  check.expect_eq_const %keep, dense<[1, 2, 3]> : tensor<3xi8>
  return
}
// -----
// Bodies that are not one op: differences, scaled sums, and one that takes the updates in turn: 2 * old + new.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = stablehlo.constant dense<[2, 0, 2, 2]> : tensor<4xi32>
  %u = stablehlo.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<[-19.0, 2.0, -77.0]> : tensor<3xf32>
  %2 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.multiply %b, %half : tensor<f32>
      %3 = stablehlo.add %1, %a : tensor<f32>
      stablehlo.return %3 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<3xf32>
  check.expect_eq_const %2, dense<[11.0, 2.0, 43.0]> : tensor<3xf32>
  %4 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %a : tensor<f32>
      %3 = stablehlo.add %1, %b : tensor<f32>
      stablehlo.return %3 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<3xf32>
  check.expect_eq_const %4, dense<[22.0, 2.0, 164.0]> : tensor<3xf32>
  return
}
// -----
// Several operands: values and where they came from, the greatest kept.
func.func @main() {
  %x = stablehlo.constant dense<[5.0, 5.0, 5.0]> : tensor<3xf64>
  %n = stablehlo.constant dense<-1> : tensor<3xi32>
  %i = stablehlo.constant dense<[[1], [0], [1], [1], [2]]> : tensor<5x1xi32>
  %u = stablehlo.constant dense<[6.0, 4.0, 9.0, 7.0, 8.0]> : tensor<5xf64>
  %m = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %0:2 = "stablehlo.scatter"(%x, %n, %i, %u, %m) ({
    ^bb0(%a: tensor<f64>, %p: tensor<i32>, %b: tensor<f64>, %q: tensor<i32>):
      %1 = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f64>
      %3 = stablehlo.select %1, %p, %q : tensor<i1>, tensor<i32>
      stablehlo.return %2, %3 : tensor<f64>, tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xf64>, tensor<3xi32>, tensor<5x1xi32>, tensor<5xf64>, tensor<5xi32>) -> (tensor<3xf64>, tensor<3xi32>)
  check.expect_eq_const %0#0, dense<[5.0, 9.0, 8.0]> : tensor<3xf64>
  check.expect_eq_const %0#1, dense<[-1, 2, 4]> : tensor<3xi32>
  %4:2 = "stablehlo.scatter"(%x, %n, %i, %u, %m) ({
    ^bb0(%a: tensor<f64>, %p: tensor<i32>, %b: tensor<f64>, %q: tensor<i32>):
      stablehlo.return %b, %q : tensor<f64>, tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xf64>, tensor<3xi32>, tensor<5x1xi32>, tensor<5xf64>, tensor<5xi32>) -> (tensor<3xf64>, tensor<3xi32>)
  check.expect_eq_const %4#0, dense<[4.0, 7.0, 8.0]> : tensor<3xf64>
  check.expect_eq_const %4#1, dense<[1, 3, 4]> : tensor<3xi32>
  return
}
// -----
// Batching dimensions; windows along dimensions in between; unique and sorted indices.
func.func @main() {
  %x = stablehlo.constant dense<0> : tensor<2x3x2xi32>
  %i = stablehlo.constant dense<[[2, 0], [1, 7]]> : tensor<2x2xi32>
  %u = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true} : (tensor<2x3x2xi32>, tensor<2x2xi32>, tensor<2x2x2xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %0, dense<[[[3, 4], [0, 0], [1, 2]], [[0, 0], [5, 6], [0, 0]]]> : tensor<2x3x2xi32>
  %j = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %v = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %y = stablehlo.constant dense<10> : tensor<3x4xi32>
  %1 = "stablehlo.scatter"(%y, %j, %v) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %2 = stablehlo.multiply %a, %b : tensor<i32>
      stablehlo.return %2 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true} : (tensor<3x4xi32>, tensor<2xi32>, tensor<3x2xi32>) -> tensor<3x4xi32>
  check.expect_eq_const %1, dense<[[10, 20, 10, 10], [30, 40, 10, 10], [50, 60, 10, 10]]> : tensor<3x4xi32>
  return
}
// -----
// Small unsigned indices are not negative; small signed ones reach into large arrays.
func.func @main() {
  %x = stablehlo.constant dense<0> : tensor<300xi32>
  %i = stablehlo.constant dense<[[200], [255]]> : tensor<2x1xui8>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<300xi32>, tensor<2x1xui8>, tensor<2xi32>) -> tensor<300xi32>
  %1 = stablehlo.slice %0 [200:256:55] : (tensor<300xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[1, 2]> : tensor<2xi32>
  %j = stablehlo.constant dense<[[100], [-1]]> : tensor<2x1xi8>
  %2 = "stablehlo.scatter"(%x, %j, %u) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<300xi32>, tensor<2x1xi8>, tensor<2xi32>) -> tensor<300xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<300xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %3, dense<1> : tensor<i32>
  return
}
// -----
// Sums in 16 bits accumulate in f32; a body of a wider type; NaN and -0 in extrema.
func.func @main() {
  %x = stablehlo.constant dense<0.0> : tensor<1xbf16>
  %i = stablehlo.constant dense<0> : tensor<1000x1xi32>
  %u = stablehlo.constant dense<1.0> : tensor<1000xbf16>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %1 = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<1xbf16>, tensor<1000x1xi32>, tensor<1000xbf16>) -> tensor<1xbf16>
  check.expect_eq_const %0, dense<1000.0> : tensor<1xbf16>
  %y = stablehlo.constant dense<[100, 1]> : tensor<2xi8>
  %j = stablehlo.constant dense<[[0], [0]]> : tensor<2x1xi32>
  %v = stablehlo.constant dense<[100, 100]> : tensor<2xi8>
  %2 = "stablehlo.scatter"(%y, %j, %v) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2xi8>, tensor<2x1xi32>, tensor<2xi8>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[300, 1]> : tensor<2xi32>
  %w = stablehlo.constant dense<[-0.0, 1.0]> : tensor<2xf32>
  %k = stablehlo.constant dense<[[0], [1], [0]]> : tensor<3x1xi32>
  %t = stablehlo.constant dense<[-0.0, 0x7FC00000, 0.0]> : tensor<3xf32>
  %3 = "stablehlo.scatter"(%w, %k, %t) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %4 = stablehlo.divide %one, %3 : tensor<2xf32>
  check.expect_eq_const %4, dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  return
}
// -----
// No updates; nothing to update; one window; truth values; rank 0.
func.func @main() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %n = stablehlo.constant dense<> : tensor<0x1xi32>
  %e = stablehlo.constant dense<> : tensor<0xi1>
  %0 = "stablehlo.scatter"(%x, %n, %e) ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %1 = stablehlo.or %a, %b : tensor<i1>
      stablehlo.return %1 : tensor<i1>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2xi1>, tensor<0x1xi32>, tensor<0xi1>) -> tensor<2xi1>
  check.expect_eq_const %0, dense<[true, false]> : tensor<2xi1>
  %i = stablehlo.constant dense<[1]> : tensor<1xi32>
  %u = stablehlo.constant dense<[true]> : tensor<1xi1>
  %1 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %3 = stablehlo.xor %a, %b : tensor<i1>
      stablehlo.return %3 : tensor<i1>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>} : (tensor<2xi1>, tensor<1xi32>, tensor<1xi1>) -> tensor<2xi1>
  check.expect_eq_const %1, dense<[true, true]> : tensor<2xi1>
  // Two windows whose index vectors have no components both lie at the origin.
  %w = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<0> : tensor<3xi32>
  %origins = stablehlo.constant dense<> : tensor<2x0xi32>
  %5 = "stablehlo.scatter"(%y, %origins, %w) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %6 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %6 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], index_vector_dim = 1>} : (tensor<3xi32>, tensor<2x0xi32>, tensor<2x2xi32>) -> tensor<3xi32>
  check.expect_eq_const %5, dense<[4, 6, 0]> : tensor<3xi32>
  // One window partly outside, by an op and by another body.
  %one = stablehlo.constant dense<[[2]]> : tensor<1x1xi32>
  %v = stablehlo.constant dense<[[5, 6, 7]]> : tensor<1x3xi32>
  %7 = "stablehlo.scatter"(%y, %one, %v) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %6 = stablehlo.subtract %b, %a : tensor<i32>
      stablehlo.return %6 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi32>, tensor<1x1xi32>, tensor<1x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %7, dense<[0, 0, 5]> : tensor<3xi32>
  %far = stablehlo.constant dense<[[-7]]> : tensor<1x1xi64>
  %8 = "stablehlo.scatter"(%y, %far, %v) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi32>, tensor<1x1xi64>, tensor<1x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %8, dense<0> : tensor<3xi32>
  %s = stablehlo.constant dense<5> : tensor<i32>
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %t = stablehlo.constant dense<7> : tensor<i32>
  %2 = "stablehlo.scatter"(%s, %none, %t) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %4 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %4 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<>} : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %2, dense<12> : tensor<i32>
  return
}
// -----
// Complex sums; quantized assignment.
func.func @main() {
  %x = stablehlo.constant dense<(1.0, 0.0)> : tensor<2xcomplex<f32>>
  %i = stablehlo.constant dense<[[1], [1]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[(1.0, 2.0), (0.0, -1.0)]> : tensor<2xcomplex<f32>>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
      %1 = stablehlo.add %a, %b : tensor<complex<f32>>
      stablehlo.return %1 : tensor<complex<f32>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2xcomplex<f32>>, tensor<2x1xi64>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %0, dense<[(1.0, 0.0), (2.0, 1.0)]> : tensor<2xcomplex<f32>>
  %f = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %g = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %r = stablehlo.uniform_quantize %g : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %2 = "stablehlo.scatter"(%q, %i, %r) ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<!quant.uniform<i8:f32, 0.5:3>>):
      %1 = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5:3>>
      stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x1xi64>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
  check.expect_eq_const %3, dense<[1.0, 1.0]> : tensor<2xf32>
  return
}

// -----

// One index vector, without a dimension of places: one element of a matrix.
func.func @main() {
  %input = stablehlo.constant dense<0> : tensor<2x3xi32>
  %place = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %update = stablehlo.constant dense<7> : tensor<i32>
  %result = "stablehlo.scatter"(%input, %place, %update) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[0, 0, 0], [0, 0, 7]]> : tensor<2x3xi32>
  return
}
