func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{dynamic_pad.element_type}} "tensor<?x?xf64>"
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %s : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %z: tensor<f64>) {
  // expected-error@+1 {{dynamic_pad.element_type}} "%z"
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %s : (tensor<2x3xf32>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %z: tensor<f32>) {
  // expected-error@+1 {{dynamic_pad.result_shape}} "tensor<?xf32>"
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %s : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %z: tensor<f32>, %t: tensor<3xi64>) {
  // expected-error@+1 {{dynamic_pad.padding_size}} "%t"
  %0 = stablehlo.dynamic_pad %a, %z, %s, %t, %s : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<3xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n_known = stablehlo.constant dense<[-3]> : tensor<1xi32>
  %n = stablehlo.optimization_barrier %n_known : tensor<1xi32>
  %0 = stablehlo.constant dense<[0]> : tensor<1xi32>
  // expected-error@+1 {{run.dynamic_pad}}
  %1 = stablehlo.dynamic_pad %x, %z, %n, %n, %0 : (tensor<4xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<[-3]> : tensor<1xi32>
  %0 = stablehlo.constant dense<[0]> : tensor<1xi32>
  // expected-error@+1 {{dynamic_pad.result_shape}}
  %1 = stablehlo.dynamic_pad %x, %z, %n, %n, %0 : (tensor<4xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main(%a: tensor<6xf32>, %z: tensor<f32>, %s: tensor<1xi64>) {
  %n = stablehlo.constant dense<-2> : tensor<1xi64>
  // expected-error@+1 {{dynamic_pad.interior_padding}} "%n"
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %n : (tensor<6xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @main(%a: tensor<6xf32>, %z: tensor<f32>) {
  %s = stablehlo.constant dense<2> : tensor<1xi64>
  %n = stablehlo.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{dynamic_pad.result_shape}} "tensor<11xf32>"
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %n : (tensor<6xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<11xf32>
  return
}
// -----
func.func @main(%a: tensor<6xf32>, %z: tensor<f32>, %s: tensor<1xi64>, %t: tensor<1xi32>) {
  // expected-error@+1 {{dynamic_pad.padding_type}} "%t"
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %t : (tensor<6xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf32>
  return
}
// -----
func.func @main(%a: tensor<6xf32>, %z: tensor<f32>, %s: tensor<1xi64>, %t: tensor<?xi64>) {
  // expected-error@+1 {{dynamic_pad.operand_type}} "%t"
  %0 = stablehlo.dynamic_pad %a, %z, %s, %s, %t : (tensor<6xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<?xi64>) -> tensor<?xf32>
  return
}
