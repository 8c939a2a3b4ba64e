// One process: a group of itself. Several operands; the number of the process in the grid as its id.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %y = stablehlo.constant dense<[[true]]> : tensor<1x1xi1>
  %0 = "stablehlo.all_gather"(%x) {
    all_gather_dim = 1 : i64,
    replica_groups = dense<[[0]]> : tensor<1x1xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
  } : (tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq %0, %x : tensor<2x2xi64>
  %1:2 = "stablehlo.all_gather"(%x, %y) {
    all_gather_dim = 0 : i64,
    replica_groups = dense<0> : tensor<1x1xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    use_global_device_ids
  } : (tensor<2x2xi64>, tensor<1x1xi1>) -> (tensor<2x2xi64>, tensor<1x1xi1>)
  check.expect_eq %1#0, %x : tensor<2x2xi64>
  check.expect_eq %1#1, %y : tensor<1x1xi1>
  %2 = "stablehlo.all_gather"(%x) {
    all_gather_dim = 0 : i64,
    replica_groups = dense<> : tensor<0x0xi64>
  } : (tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq %2, %x : tensor<2x2xi64>
  func.return
}
