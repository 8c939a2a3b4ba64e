// The specification's example: a permutation of dimensions, and a size 1 that stretches.
func.func @main() {
  %0 = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %1 = "stablehlo.broadcast_in_dim"(%0) {
    broadcast_dimensions = array<i64: 2, 1>
  } : (tensor<1x3xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %1, dense<[[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]> : tensor<2x3x2xi32>
  func.return
}
// -----
func.func @main() {
  %s = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<complex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_eq_const %0, dense<(1.0, 2.0)> : tensor<2x1xcomplex<f64>>
  %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<complex<f64>>) -> tensor<complex<f64>>
  check.expect_eq %1, %s : tensor<complex<f64>>
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xui8>
  %2 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xui8>) -> tensor<3x2xui8>
  check.expect_eq_const %2, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xui8>
  %3 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x3xui8>) -> tensor<2x0x3xui8>
  check.expect_eq_const %3, dense<> : tensor<2x0x3xui8>
  func.return
}
// -----
// Quantized along an axis of size 1: its scale serves all of the result's.
func.func @main() {
  %0 = "stablehlo.constant"() {value = dense<[[1, 2]]> : tensor<1x2xi8>} : () -> tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.5}>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.5}>>) -> tensor<2x2xf32>
  check.expect_eq_const %2, dense<[[0.5, 1.0], [0.5, 1.0]]> : tensor<2x2xf32>
  func.return
}
