func.func @main() {
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<0> : tensor<i32>
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<2xi1>, tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[1, 0], [3, 0]]> : tensor<2x2xi32>
  return
}
