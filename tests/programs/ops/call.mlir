func.func private @twice(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0, %x : tensor<2xf32>, tensor<2xf32>
}
func.func private @nothing() {
  return
}
func.func private @paired(%x: tensor<i32>) -> tuple<tensor<i32>, tensor<i32>> {
  %0 = stablehlo.tuple %x, %x : tuple<tensor<i32>, tensor<i32>>
  return %0 : tuple<tensor<i32>, tensor<i32>>
}
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0:2 = call @twice(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %0#0, dense<[2.0, 4.0]> : tensor<2xf32>
  %1:2 = "func.call"(%0#0) {callee = @twice} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %1#0, dense<[4.0, 8.0]> : tensor<2xf32>
  check.expect_eq %1#1, %0#0 : tensor<2xf32>
  func.call @nothing() : () -> ()
  %i = stablehlo.constant dense<3> : tensor<i32>
  %t = call @paired(%i) : (tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  %2 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  check.expect_eq %2, %i : tensor<i32>
  return
}
