func.func @main(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{transpose.attribute_kind}} "permutation = 1 : i64"
  %0 = "stablehlo.transpose"(%x) {permutation = 1 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @main(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{transpose.attribute_unknown}} "permutations = 1 : i64"
  %0 = "stablehlo.transpose"(%x) {permutation = array<i64: 1, 0>, permutations = 1 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @main(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{tanh.attribute_unknown}} "result_acuracy = 1 : i64"
  %0 = stablehlo.tanh %x {result_acuracy = 1 : i64} : tensor<2x2xf32>
  return
}
// -----
func.func @main(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{add.attribute_unknown}} "foo = 1 : i64"
  %0 = "stablehlo.add"(%x, %x) <{foo = 1 : i64}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @main(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{attribute.duplicate}} "a.b = 2 : i64"
  %0 = "stablehlo.add"(%x, %x) {a.b = 1 : i64, a.b = 2 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
