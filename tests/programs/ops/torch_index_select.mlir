// Along each dimension; indices of any rank; none; outside.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi64>
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<2x3xi32>, tensor<3xi64>) -> tensor<3x3xi32>
  check.expect_eq_const %0, dense<[[4, 5, 6], [1, 2, 3], [4, 5, 6]]> : tensor<3x3xi32>
  %j = stablehlo.constant dense<[[2, 0], [1, 5]]> : tensor<2x2xi32>
  %1 = "stablehlo.torch_index_select"(%x, %j) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %1, dense<[[[3, 1], [2, 3]], [[6, 4], [5, 6]]]> : tensor<2x2x2xi32>
  %k = stablehlo.constant dense<1> : tensor<i32>
  %2 = "stablehlo.torch_index_select"(%x, %k) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[2, 5]> : tensor<2xi32>
  return
}
// -----
// Row by row.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %i = stablehlo.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xui8>
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x3xf32>, tensor<2x2xui8>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[3.0, 1.0], [5.0, 5.0]]> : tensor<2x2xf32>
  return
}
