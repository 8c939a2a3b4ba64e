// A process in no group gets zeros.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
  %0 = "stablehlo.collective_broadcast"(%x) {
    replica_groups = dense<[[0]]> : tensor<1x1xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>
  } : (tensor<1x2xi64>) -> tensor<1x2xi64>
  check.expect_eq %0, %x : tensor<1x2xi64>
  %1 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<1x2xi64>) -> tensor<1x2xi64>
  check.expect_eq_const %1, dense<0> : tensor<1x2xi64>
  func.return
}
// -----
// Several operands, each with the position of its source in the group.
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %y = stablehlo.constant dense<[3.0]> : tensor<1xf32>
  %roots = stablehlo.constant dense<0> : tensor<2xi32>
  %0:2 = "stablehlo.collective_broadcast"(%x, %y, %roots) {
    replica_groups = dense<[[0]]> : tensor<1x1xi64>, has_dynamic_root
  } : (tensor<2xi64>, tensor<1xf32>, tensor<2xi32>) -> (tensor<2xi64>, tensor<1xf32>)
  check.expect_eq %0#0, %x : tensor<2xi64>
  check.expect_eq %0#1, %y : tensor<1xf32>
  func.return
}
// -----
// Groups along the axis of a mesh of one device.
sdy.mesh @mesh = <["x"=1]>
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = "stablehlo.collective_broadcast"(%x) {
    replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>
  } : (tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq %0, %x : tensor<2xi64>
  func.return
}
