func.func @main() {
  // expected-error@+1 {{iota.C1}} "2"
  %0 = stablehlo.iota dim = 2 : tensor<2x3xi32>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{iota.C1}} "iota_dimension = -1 : i64"
  %0 = "stablehlo.iota"() {iota_dimension = -1 : i64} : () -> tensor<2xi32>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{iota.C1}} "0"
  %0 = stablehlo.iota dim = 0 : tensor<f32>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{iota.result_type}} "tensor<2xi1>"
  %0 = stablehlo.iota dim = 0 : tensor<2xi1>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{iota.result_type}} "tensor<?xi32>"
  %0 = stablehlo.iota dim = 0 : tensor<?xi32>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{iota.result_type}} "tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>"
  %0 = stablehlo.iota dim = 0 : tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{iota.results}}
  %0:2 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> (tensor<2xi32>, tensor<2xi32>)
  return
}
