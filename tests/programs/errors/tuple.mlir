func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{tuple.C1}} "tuple<tensor<2xf32>, tensor<2xf32>>"
  %0 = stablehlo.tuple %x, %y : tuple<tensor<2xf32>, tensor<2xf32>>
  func.return
}
// -----
func.func @main(%t: tuple<tensor<2xf32>, tensor<i32>>) {
  // expected-error@+1 {{get_tuple_element.C1}} "2"
  %0 = stablehlo.get_tuple_element %t[2] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%t: tuple<tensor<2xf32>, tensor<i32>>) {
  // expected-error@+1 {{get_tuple_element.C2}} "tensor<2xf32>"
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{get_tuple_element.operand_type}} "%x"
  %0 = stablehlo.get_tuple_element %x[0] : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
