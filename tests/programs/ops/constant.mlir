// The specification's example, both forms.
func.func @main() {
  %0 = "stablehlo.constant"() {
    value = dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  } : () -> tensor<2x2xf32>
  %1 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  check.expect_eq %0, %1 : tensor<2x2xf32>
  func.return
}
// -----
// Every class of element type; a splat, bits, and special values.
func.func @main() {
  %bool = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  check.expect_eq_const %bool, dense<[true, false]> : tensor<2xi1>
  %i2 = stablehlo.constant dense<[-2, 1]> : tensor<2xi2>
  check.expect_eq_const %i2, dense<[-2, 1]> : tensor<2xi2>
  %i4 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  check.expect_eq_const %i4, dense<[-8, 7]> : tensor<2xi4>
  %ui64 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  check.expect_eq_const %ui64, dense<18446744073709551615> : tensor<ui64>
  %f8 = stablehlo.constant dense<[448.0, -0.5]> : tensor<2xf8E4M3FN>
  check.expect_eq_const %f8, dense<[448.0, -0.5]> : tensor<2xf8E4M3FN>
  %f4 = stablehlo.constant dense<[6.0, -0.5]> : tensor<2xf4E2M1FN>
  check.expect_eq_const %f4, dense<[6.0, -0.5]> : tensor<2xf4E2M1FN>
  %bf16 = stablehlo.constant dense<[0x7F80, 0x7FC0]> : tensor<2xbf16>
  check.expect_eq_const %bf16, dense<[0x7F80, 0x7FC0]> : tensor<2xbf16>
  %c64 = stablehlo.constant dense<(1.0, -2.0)> : tensor<complex<f32>>
  check.expect_eq_const %c64, dense<(1.0, -2.0)> : tensor<complex<f32>>
  %splat = stablehlo.constant dense<7> : tensor<2x3xi32>
  check.expect_eq_const %splat, dense<[[7, 7, 7], [7, 7, 7]]> : tensor<2x3xi32>
  %raw = stablehlo.constant dense<"0x0100000002000000"> : tensor<2xi32>
  check.expect_eq_const %raw, dense<[1, 2]> : tensor<2xi32>
  %none = stablehlo.constant dense<> : tensor<0x3xi32>
  check.expect_eq_const %none, dense<> : tensor<0x3xi32>
  func.return
}
// -----
// Storage integers of a quantized constant are written signless.
func.func @main() {
  %0 = "stablehlo.constant"() {value = dense<[1, -1]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<u8:f32, 0.5>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<u8:f32, 0.5>>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[0.5, 127.5]> : tensor<2xf32>
  func.return
}
