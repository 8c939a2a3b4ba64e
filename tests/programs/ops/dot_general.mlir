// The specification's example.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
  %rhs = stablehlo.constant dense<[[[1, 0], [0, 1]], [[1, 0], [0, 1]]]> : tensor<2x2x2xi64>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0],
      rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [1]
    >,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]
  } : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x2x2xi64>
  check.expect_eq_const %result, dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
  return
}

// -----

// The pretty form.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %rhs = stablehlo.constant dense<[[1.0, 0.5], [0.0, 2.0], [-1.0, 0.0]]> : tensor<3x2xf32>
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[-2.0, 4.5], [-2.0, 12.0]]> : tensor<2x2xf32>
  %1 = stablehlo.dot_general %lhs, %lhs, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[14.0, 77.0]> : tensor<2xf32>
  %2 = stablehlo.dot_general %lhs, %lhs, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3x2x3xf32>
  %3 = stablehlo.slice %2 [1:2, 2:3, 0:2, 0:3] : (tensor<2x3x2x3xf32>) -> tensor<1x1x2x3xf32>
  check.expect_eq_const %3, dense<[[[[6.0, 12.0, 18.0], [24.0, 30.0, 36.0]]]]> : tensor<1x1x2x3xf32>
  return
}

// -----

// Vectors: a scalar comes out.
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  check.expect_eq_const %result, dense<32.0> : tensor<f32>
  return
}

// -----

// Rank 0 on both sides.
func.func @main() {
  %lhs = stablehlo.constant dense<3.0> : tensor<f64>
  %rhs = stablehlo.constant dense<-2.0> : tensor<f64>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<f64>, tensor<f64>) -> tensor<f64>
  check.expect_eq_const %result, dense<-6.0> : tensor<f64>
  return
}

// -----

// A scalar by a matrix.
func.func @main() {
  %lhs = stablehlo.constant dense<2> : tensor<i32>
  %rhs = stablehlo.constant dense<[[2, 1, 0], [-2, -1, -3]]> : tensor<2x3xi32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<i32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[4, 2, 0], [-4, -2, -6]]> : tensor<2x3xi32>
  return
}

// -----

// Two contracting dimensions, in different orders.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-3.0, -3.0, -2.0, 2.0], [1.0, 3.0, 0.0, 1.0], [3.0, 2.0, 1.0, 0.0]], [[0.0, 3.0, -2.0, 2.0], [1.0, -3.0, -1.0, 3.0], [0.0, -3.0, 2.0, 2.0]]]> : tensor<2x3x4xf32>
  %rhs = stablehlo.constant dense<[[[2.0, -2.0], [-3.0, 3.0], [-3.0, 0.0]], [[-3.0, -1.0], [0.0, -1.0], [-1.0, -3.0]], [[-3.0, -3.0], [-3.0, 1.0], [0.0, 1.0]], [[-2.0, 1.0], [2.0, -1.0], [0.0, 3.0]]]> : tensor<4x3x2xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1, 2], rhs_contracting_dimensions = [1, 0]>}> : (tensor<2x3x4xf32>, tensor<4x3x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %result, dense<[[-7.0, 11.0], [2.0, 24.0]]> : tensor<2x2xf32>
  return
}

// -----

// Two batching dimensions, in different places.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[2.0, 3.0], [-1.0, 1.0], [3.0, 1.0]], [[2.0, 1.0], [1.0, -1.0], [3.0, -3.0]]]> : tensor<2x3x2xf32>
  %rhs = stablehlo.constant dense<[[[1.0, 2.0], [2.0, 0.0]], [[-1.0, -1.0], [-1.0, 0.0]], [[2.0, 3.0], [-3.0, 3.0]]]> : tensor<3x2x2xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [1, 0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>}> : (tensor<2x3x2xf32>, tensor<3x2x2xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %result, dense<[[8.0, 0.0, 9.0], [4.0, -1.0, -18.0]]> : tensor<2x3xf32>
  return
}

// -----

