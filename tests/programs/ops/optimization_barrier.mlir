// The specification's example.
func.func @main() {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.constant dense<1.0> : tensor<f32>
  %result0, %result1 = "stablehlo.optimization_barrier"(%0, %1) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  check.expect_eq %result0, %0 : tensor<f32>
  check.expect_eq %result1, %1 : tensor<f32>
  %t = stablehlo.create_token : !stablehlo.token
  %2:2 = stablehlo.optimization_barrier %1, %t : tensor<f32>, !stablehlo.token
  check.expect_eq %2#0, %1 : tensor<f32>
  %3 = stablehlo.optimization_barrier %0 : tensor<f32>
  check.expect_eq %3, %0 : tensor<f32>
  func.return
}
