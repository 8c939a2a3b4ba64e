func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.C1}} "all_gather_dim = 2 : i64"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.C2}} "replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.C4}} "replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.C4}} "replica_groups = dense<[[-2, 1]]> : tensor<1x2xi64>"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[-2, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.C5}} "use_global_device_ids"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.C5}} "channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.C6}} "tensor<2x8xf32>"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.C6}} "tensor<4x4xf64>"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf64>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.group_sizes}} "replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  func.return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.mesh_axes}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "z">]>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{all_gather.mesh_axes}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "x">]>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<2x4xf32>
  // expected-error@+1 {{name.symbol}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{all_gather.operands}}
  "stablehlo.all_gather"() {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : () -> ()
  return
}
// -----
func.func @main(%a: tensor<4xf32>) {
  // expected-error@+1 {{all_gather.C6}} "tensor<12xf32>"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<0x2xi64>} : (tensor<4xf32>) -> tensor<12xf32>
  return
}
// -----
func.func @main(%a: tensor<4xf32>) {
  // expected-error@+1 {{all_gather.C6}} "tensor<12xf32>"
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<12xf32>
  return
}
