// expected-error@+1 {{syntax.form}} "-"
func.func @main(%x: tensor<-1xf32>) {
  return
}
// -----
// expected-error@+1 {{limit.size}} "99999999999999999999x"
func.func @main(%x: tensor<99999999999999999999xf32>) {
  return
}
// -----
// expected-error@+1 {{limit.size}} "9223372036854775807x"
func.func @main(%x: tensor<9223372036854775807xf32>) {
  return
}
// -----
// expected-error@+1 {{limit.size}} "9223372036854775808x"
func.func @main(%x: tensor<9223372036854775808xf32>) {
  return
}
// -----
// expected-error@+1 {{limit.size}} "4294967296x4294967296x"
func.func @main(%x: tensor<4294967296x4294967296xf32>) {
  return
}
// -----
// expected-error@+1 {{syntax.form}} ">"
func.func @main(%x: tensor<2x>) {
  return
}
// -----
// expected-error@+1 {{type.element}} "xf32"
func.func @main(%x: tensor<xf32>) {
  return
}
// -----
// expected-error@+1 {{type.element}} "f33"
func.func @main(%x: tensor<2xf33>) {
  return
}
// -----
// expected-error@+1 {{type.element}} "i3"
func.func @main(%x: tensor<2xi3>) {
  return
}
// -----
// expected-error@+1 {{type.element}} "i128"
func.func @main(%x: tensor<2xi128>) {
  return
}
// -----
// expected-error@+1 {{type.element}} "tensor"
func.func @main(%x: tensor<2xtensor<f32>>) {
  return
}
// -----
func.func @main(%x: tensor<*xf32>) {
  // expected-error@+1 {{type.unranked}} "%x"
  %y = stablehlo.abs %x : tensor<*xf32>
  return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{type.unranked}}
  %y = stablehlo.abs %x : (tensor<2xf32>) -> tensor<*xf32>
  return
}
// -----
func.func @main(%x: tensor<*xf32>) {
  // expected-error@+1 {{chlo.erf.result_type}}
  %y = "chlo.erf"(%x) : (tensor<*xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @main(%x: tensor<*xf32>, %y: tensor<*xi32>) {
  // expected-error@+1 {{chlo.broadcast_add.C1}}
  %z = chlo.broadcast_add %x, %y : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
  return
}
// -----
// expected-error@+1 {{type.element}} "none"
func.func @main(%x: tensor<2xnone>) {
  return
}
// -----
// expected-error@+1 {{type.element}} "complex<i32>"
func.func @main(%x: tensor<2xcomplex<i32>>) {
  return
}
// -----
// expected-error@+1 {{type.element}} "complex<f16>"
func.func @main(%x: tensor<2xcomplex<f16>>) {
  return
}
// -----
// expected-error@+1 {{type.element}} "f80"
func.func @main(%x: tensor<2xf80>) {
  return
}
// -----
// expected-error@+1 {{type.element}} "f128"
func.func @main(%x: tensor<2xf128>) {
  return
}
// -----
// expected-error@+1 {{type.unknown}} "!stablehlo.foo"
func.func @main(%x: !stablehlo.foo) {
  return
}
// -----
// expected-error@+1 {{type.bounds}} "#stablehlo.bounds<3>"
func.func @main(%x: tensor<2xf32, #stablehlo.bounds<3>>) {
  return
}
// -----
// expected-error@+1 {{type.bounds}} "#stablehlo.bounds<3, 4>"
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<3, 4>>) {
  return
}
// -----
// expected-error@+1 {{syntax.form}} "-"
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<-1>>) {
  return
}
// -----
// expected-error@+1 {{syntax.form}}
func.func @main(%x: tensor<f32, foo>) {
  return
}
