// A process in no group gets zeros.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
  %0 = "stablehlo.collective_broadcast"(%x) {
    replica_groups = dense<[[0]]> : tensor<1x1xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
  } : (tensor<1x2xi64>) -> tensor<1x2xi64>
  check.expect_eq %0, %x : tensor<1x2xi64>
  %1 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<1x2xi64>) -> tensor<1x2xi64>
  check.expect_eq_const %1, dense<0> : tensor<1x2xi64>
  func.return
}
