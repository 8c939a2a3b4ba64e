func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %root = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %sum = stablehlo.add %arg0, %arg1 : tensor<f32>
      stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %x : tensor<2xf32>
  %1 = "stablehlo.collective_reduce"(%x, %root) ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %sum = stablehlo.add %arg0, %arg1 : tensor<f32>
      stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>, has_dynamic_root} : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  check.expect_eq %1, %x : tensor<2xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[3.0]> : tensor<1xf32>
  %roots = stablehlo.constant dense<0> : tensor<2xi32>
  %0:2 = "stablehlo.collective_reduce"(%x, %y, %roots) ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %sum = stablehlo.add %arg0, %arg1 : tensor<f32>
      stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>, has_dynamic_root} : (tensor<2xf32>, tensor<1xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<1xf32>)
  check.expect_eq %0#0, %x : tensor<2xf32>
  check.expect_eq %0#1, %y : tensor<1xf32>
  func.return
}
