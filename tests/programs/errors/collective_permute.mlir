func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_permute.C1}} "source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>"
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_permute.C2}} "source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>"
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_permute.C3}} "source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>"
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_permute.C4}} "source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>"
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_permute.C4}} "source_target_pairs = dense<[[-2, 0]]> : tensor<1x2xi64>"
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[-2, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_permute.C5}} "tensor<2x4xf64>"
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf64>
  func.return
}
