func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{func.call.operand_types}} "%y"
  %0 = call @f(%y) : (tensor<3xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{func.call.operand_types}} "%x"
  %0 = call @f(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{func.call.result_types}} "tensor<3xf32>"
  %0 = call @f(%x) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{func.call.result_types}} "call @f(%x) : (tensor<2xf32>) -> ()"
  call @f(%x) : (tensor<2xf32>) -> ()
  func.return
}
// -----
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{name.symbol}} "@g"
  %0 = call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func private @g(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{func.call.result_types}}
  %0 = call @g(%x) : (tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
