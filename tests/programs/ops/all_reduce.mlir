func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %sum = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %sum : tensor<i64>
  }) {
    replica_groups = dense<[[0]]> : tensor<1x1xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
  } : (tensor<4xi64>) -> tensor<4xi64>
  check.expect_eq %0, %x : tensor<4xi64>
  // A computation of a wider type widens, with nobody to add to as well.
  %y = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xbf16>
  %1 = "stablehlo.all_reduce"(%y) ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %sum = stablehlo.add %arg0, %arg1 : tensor<f32>
      stablehlo.return %sum : tensor<f32>
  }) {
    replica_groups = dense<0> : tensor<1x1xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    use_global_device_ids
  } : (tensor<2xbf16>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[1.5, 2.5]> : tensor<2xf32>
  func.return
}