// Batching dimensions come first in the result wherever they are.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[0, -1], [1, 1]], [[-2, -1], [2, 1]], [[0, -1], [2, -1]]]> : tensor<3x2x2xi16>
  %rhs = stablehlo.constant dense<[[[-1, 3, -2], [-2, 1, 1], [-3, -3, -1], [2, -1, 2]], [[-1, -2, 2], [3, -3, -3], [1, -1, 1], [-2, 3, 0]]]> : tensor<2x4x3xi16>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [2], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [2]>}> : (tensor<3x2x2xi16>, tensor<2x4x3xi16>) -> tensor<2x2x4xi16>
  check.expect_eq_const %result, dense<[[[-6, -2, 6, 2], [1, 2, -11, 4]], [[1, 3, -1, -1], [-5, 3, -1, 1]]]> : tensor<2x2x4xi16>
  return
}

// -----

// Nothing to sum over: zeros.
func.func @main() {
  %lhs = stablehlo.constant dense<> : tensor<2x0xf32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %result, dense<0.0> : tensor<2x3xf32>
  return
}

// -----

// No element in the result.
func.func @main() {
  %lhs = stablehlo.constant dense<> : tensor<0x2xi32>
  %rhs = stablehlo.constant dense<[[3, 2, 1], [-2, 2, -3]]> : tensor<2x3xi32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<0x2xi32>, tensor<2x3xi32>) -> tensor<0x3xi32>
  check.expect_eq_const %result, dense<> : tensor<0x3xi32>
  return
}

// -----

// i8 in i32: sums are exact.
func.func @main() {
  %lhs = stablehlo.constant dense<[[127, 127], [-128, 127]]> : tensor<2x2xi8>
  %rhs = stablehlo.constant dense<[[127, -128], [127, -128]]> : tensor<2x2xi8>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[32258, -32512], [-127, 128]]> : tensor<2x2xi32>
  return
}

// -----

// i8 in i8: sums wrap.
func.func @main() {
  %lhs = stablehlo.constant dense<[[100, 100], [-128, -128]]> : tensor<2x2xi8>
  %rhs = stablehlo.constant dense<100> : tensor<2x2xi8>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi8>
  check.expect_eq_const %result, dense<[[32, 32], [0, 0]]> : tensor<2x2xi8>
  return
}

// -----

// i4 in i4 wraps, i4 in i32 does not.
func.func @main() {
  %lhs = stablehlo.constant dense<[[7, 7], [-8, -8]]> : tensor<2x2xi4>
  %rhs = stablehlo.constant dense<[[7, -8], [7, -8]]> : tensor<2x2xi4>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2xi4>, tensor<2x2xi4>) -> tensor<2x2xi4>
  check.expect_eq_const %result, dense<[[2, 0], [0, 0]]> : tensor<2x2xi4>
  return
}

// -----

// i4 in i32.
func.func @main() {
  %lhs = stablehlo.constant dense<[[7, 7], [-8, -8]]> : tensor<2x2xi4>
  %rhs = stablehlo.constant dense<[[7, -8], [7, -8]]> : tensor<2x2xi4>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2xi4>, tensor<2x2xi4>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[98, -112], [-112, 128]]> : tensor<2x2xi32>
  return
}

// -----

// ui8 in ui32.
func.func @main() {
  %lhs = stablehlo.constant dense<255> : tensor<1x2xui8>
  %rhs = stablehlo.constant dense<255> : tensor<2x1xui8>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x2xui8>, tensor<2x1xui8>) -> tensor<1x1xui32>
  check.expect_eq_const %result, dense<130050> : tensor<1x1xui32>
  return
}

// -----

// ui64 wraps.
func.func @main() {
  %lhs = stablehlo.constant dense<[[9223372036854775808, 3]]> : tensor<1x2xui64>
  %rhs = stablehlo.constant dense<[[2], [5]]> : tensor<2x1xui64>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x2xui64>, tensor<2x1xui64>) -> tensor<1x1xui64>
  check.expect_eq_const %result, dense<15> : tensor<1x1xui64>
  return
}

// -----

// i64 beyond what an f64 holds.
func.func @main() {
  %lhs = stablehlo.constant dense<[[9007199254740993, 1]]> : tensor<1x2xi64>
  %rhs = stablehlo.constant dense<[[1], [1152921504606846976]]> : tensor<2x1xi64>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x2xi64>, tensor<2x1xi64>) -> tensor<1x1xi64>
  check.expect_eq_const %result, dense<1161928703861587969> : tensor<1x1xi64>
  return
}

// -----

// i1: or of ands.
func.func @main() {
  %lhs = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %rhs = stablehlo.constant dense<[[true, false], [true, false]]> : tensor<2x2xi1>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %result, dense<[[true, false], [true, false]]> : tensor<2x2xi1>
  return
}

