func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{send.C1}} "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{send.C1}} "channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>"
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{send.operand_type}} "%x"
  %0 = "stablehlo.send"(%x) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xf32>) -> !stablehlo.token
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{send.result_type}} "tensor<2xf32>"
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xf32>, !stablehlo.token) -> tensor<2xf32>
  func.return
}
// -----
func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  // expected-error@+1 {{run.send}}
  %0 = "stablehlo.send"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{send.pairs_shape}}
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{send.pairs_sources}}
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{send.pairs_targets}}
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{send.pairs_in_range}}
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
