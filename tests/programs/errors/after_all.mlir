func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{after_all.operand_type}} "%x"
  %0 = "stablehlo.after_all"(%x) : (tensor<2xf32>) -> !stablehlo.token
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{after_all.result_type}} "tensor<2xf32>"
  %0 = "stablehlo.after_all"(%t) : (!stablehlo.token) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{create_token.result_type}} "tensor<2xf32>"
  %0 = "stablehlo.create_token"() : () -> tensor<2xf32>
  func.return
}
