func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %0 = "chlo.constant_like"(%x) {value = 1.5 : f32} : (tensor<2x2xi32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<1.5> : tensor<2x2xf32>
  %1 = "chlo.constant_like"(%x) {value = -3 : i4} : (tensor<2x2xi32>) -> tensor<2x2xi4>
  check.expect_eq_const %1, dense<-3> : tensor<2x2xi4>
  %2 = "chlo.constant_like"(%x) {value = true} : (tensor<2x2xi32>) -> tensor<2x2xi1>
  check.expect_eq_const %2, dense<true> : tensor<2x2xi1>
  %y = stablehlo.constant dense<2.0> : tensor<f64>
  %3 = "chlo.constant_like"(%y) {value = 0.5 : bf16} : (tensor<f64>) -> tensor<bf16>
  check.expect_eq_const %3, dense<0.5> : tensor<bf16>
  return
}
