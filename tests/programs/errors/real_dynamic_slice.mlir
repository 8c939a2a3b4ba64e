func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{real_dynamic_slice.element_type}} "tensor<?x?xf64>"
  %0 = stablehlo.real_dynamic_slice %a, %s, %s, %s : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{real_dynamic_slice.result_shape}} "tensor<?xf32>"
  %0 = stablehlo.real_dynamic_slice %a, %s, %s, %s : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>) {
  // expected-error@+1 {{real_dynamic_slice.indices_size}} "%t"
  %0 = stablehlo.real_dynamic_slice %a, %s, %t, %s : (tensor<2x3xf32>, tensor<2xi64>, tensor<3xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x3xf32>, %s: tensor<2xi64>, %t: tensor<2xi32>) {
  // expected-error@+1 {{real_dynamic_slice.indices_type}} "%t"
  %0 = stablehlo.real_dynamic_slice %a, %s, %s, %t : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %start = stablehlo.constant dense<[1]> : tensor<1xi32>
  %limit_known = stablehlo.constant dense<[5]> : tensor<1xi32>
  %limit = stablehlo.optimization_barrier %limit_known : tensor<1xi32>
  // expected-error@+1 {{run.real_dynamic_slice}}
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %start : (tensor<4xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %start = stablehlo.constant dense<[1]> : tensor<1xi32>
  %limit = stablehlo.constant dense<[5]> : tensor<1xi32>
  // expected-error@+1 {{real_dynamic_slice.bounds}}
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %start : (tensor<4xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return
}
// -----
func.func @main(%a: tensor<6xf32>) {
  %s = stablehlo.constant dense<0> : tensor<1xi64>
  %e = stablehlo.constant dense<9> : tensor<1xi64>
  %t = stablehlo.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{real_dynamic_slice.bounds}} "%e"
  %0 = stablehlo.real_dynamic_slice %a, %s, %e, %t : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @main(%a: tensor<6xf32>, %s: tensor<1xi64>) {
  %t = stablehlo.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{real_dynamic_slice.strides}} "%t"
  %0 = stablehlo.real_dynamic_slice %a, %s, %s, %t : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @main(%a: tensor<6xf32>, %e: tensor<1xi64>) {
  %s = stablehlo.constant dense<-1> : tensor<1xi64>
  // expected-error@+1 {{real_dynamic_slice.bounds}} "%s"
  %0 = stablehlo.real_dynamic_slice %a, %s, %e, %e : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @main(%a: tensor<6xf32>, %e: tensor<1xi64>) {
  %s = stablehlo.constant dense<7> : tensor<1xi64>
  // expected-error@+1 {{real_dynamic_slice.bounds}} "%s"
  %0 = stablehlo.real_dynamic_slice %a, %s, %e, %e : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @main(%a: tensor<?xf32>, %t: tensor<1xi64>) {
  %s = stablehlo.constant dense<3> : tensor<1xi64>
  %e = stablehlo.constant dense<2> : tensor<1xi64>
  // expected-error@+1 {{real_dynamic_slice.bounds}} "%s"
  %0 = stablehlo.real_dynamic_slice %a, %s, %e, %t : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
// A bound is the most that there is.
func.func @main(%a: tensor<?xf32, #stablehlo.bounds<4>>, %s: tensor<1xi64>) {
  %e = stablehlo.constant dense<5> : tensor<1xi64>
  // expected-error@+1 {{real_dynamic_slice.bounds}} "%e"
  %0 = stablehlo.real_dynamic_slice %a, %s, %e, %s : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @main(%a: tensor<6xf32>) {
  %s = stablehlo.constant dense<0> : tensor<1xi64>
  %e = stablehlo.constant dense<4> : tensor<1xi64>
  %t = stablehlo.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{real_dynamic_slice.result_shape}} "tensor<5xf32>"
  %0 = stablehlo.real_dynamic_slice %a, %s, %e, %t : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf32>
  return
}
// -----
func.func @main(%a: tensor<6xf32>, %s: tensor<?xi64>, %t: tensor<1xi64>) {
  // expected-error@+1 {{real_dynamic_slice.operand_type}} "%s"
  %0 = stablehlo.real_dynamic_slice %a, %t, %s, %t : (tensor<6xf32>, tensor<1xi64>, tensor<?xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
