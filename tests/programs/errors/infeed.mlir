func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{infeed.C1}}
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> ()
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{infeed.C2}} "!stablehlo.token"
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{infeed.C3}} "tensor<2xf32>"
  %0 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{infeed.layout}} "layout = [[0], [0]]"
  %0:2 = "stablehlo.infeed"(%t) {layout = [[0], [0]]} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) {
  // expected-error@+1 {{infeed.operand_type}} "%x"
  %0:2 = "stablehlo.infeed"(%x) : (tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  // expected-error@+1 {{run.infeed}}
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
// -----
func.func @main(%t: !stablehlo.token) {
  // expected-error@+1 {{infeed.result_type}} "tensor<?xf32>"
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<?xf32>, !stablehlo.token)
  return
}
// -----
func.func @main(%t: !stablehlo.token) {
  // expected-error@+1 {{infeed.attribute_kind}} "layout = [1]"
  %0:2 = "stablehlo.infeed"(%t) {layout = [1]} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
func.func @main(%t: !stablehlo.token) {
  // expected-error@+1 {{infeed.attribute_kind}}
  %0:2 = "stablehlo.infeed"(%t) {layout = [["x"]]} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
func.func @main(%t: !stablehlo.token) {
  // expected-error@+1 {{infeed.attribute_kind}}
  %0:2 = "stablehlo.infeed"(%t) {layout = "x"} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