// -----

// bf16 in bf16: rounded once, after the sum.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 0.001953125, 0.001953125, 0.001953125]]> : tensor<1x4xbf16>
  %rhs = stablehlo.constant dense<1.0> : tensor<4x1xbf16>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x4xbf16>, tensor<4x1xbf16>) -> tensor<1x1xbf16>
  check.expect_eq_const %result, dense<1.0078125> : tensor<1x1xbf16>
  return
}

// -----

// bf16 in f32: not rounded.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 0.001953125, 0.001953125, 0.001953125]]> : tensor<1x4xbf16>
  %rhs = stablehlo.constant dense<1.0> : tensor<4x1xbf16>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x4xbf16>, tensor<4x1xbf16>) -> tensor<1x1xf32>
  check.expect_eq_const %result, dense<1.005859375> : tensor<1x1xf32>
  return
}

// -----

// f16 in f16: rounded once, after the sum.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 0.000244140625, 0.000244140625, 0.000244140625]]> : tensor<1x4xf16>
  %rhs = stablehlo.constant dense<1.0> : tensor<4x1xf16>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x4xf16>, tensor<4x1xf16>) -> tensor<1x1xf16>
  check.expect_eq_const %result, dense<1.0009765625> : tensor<1x1xf16>
  return
}

// -----

// f16 in f32: not rounded.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 0.000244140625, 0.000244140625, 0.000244140625]]> : tensor<1x4xf16>
  %rhs = stablehlo.constant dense<1.0> : tensor<4x1xf16>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x4xf16>, tensor<4x1xf16>) -> tensor<1x1xf32>
  check.expect_eq_const %result, dense<1.000732421875> : tensor<1x1xf32>
  return
}

// -----

// 8-bit floats of two kinds in f32.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.5, 2.0], [-0.5, 448.0]]> : tensor<2x2xf8E4M3FN>
  %rhs = stablehlo.constant dense<[[2.0], [0.25]]> : tensor<2x1xf8E5M2>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2xf8E4M3FN>, tensor<2x1xf8E5M2>) -> tensor<2x1xf32>
  check.expect_eq_const %result, dense<[[3.5], [111.0]]> : tensor<2x1xf32>
  return
}

// -----

// 8-bit floats in their own type.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.5, 2.0], [-0.5, 4.0]]> : tensor<2x2xf8E4M3FN>
  %rhs = stablehlo.constant dense<[[2.0], [0.25]]> : tensor<2x1xf8E4M3FN>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2xf8E4M3FN>, tensor<2x1xf8E4M3FN>) -> tensor<2x1xf8E4M3FN>
  check.expect_eq_const %result, dense<[[3.5], [0.0]]> : tensor<2x1xf8E4M3FN>
  return
}

// -----

// f32 in f64.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 9.313225746154785e-10]]> : tensor<1x2xf32>
  %rhs = stablehlo.constant dense<1.0> : tensor<2x1xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf64>
  check.expect_eq_const %result, dense<1.0000000009313226> : tensor<1x1xf64>
  return
}

// -----

// Complex numbers, not conjugated.
func.func @main() {
  %lhs = stablehlo.constant dense<[[(1.0, 2.0), (3.0, -1.0)]]> : tensor<1x2xcomplex<f32>>
  %rhs = stablehlo.constant dense<[[(0.0, 1.0)], [(2.0, 2.0)]]> : tensor<2x1xcomplex<f32>>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  check.expect_eq_const %result, dense<[[(6.0, 5.0)]]> : tensor<1x1xcomplex<f32>>
  return
}

// -----

// Complex numbers of 128 bits.
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (3.0, -1.0)]> : tensor<2xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(0.0, 1.0), (2.0, 2.0)]> : tensor<2xcomplex<f64>>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<complex<f64>>
  check.expect_eq_const %result, dense<(6.0, 5.0)> : tensor<complex<f64>>
  return
}

// -----

// NaN and infinity go through.
func.func @main() {
  %lhs = stablehlo.constant dense<[[0x7F800000, 1.0], [0x7FC00000, 1.0]]> : tensor<2x2xf32>
  %rhs = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %result, dense<[[0x7F800000], [0x7FC00000]]> : tensor<2x1xf32>
  return
}

