func.func @main() {
  %0 = "chlo.constant"() {value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = "chlo.constant"() {value = dense<> : tensor<0xi4>} : () -> tensor<0xi4>
  check.expect_eq_const %1, dense<> : tensor<0xi4>
  return
}
