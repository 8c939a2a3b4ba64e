func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.api_version}} "api_version = 5 : i32"
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "foo", api_version = 5 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.backend_config}}
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "foo", api_version = 4 : i32, backend_config = "x"} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.backend_config}} "backend_config = {a = 1 : i32}"
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "foo", api_version = 1 : i32, backend_config = {a = 1 : i32}} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.layouts}} "operand_layouts = [dense<0> : tensor<1xindex>]"
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.layouts}} "operand_layouts = []"
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "foo", operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.layouts}} "result_layouts = [dense<1> : tensor<1xindex>]"
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<1> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.output_operand_aliases}}
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.output_operand_aliases}}
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.output_operand_aliases}}
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.output_operand_aliases}}
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{run.custom_call}} "%0 = stablehlo.custom_call @Shardin(%x) : (tensor<f32>) -> tensor<f32>"
  %0 = stablehlo.custom_call @Shardin(%x) : (tensor<f32>) -> tensor<f32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{run.custom_call}} "%0 = stablehlo.custom_call @xla_python_cpu_callback(%x) : (tensor<f32>) -> tensor<f32>"
  %0 = stablehlo.custom_call @xla_python_cpu_callback(%x) : (tensor<f32>) -> tensor<f32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{run.custom_call}} "%0 = stablehlo.custom_call @SPMDFullToShardShape(%x) : (tensor<2xf32>) -> tensor<1xf32>"
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%x) : (tensor<2xf32>) -> tensor<1xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{run.custom_call}} "%0:2 = stablehlo.custom_call @Sharding(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)"
  %0:2 = stablehlo.custom_call @Sharding(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}
// -----
func.func @main() {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %n = stablehlo.constant dense<3> : tensor<i32>
  // expected-error@+1 {{run.shape_assertion}}
  stablehlo.custom_call @shape_assertion(%no, %n) {api_version = 2 : i32, error_message = "b is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<2.0> : tensor<f32>
  // expected-error@+1 {{check.expect_eq}}
  stablehlo.custom_call @check.expect_eq(%x, %y) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom_call.attribute_kind}}
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "f", output_operand_aliases = 3 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
