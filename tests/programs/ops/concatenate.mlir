// The specification's example.
func.func @main() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %1 = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi64>
  %2 = "stablehlo.concatenate"(%0, %1) {dimension = 0 : i64} : (tensor<3x2xi64>, tensor<1x2xi64>) -> tensor<4x2xi64>
  check.expect_eq_const %2, dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi64>
  %3 = stablehlo.concatenate %0, %0, %0, dim = 1 : (tensor<3x2xi64>, tensor<3x2xi64>, tensor<3x2xi64>) -> tensor<3x6xi64>
  check.expect_eq_const %3, dense<[[1, 2, 1, 2, 1, 2], [3, 4, 3, 4, 3, 4], [5, 6, 5, 6, 5, 6]]> : tensor<3x6xi64>
  func.return
}
// -----
// One input, empty inputs, small types.
func.func @main() {
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %1 = stablehlo.concatenate %0, dim = 0 : (tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq %0, %1 : tensor<2xi1>
  %2 = stablehlo.constant dense<> : tensor<0xi1>
  %3 = stablehlo.concatenate %2, %0, %2, dim = 0 : (tensor<0xi1>, tensor<2xi1>, tensor<0xi1>) -> tensor<2xi1>
  check.expect_eq %0, %3 : tensor<2xi1>
  %4 = stablehlo.constant dense<[1.0, -3.0]> : tensor<2xf8E5M2>
  %5 = stablehlo.concatenate %4, %4, dim = 0 : (tensor<2xf8E5M2>, tensor<2xf8E5M2>) -> tensor<4xf8E5M2>
  check.expect_eq_const %5, dense<[1.0, -3.0, 1.0, -3.0]> : tensor<4xf8E5M2>
  %6 = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %7 = stablehlo.concatenate %6, %6, dim = 0 : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %8 = stablehlo.uniform_dequantize %7 : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4xf32>
  check.expect_eq_const %8, dense<[0.0, 0.5, 0.0, 0.5]> : tensor<4xf32>
  func.return
}