// -----

// An algorithm of one operation rounds the operands: 1 + 2^-8 is 1 in bf16.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.00390625, 1.0]]> : tensor<1x2xf32>
  %rhs = stablehlo.constant dense<[[1.0], [9.5367431640625e-07]]> : tensor<2x1xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %result, dense<1.0000009536743164> : tensor<1x1xf32>
  return
}

// -----

// An algorithm of several is as precise as its accumulation.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.00390625, 1.0]]> : tensor<1x2xf32>
  %rhs = stablehlo.constant dense<[[1.0], [9.5367431640625e-07]]> : tensor<2x1xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>}> : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %result, dense<1.0039072036743164> : tensor<1x1xf32>
  return
}

// -----

// tf32 has 10 bits behind the point.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.000732421875, 1.0]]> : tensor<1x2xf32>
  %rhs = stablehlo.constant dense<[[1.0], [9.5367431640625e-07]]> : tensor<2x1xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %result, dense<1.0009775161743164> : tensor<1x1xf32>
  return
}

// -----

// bf16 sums in bf16.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 0.001953125]]> : tensor<1x2xf32>
  %rhs = stablehlo.constant dense<1.0> : tensor<2x1xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = bf16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %result, dense<1.0> : tensor<1x1xf32>
  return
}

// -----

// Quantized with one scale: dequantized, multiplied, quantized.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.5], [-3.0, 4.0]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[[0.25, -1.0], [2.0, 0.5]]> : tensor<2x2xf32>
  %lhs = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>
  %rhs = stablehlo.uniform_quantize %y : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.25>>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.0:-1>>
  %floats = stablehlo.uniform_dequantize %result : (tensor<2x2x!quant.uniform<i8:f32, 2.0:-1>>) -> tensor<2x2xf32>
  check.expect_eq_const %floats, dense<[[6.0, 0.0], [8.0, 6.0]]> : tensor<2x2xf32>
  return
}

// -----

// Quantized per axis: a scale for each column of rhs and of the result.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.5], [-3.0, 4.0]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[[0.25, -1.0], [2.0, 0.5]]> : tensor<2x2xf32>
  %lhs = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>
  %rhs = stablehlo.uniform_quantize %y : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.25,0.5}>>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x2x!quant.uniform<i8:f32:1, {0.25,0.5}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0:3,0.5}>>
  %floats = stablehlo.uniform_dequantize %result : (tensor<2x2x!quant.uniform<i8:f32:1, {1.0:3,0.5}>>) -> tensor<2x2xf32>
  check.expect_eq_const %floats, dense<[[5.0, 0.0], [7.0, 5.0]]> : tensor<2x2xf32>
  return
}

// -----

// The result clamps to its storage range.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.5], [-3.0, 4.0]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[[0.25, -1.0], [2.0, 0.5]]> : tensor<2x2xf32>
  %lhs = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>
  %rhs = stablehlo.uniform_quantize %y : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.25>>
  %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2x!quant.uniform<i8<-4:4>:f32, 0.5>>
  %floats = stablehlo.uniform_dequantize %result : (tensor<2x2x!quant.uniform<i8<-4:4>:f32, 0.5>>) -> tensor<2x2xf32>
  check.expect_eq_const %floats, dense<[[2.0, 0.0], [2.0, 2.0]]> : tensor<2x2xf32>
  return
}

// -----

// Hybrid: float by quantized is float.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.5], [-3.0, 4.0]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[[0.25, -1.0], [2.0, 0.5]]> : tensor<2x2xf32>
  %rhs = stablehlo.uniform_quantize %y : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.25,0.5}>>
  %result = stablehlo.dot_general %x, %rhs, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2x!quant.uniform<i8:f32:1, {0.25,0.5}>>) -> tensor<2x2xf32>
  check.expect_eq_const %result, dense<[[5.25, 0.25], [7.25, 5.0]]> : tensor<2x2xf32>
  return
}

// -----

// Sizes that are only known when the program runs.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %shape = stablehlo.constant dense<2> : tensor<2xi32>
  %lhs = stablehlo.dynamic_reshape %x, %shape : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %0 = stablehlo.dot_general %lhs, %lhs, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.convert %0 : (tensor<?x?xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[7.0, 10.0], [15.0, 22.0]]> : tensor<2x2xf32>
  return
}
