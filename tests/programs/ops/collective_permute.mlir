// A process that nobody sends to gets what stands for zero.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %0 = "stablehlo.collective_permute"(%x) {
    source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
  } : (tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq %0, %x : tensor<2x2xi64>
  %1 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %1, dense<0> : tensor<2x2xi64>
  %q = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %2 = "stablehlo.collective_permute"(%q) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
  check.expect_eq_const %3, dense<0.0> : tensor<2xf32>
  func.return
}
