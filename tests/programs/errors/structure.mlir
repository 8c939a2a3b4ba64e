func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{module.terminator}} "%0 = stablehlo.add %x, %x : tensor<2xf32>"
  %0 = stablehlo.add %x, %x : tensor<2xf32>
}
// -----
// expected-error@+1 {{module.terminator}} "@main"
func.func @main() {
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{module.terminator}} "return"
  return
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{module.terminator}} "return"
  return
  return
}
// -----
func.func @main(%x: tensor<2xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-error@+1 {{module.terminator}} "%c = stablehlo.add %a, %b : tensor<f32>"
    %c = stablehlo.add %a, %b : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-error@+1 {{module.terminator}} "func.return %a : tensor<f32>"
    func.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{module.nested}} "@inner"
  func.func @inner() {
    return
  }
  return
}
// -----
func.func @main(%p: tensor<i1>) {
  "stablehlo.if"(%p) ({
    // expected-error@+1 {{module.nested}} "@g"
    func.func private @g() { return }
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{module.nested}}
  module {
  }
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  return
// expected-error@+1 {{module.blocks}} "^bb1"
^bb1:
  return
}
// -----
func.func @main(%p: tensor<i1>, %x: tensor<f32>) {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  // expected-error@+1 {{module.blocks}} "^bb1"
  ^bb1:
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
// expected-error@+1 {{syntax.form}} "^bb0:"
^bb0:
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
// expected-error@+1 {{syntax.form}} "^bb0(%y: tensor<2xf32>):"
^bb0(%y: tensor<2xf32>):
  return
}
// -----
func.func @main(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{reduce.C6}}
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @f() {
  // expected-error@+2 {{syntax.end}}
  return
// -----
func.func @f() {
  return
}
// expected-error@+1 {{syntax.form}} "}"
}
// -----
// expected-error@+1 {{module.attributes}} "foo = 1 : i32"
module attributes {foo = 1 : i32} {
}
// -----
module @f {
}
// expected-error@+1 {{module.duplicate}}
module @f {
}
// -----
module @f {
}
// expected-error@+1 {{module.duplicate}} "@f"
func.func @f() {
  return
}
// -----
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{module.recursion}} "%0 = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>"
  %0 = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @f() {
  call @g() : () -> ()
  return
}
func.func @g() {
  // expected-error@+1 {{module.recursion}} "call @f() : () -> ()"
  call @f() : () -> ()
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{type.count}} "tensor<2xf32>"
  %0 = "stablehlo.add"(%x, %x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{type.operand}} "tensor<2xf64>"
  %0 = "stablehlo.add"(%x, %x) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}
