func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{cross-replica-sum.groups_unique}} "replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>"
  %0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{cross-replica-sum.groups_in_range}} "replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>"
  %0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{cross-replica-sum.result_type}} "tensor<2x4xf64>"
  %0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf64>
  func.return
}
