func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 5, mantissa_bits = 2} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 5 : i64, mantissa_bits = 2 : i64} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.concatenate"(%a, %a) {dimension = 0 : i32} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.concatenate"(%a, %a) {dimension = 0 : ui64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.concatenate"(%a, %a) {dimension = 0 : index} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.concatenate"(%a, %a) {dimension = dense<0> : tensor<i64>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.transpose"(%a) {permutation = array<i32: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.transpose"(%a) {permutation = [1, 0]} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>, %b: tensor<f32>) -> tensor<6x4xf32> {
  %0 = "stablehlo.pad"(%a, %b) {edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 1, 0>, interior_padding = array<i32: 0, 0>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.cholesky"(%a) {lower = 1 : i1} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.cholesky"(%a) {lower} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.cholesky"(%a) {lower = unit} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xi1> {
  %0 = "stablehlo.compare"(%a, %a) {comparison_direction = "LT"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  return %0 : tensor<4x4xi1>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xi1> {
  %0 = "stablehlo.compare"(%a, %a) {comparison_direction = #mhlo<comparison_direction LT>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  return %0 : tensor<4x4xi1>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xi1> {
  %0 = "stablehlo.compare"(%a, %a) {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  return %0 : tensor<4x4xi1>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "foo", api_version = 2 : i64} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "foo", api_version = 2 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "foo", has_side_effect = 1} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.composite"(%a) {name = "my.foo", decomposition = @g, version = 1 : i64} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func @g(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %a : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi32>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%a: tensor<4x4xf32>) -> tensor<f32> {
  %0 = "stablehlo.constant"() {value = dense<1.0> : tensor<f32>} ({}) : () -> tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f() -> tensor<f32> {
  %0 = "stablehlo.constant"() ({}) {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f(%p: tensor<i1>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({}, {}) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f(%p: tensor<i1>) {
  "stablehlo.if"(%p) ({}, {}) : (tensor<i1>) -> ()
  return
}
// -----
func.func @f(%p: tensor<i1>) {
  "stablehlo.if"(%p) ({
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%a, %b) ({}) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f(%a: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.while"(%a) ({}, {}) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
func.func @f(%a: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.case"(%a) ({}) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.sort"(%a) ({}) : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
// -----
"func.func"() ({}) {sym_name = "f", function_type = () -> (), sym_visibility = "private"} : () -> ()
// -----
"func.func"() ({}) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
"func.func"() ({
  "func.return"() : () -> ()
}) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
"func.func"() ({
^bb0(%a: tensor<f32>):
  "func.return"(%a) : (tensor<f32>) -> ()
}) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
"func.func"() ({
^bb0:
}) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
func.func @f()
// -----
func.func private @f()
// -----
func.func private @f(tensor<f32>) -> tensor<f32>
// -----
func.func private @f(%a: tensor<f32>) -> tensor<f32>
// -----
func.func public @f(%a: tensor<f32>) -> tensor<f32>
// -----
func.func nested @f(%a: tensor<f32>) { return }
// -----
func.func @f(%a: tensor<f32>) -> () { return }
// -----
func.func @f(%a: tensor<f32>) -> (tensor<f32> {a.b = 1}, tensor<f32>) { return %a, %a : tensor<f32>, tensor<f32> }
// -----
"builtin.module"() ({
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) : () -> ()
// -----
builtin.module {
}
// -----
module attributes {a.b} {
}
// -----
module @foo attributes {a} {
}
// -----
module {
  module @x {
  }
}
// -----
module {
}
module {
}
