func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi64>
  %0 = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %sum = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %sum : tensor<i64>
  }) {
    scatter_dimension = 1 : i64,
    replica_groups = dense<[[0]]> : tensor<1x1xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
  } : (tensor<2x4xi64>) -> tensor<2x4xi64>
  check.expect_eq %0, %x : tensor<2x4xi64>
  func.return
}
