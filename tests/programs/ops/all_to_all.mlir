func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi64>
  %0:2 = "stablehlo.all_to_all"(%x, %x) {
    split_dimension = 1 : i64,
    concat_dimension = 0 : i64,
    split_count = 1 : i64,
    replica_groups = dense<[[0]]> : tensor<1x1xi64>
  } : (tensor<2x4xi64>, tensor<2x4xi64>) -> (tensor<2x4xi64>, tensor<2x4xi64>)
  check.expect_eq %0#0, %x : tensor<2x4xi64>
  check.expect_eq %0#1, %x : tensor<2x4xi64>
  func.return
}
