func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{async_start.body_type}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    %s = stablehlo.slice %x [0:2] : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{async_start.result_type}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = stablehlo.slice %x [0:2] : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<3xf32>>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{async_start.body_op}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = stablehlo.add %a, %a : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  func.return
}
// -----
func.func @main(%f: !stablehlo.future<tensor<2xf32>>) {
  // expected-error@+1 {{async_done.result_types}} "tensor<3xf32>"
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<3xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{async_done.operand_type}} "%x"
  %0 = "stablehlo.async_done"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{async_start.body_captures}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = stablehlo.slice %x [0:2] : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{async_start.body_op}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %t = "stablehlo.collective_permute"(%s) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %t : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{async_start.body_op}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %t = stablehlo.negate %s : tensor<2xf32>
    stablehlo.return %t : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}
