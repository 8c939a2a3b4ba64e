func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{reshape.C1}} "tensor<6xf64>"
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<6xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{reshape.C2}} "tensor<5xf32>"
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<5xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{reshape.C3}} "tensor<4x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>"
  %0 = stablehlo.reshape %a : (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<4x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  func.return
}
// -----
func.func @main(%a: !stablehlo.token) {
  // expected-error@+1 {{reshape.operand_type}} "%a"
  %0 = stablehlo.reshape %a : (!stablehlo.token) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<6xf32>) {
  // expected-error@+1 {{reshape.result_type}}
  %0 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<4x?xf32>
  return
}
// -----
func.func @main(%x: tensor<6xf32>) {
  // expected-error@+1 {{reshape.C2}}
  %0 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 2>>
  return
}
// -----
func.func @main(%x: tensor<6xf32>) {
  // expected-error@+1 {{reshape.C2}}
  %0 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 2>>
  return
}
// -----
func.func @main(%x: tensor<6xf32>) {
  // expected-error@+1 {{reshape.result_type}}
  %0 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<?x?xf32, #stablehlo.bounds<3, 2>>
  return
}
// -----
func.func @main(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{reshape.results}}
  "stablehlo.reshape"(%a) : (tensor<2x3xf32>) -> ()
  return
}
