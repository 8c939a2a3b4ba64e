func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_broadcast.C1}} "replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>"
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_broadcast.C2}} "replica_groups = dense<[[-2, 0]]> : tensor<1x2xi64>"
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[-2, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_broadcast.C3}} "tensor<4x2xf32>"
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}
