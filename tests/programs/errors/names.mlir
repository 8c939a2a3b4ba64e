func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{name.undefined}} "%z"
  %0 = stablehlo.add %x, %z : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  // expected-error@+1 {{name.redefined}} "%0"
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
// expected-error@+1 {{name.redefined}} "%x"
func.func @main(%x: tensor<2xf32>, %x: tensor<2xf32>) {
  return
}
// -----
func.func @main(%x: tensor<2xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce"(%x, %i) ({
  // expected-error@+1 {{name.redefined}} "%x"
  ^bb0(%x: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{name.undefined}} "%1"
  %0 = stablehlo.add %x, %1 : tensor<2xf32>
  %1 = stablehlo.add %x, %x : tensor<2xf32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  // expected-error@+1 {{name.undefined}} "%c"
  %1 = stablehlo.add %c, %c : tensor<f32>
  return
}
// -----
func.func @main(%i: tensor<i32>) {
  return
}
func.func @g() {
  // expected-error@+1 {{name.undefined}} "%i"
  %0 = stablehlo.add %i, %i : tensor<i32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{name.results}} "%0"
  %0:2 = stablehlo.add %x, %x : tensor<2xf32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{name.results}} "%0, %1"
  %0, %1 = stablehlo.add %x, %x : tensor<2xf32>
  return
}
// -----
func.func @main(%x: tensor<2xui64>) {
  %0:2 = stablehlo.rng_bit_generator %x, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
  // expected-error@+1 {{name.undefined}} "%0#2"
  %1 = stablehlo.add %0#2, %0#2 : tensor<2xui32>
  return
}
// -----
func.func @main(%x: tensor<2xui64>) {
  // expected-error@+1 {{name.results}} "%0"
  %0 = return
}
// -----
// expected-error@+1 {{name.alias}} "!t"
func.func @main(%x: !t) {
  return
}
// -----
func.func @main(%x: !t) {
  return
}
!t = tuple<!u>
// expected-error@+1 {{name.alias}} "!t"
!u = tuple<!t>
// -----
func.func @main(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{name.alias}} "#p"
  %0 = "stablehlo.transpose"(%x) {permutation = #p} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// #p = array<i64: 1, 0>
// -----
!t = tensor<2xf32>
// expected-error@+1 {{name.redefined}} "!t"
!t = tensor<3xf32>
func.func @main(%x: !t) {
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{name.op}} "stablehlo.ad"
  %0 = stablehlo.ad %x, %x : tensor<2xf32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{name.op}}
  %0 = "stablehlo.ad"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{name.op}}
  %0 = "foo.ad"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{name.symbol}} "@nope"
  %0 = call @nope(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
module @m {
}
func.func @g() {
  // expected-error@+1 {{name.symbol}} "@m"
  call @m() : () -> ()
  return
}
// -----
func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{name.symbol}} "decomposition = @nope"
  %0 = stablehlo.composite "a.b" %x {decomposition = @nope} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @main(%i: tensor<i32>) {
  // expected-error@+1 {{name.redefined}} "%i"
  %0 = stablehlo.while(%i = %i) : tensor<i32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{name.alias}} "#nowhere"
  %0 = stablehlo.negate %x : tensor<2xf32> loc(callsite("model.py":7:2 at #nowhere))
  return
}
