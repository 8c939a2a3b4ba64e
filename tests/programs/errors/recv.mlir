func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{recv.C1}} "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{recv.C2}}
  "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> ()
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{recv.C3}} "!stablehlo.token"
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{recv.C4}} "tensor<2xf32>"
  %0 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{recv.operand_type}} "%x"
  %0 = "stablehlo.recv"(%x) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xf32>) -> !stablehlo.token
  func.return
}
// -----
func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  // expected-error@+1 {{run.recv}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %s = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  // expected-error@+1 {{run.recv}}
  %0:2 = "stablehlo.recv"(%s) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{recv.pairs_shape}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{recv.pairs_sources}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{recv.pairs_targets}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{recv.pairs_in_range}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
func.func @main(%t: !stablehlo.token) {
  // expected-error@+1 {{recv.result_type}} "tensor<?xf32>"
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<?xf32>, !stablehlo.token)
  return
}
