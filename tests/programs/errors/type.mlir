// expected-error@+1 {{type.future}}
func.func private @g() -> !stablehlo.future<i64>
func.func @main() {
  return
}
// -----
// expected-error@+1 {{type.future}}
func.func private @g() -> !stablehlo.future<tensor<2xf32>, !stablehlo.token>
func.func @main() {
  return
}
// -----
// expected-error@+1 {{type.future}}
func.func @main(%x: tuple<!stablehlo.future<!stablehlo.future<tensor<2xf32>>>>) {
  return
}
