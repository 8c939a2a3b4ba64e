// The specification's examples.
func.func @main() {
  %0 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4x5xi32>
  check.expect_eq_const %0, dense<[[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2], [3, 3, 3, 3, 3]]> : tensor<4x5xi32>
  %1 = stablehlo.iota dim = 1 : tensor<4x5xi32>
  check.expect_eq_const %1, dense<[[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]> : tensor<4x5xi32>
  func.return
}
// -----
// Every class of element type; small integers wrap, small floats round.
func.func @main() {
  %i2 = stablehlo.iota dim = 0 : tensor<5xi2>
  check.expect_eq_const %i2, dense<[0, 1, -2, -1, 0]> : tensor<5xi2>
  %ui4 = stablehlo.iota dim = 0 : tensor<18xui4>
  %tail = stablehlo.slice %ui4 [14:18] : (tensor<18xui4>) -> tensor<4xui4>
  check.expect_eq_const %tail, dense<[14, 15, 0, 1]> : tensor<4xui4>
  %ui64 = stablehlo.iota dim = 0 : tensor<3xui64>
  check.expect_eq_const %ui64, dense<[0, 1, 2]> : tensor<3xui64>
  %f8 = stablehlo.iota dim = 0 : tensor<20xf8E5M2>
  %odd = stablehlo.slice %f8 [8:13] : (tensor<20xf8E5M2>) -> tensor<5xf8E5M2>
  check.expect_eq_const %odd, dense<[8.0, 8.0, 10.0, 12.0, 12.0]> : tensor<5xf8E5M2>
  %bf16 = stablehlo.iota dim = 0 : tensor<260xbf16>
  %last = stablehlo.slice %bf16 [256:260] : (tensor<260xbf16>) -> tensor<4xbf16>
  check.expect_eq_const %last, dense<[256.0, 256.0, 258.0, 260.0]> : tensor<4xbf16>
  %f64 = stablehlo.iota dim = 1 : tensor<1x3xf64>
  check.expect_eq_const %f64, dense<[[0.0, 1.0, 2.0]]> : tensor<1x3xf64>
  %c = stablehlo.iota dim = 0 : tensor<2xcomplex<f32>>
  check.expect_eq_const %c, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  %none = stablehlo.iota dim = 0 : tensor<0x2xi32>
  check.expect_eq_const %none, dense<> : tensor<0x2xi32>
  func.return
}
// -----
// Quantized: the index is what the storage integers stand for.
func.func @main() {
  %0 = stablehlo.iota dim = 0 : tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3xf32>
  check.expect_eq_const %1, dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  func.return
}
