func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{composite.name}}
  %0 = stablehlo.composite "f" %x {decomposition = @f} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{composite.operand_types}} "%y"
  %0 = stablehlo.composite "a.f" %y {decomposition = @f} : (tensor<3xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{composite.result_types}} "tensor<3xf32>"
  %0 = stablehlo.composite "a.f" %x {decomposition = @f} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{name.symbol}} "decomposition = @g"
  %0 = stablehlo.composite "a.f" %x {decomposition = @g} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<?xf32>) {
  // expected-error@+1 {{composite.operand_types}} "%x"
  %0 = stablehlo.composite "a.b" %x {decomposition = @f} : (tensor<?xf32>) -> tensor<2xf32>
  return
}
// -----
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{composite.result_types}} "tensor<?xf32>"
  %0 = stablehlo.composite "a.b" %x {decomposition = @f} : (tensor<2xf32>) -> tensor<?xf32>
  return
}
