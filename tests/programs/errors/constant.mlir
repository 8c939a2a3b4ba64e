func.func @main() {
  // expected-error@+1 {{constant.C1}} "tensor<3xi32>"
  %0 = "stablehlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> tensor<3xi32>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{constant.C1}} "tensor<2x!quant.uniform<i4:f32, 1.0>>"
  %0 = "stablehlo.constant"() {value = dense<1> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i4:f32, 1.0>>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{constant.attribute_missing}}
  %0 = "stablehlo.constant"() : () -> tensor<3xi32>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "[1, 2]"
  %0 = stablehlo.constant dense<[1, 2]> : tensor<3xi32>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{constant.C1}}
  %0 = "stablehlo.constant"() {value = dense<[1, 127]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8<-10:10>:f32, 0.5>>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{constant.C1}}
  %0 = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xui8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{constant.result_type}} "tensor<?xf32>"
  %0 = "stablehlo.constant"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<?xf32>
  return
}
