// expected-error@+1 {{func.declaration}} "@f"
func.func @f(tensor<2xf32>) -> tensor<2xf32>
// -----
// expected-error@+1 {{func.declaration}} "@f"
func.func public @f(tensor<2xf32>) -> tensor<2xf32>
// -----
func.func @f() {
  return
}
// expected-error@+1 {{module.duplicate}} "@f"
func.func @f() {
  return
}
// -----
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // expected-error@+1 {{func.return_types}} "return %x : tensor<2xf32>"
  return %x : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{func.return_types}} "%x"
  return %x : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{type.operand}} "tensor<3xf32>"
  return %x : tensor<3xf32>
}
// -----
func.func @main(%x: tensor<?xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{func.return_types}} "%x"
  return %x : tensor<?xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{func.return_types}} "%x"
  return %x : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{func.call.operand_types}} "%x"
  %0 = call @f(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<3xf32>) {
  // expected-error@+1 {{func.call.operand_types}} "%x"
  %0 = call @f(%x) : (tensor<3xf32>) -> tensor<2xf32>
  return
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<?xf32>) {
  // expected-error@+1 {{func.call.operand_types}} "%x"
  %0 = call @f(%x) : (tensor<?xf32>) -> tensor<2xf32>
  return
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{func.call.result_types}} "tensor<3xf32>"
  %0 = call @f(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{func.call.result_types}} "call @f(%x) : (tensor<2xf32>) -> ()"
  call @f(%x) : (tensor<2xf32>) -> ()
  return
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// -----
// expected-error@+1 {{func.arguments}} "tensor<2xf32>"
func.func @main(tensor<2xf32>) {
  return
}
// -----
// expected-error@+1 {{syntax.form}} "tensor"
func.func @main(%x: tensor<2xf32>, tensor<2xf32>) {
  return
}
// -----
// expected-error@+1 {{syntax.form}} "("
func.func (%x: tensor<2xf32>) {
  return
}
// -----
// expected-error@+1 {{syntax.form}} "global"
func.func global @main() {
  return
}
// -----
"func.func"() ({
  "func.return"() : () -> ()
// expected-error@+1 {{func.visibility}}
}) {sym_name = "f", function_type = () -> (), sym_visibility = "foo"} : () -> ()
// -----
// expected-error@+1 {{func.attributes}} "foo = 1 : i64"
func.func @main(%x: tensor<2x2xf32> {foo = 1 : i64}) {
  return
}
// -----
// expected-error@+1 {{func.attributes}} "foo = 1 : i64"
func.func @main(%x: tensor<2x2xf32>) -> (tensor<2x2xf32> {foo = 1 : i64}) {
  return %x : tensor<2x2xf32>
}
// -----
// expected-error@+1 {{func.attributes}}
"func.func"() ({
^bb0(%x: tensor<f32>):
  "func.return"() : () -> ()
}) {sym_name = "f", function_type = (tensor<f32>) -> (), arg_attrs = [{}, {}]} : () -> ()
// -----
// expected-error@+1 {{func.attributes}}
"func.func"() ({
  "func.return"() : () -> ()
}) {sym_name = "f"} : () -> ()
// -----
// expected-error@+1 {{func.arguments}}
"func.func"() ({
^bb0(%x: tensor<2xf32>):
  "func.return"() : () -> ()
}) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
// expected-error@+1 {{func.declaration}}
"func.func"() ({
}) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
func.func @main(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{if.C2}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> tensor<f32>
  return
}
