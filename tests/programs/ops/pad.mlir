// The specification's example.
func.func @main() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<0> : tensor<i32>
  %2 = "stablehlo.pad"(%0, %1) {
    edge_padding_low = array<i64: 0, 1>,
    edge_padding_high = array<i64: 2, 1>,
    interior_padding = array<i64: 1, 2>
  } : (tensor<2x3xi32>, tensor<i32>) -> tensor<5x9xi32>
  check.expect_eq_const %2, dense<[
    [0, 1, 0, 0, 2, 0, 0, 3, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 4, 0, 0, 5, 0, 0, 6, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0]
  ]> : tensor<5x9xi32>
  func.return
}
// -----
// Negative amounts cut what interior padding has spread, filling included.
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %z = stablehlo.constant dense<-1> : tensor<i8>
  %0 = stablehlo.pad %x, %z, low = [-1], high = [-2], interior = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<1xi8>
  check.expect_eq_const %0, dense<[2]> : tensor<1xi8>
  %1 = stablehlo.pad %x, %z, low = [-1], high = [-1], interior = [1] : (tensor<4xi8>, tensor<i8>) -> tensor<5xi8>
  check.expect_eq_const %1, dense<[-1, 2, -1, 3, -1]> : tensor<5xi8>
  %2 = stablehlo.pad %x, %z, low = [-2], high = [3], interior = [2] : (tensor<4xi8>, tensor<i8>) -> tensor<11xi8>
  check.expect_eq_const %2, dense<[-1, 2, -1, -1, 3, -1, -1, 4, -1, -1, -1]> : tensor<11xi8>
  %3 = stablehlo.pad %x, %z, low = [2], high = [-6], interior = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<0xi8>
  check.expect_eq_const %3, dense<> : tensor<0xi8>
  %4 = stablehlo.pad %x, %z, low = [-9], high = [6], interior = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<1xi8>
  check.expect_eq_const %4, dense<[-1]> : tensor<1xi8>
  %5 = stablehlo.pad %x, %z, low = [6], high = [-9], interior = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<1xi8>
  check.expect_eq_const %5, dense<[-1]> : tensor<1xi8>
  func.return
}
// -----
// Nothing to pad, nothing inside, other types.
func.func @main() {
  %0 = stablehlo.constant dense<> : tensor<0xcomplex<f32>>
  %1 = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %2 = stablehlo.pad %0, %1, low = [1], high = [1], interior = [5] : (tensor<0xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %2, dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  %3 = stablehlo.pad %1, %1, low = [], high = [], interior = [] : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_eq %3, %1 : tensor<complex<f32>>
  %4 = stablehlo.constant dense<[2.0]> : tensor<1xf8E4M3FN>
  %5 = stablehlo.constant dense<0x7F> : tensor<f8E4M3FN>
  %6 = stablehlo.pad %4, %5, low = [0], high = [1], interior = [0] : (tensor<1xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2xf8E4M3FN>
  check.expect_eq_const %6, dense<[2.0, 0x7F]> : tensor<2xf8E4M3FN>
  func.return
}
