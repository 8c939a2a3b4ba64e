func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{outfeed.operand_type}} "%x"
  %0 = "stablehlo.outfeed"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> !stablehlo.token
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{outfeed.operand_type}} "%t"
  %0 = "stablehlo.outfeed"(%t, %t) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{outfeed.result_type}} "tensor<2xf32>"
  %0 = "stablehlo.outfeed"(%t) : (!stablehlo.token) -> tensor<2xf32>
  func.return
}
