// The greatest, first ones first; NaN above all, +0 above -0.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 7.0, 7.0, -1.0], [0.0, -0.0, 0xFF800000, 0x7FC00000]]> : tensor<2x4xf32>
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %0#0, dense<[[7.0, 7.0, 1.0], [0x7FC00000, 0.0, -0.0]]> : tensor<2x3xf32>
  check.expect_eq_const %0#1, dense<[[1, 2, 0], [3, 0, 1]]> : tensor<2x3xi32>
  return
}
// -----
// Integers, all of them, none of them, few of many.
func.func @main() {
  %x = stablehlo.constant dense<[200, 3, 255, 3]> : tensor<4xui8>
  %0:2 = "chlo.top_k"(%x) {k = 4 : i64} : (tensor<4xui8>) -> (tensor<4xui8>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[255, 200, 3, 3]> : tensor<4xui8>
  check.expect_eq_const %0#1, dense<[2, 0, 1, 3]> : tensor<4xi32>
  %1:2 = "chlo.top_k"(%x) {k = 0 : i64} : (tensor<4xui8>) -> (tensor<0xui8>, tensor<0xi32>)
  check.expect_eq_const %1#1, dense<> : tensor<0xi32>
  %i = stablehlo.iota dim = 0 : tensor<100xi64>
  %m = stablehlo.constant dense<37> : tensor<100xi64>
  %h = stablehlo.constant dense<10> : tensor<100xi64>
  %y = stablehlo.multiply %i, %m : tensor<100xi64>
  %z = stablehlo.remainder %y, %h : tensor<100xi64>
  %w = stablehlo.reshape %z : (tensor<100xi64>) -> tensor<2x50xi64>
  %2:2 = "chlo.top_k"(%w) {k = 6 : i64} : (tensor<2x50xi64>) -> (tensor<2x6xi64>, tensor<2x6xi32>)
  check.expect_eq_const %2#0, dense<[[9, 9, 9, 9, 9, 8], [9, 9, 9, 9, 9, 8]]> : tensor<2x6xi64>
  check.expect_eq_const %2#1, dense<[[7, 17, 27, 37, 47, 4], [7, 17, 27, 37, 47, 4]]> : tensor<2x6xi32>
  return
}
// -----
// Numbers without a sign: all bits count, NaN is above all.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 0.25, 0xFF, 4.0, 0.25]> : tensor<5xf8E8M0FNU>
  %0:2 = chlo.top_k(%x, k = 4) : tensor<5xf8E8M0FNU> -> (tensor<4xf8E8M0FNU>, tensor<4xi32>)
  check.expect_eq_const %0#1, dense<[2, 3, 0, 1]> : tensor<4xi32>
  return
}
