// A process may send to itself; what is sent to the host leaves the program.
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %t = stablehlo.create_token : !stablehlo.token
  %0 = "stablehlo.send"(%x, %t) {
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>
  } : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  %1:2 = "stablehlo.recv"(%0) {
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    is_host_transfer = false,
    source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>
  } : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  check.expect_eq %1#0, %x : tensor<2xi64>
  %2 = "stablehlo.send"(%x, %1#1) {
    channel_handle = #stablehlo.channel_handle<handle = 2, type = 2>, is_host_transfer = true
  } : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  func.return
}
