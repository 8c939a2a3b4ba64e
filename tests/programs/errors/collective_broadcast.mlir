func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_broadcast.C1}} "replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>"
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_broadcast.C2}} "replica_groups = dense<[[-2, 0]]> : tensor<1x2xi64>"
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[-2, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_broadcast.C3}} "tensor<4x2xf32>"
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_broadcast.mesh_axes}}
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "z">]>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_broadcast.mesh_axes}}
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "x">]>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<2x4xf32>
  // expected-error@+1 {{name.symbol}}
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{collective_broadcast.operands}}
  "stablehlo.collective_broadcast"() {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : () -> ()
  return
}
// -----
func.func @main(%a: tensor<2x4xf32>, %i: tensor<3xi32>, %j: tensor<2xi64>) {
  // expected-error@+1 {{collective_broadcast.root}} "%i"
  %0:2 = "stablehlo.collective_broadcast"(%a, %a, %i) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<3xi32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return
}
// -----
func.func @main(%a: tensor<2x4xf32>, %i: tensor<3xi32>, %j: tensor<2xi64>) {
  // expected-error@+1 {{collective_broadcast.root}} "%j"
  %0:2 = "stablehlo.collective_broadcast"(%a, %a, %j) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xi64>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return
}
// -----
func.func @main(%a: tensor<2x4xf32>, %i: tensor<3xi32>, %j: tensor<2xi64>) {
  %r = stablehlo.constant dense<2> : tensor<1xi32>
  // expected-error@+1 {{collective_broadcast.root}} "%r"
  %0:1 = "stablehlo.collective_broadcast"(%a, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x4xf32>, tensor<1xi32>) -> (tensor<2x4xf32>)
  return
}
// -----
func.func @main(%a: tensor<2x4xf32>, %i: tensor<3xi32>, %j: tensor<2xi64>) {
  %r = stablehlo.constant dense<> : tensor<0xi32>
  // expected-error@+1 {{collective_broadcast.operands}}
  "stablehlo.collective_broadcast"(%r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<0xi32>) -> ()
  return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %known = stablehlo.constant dense<3> : tensor<1xi32>
  %roots = stablehlo.optimization_barrier %known : tensor<1xi32>
  // expected-error@+1 {{run.collective_broadcast}}
  %0 = "stablehlo.collective_broadcast"(%x, %roots) {replica_groups = dense<[[0]]> : tensor<1x1xi64>, has_dynamic_root} : (tensor<2xi64>, tensor<1xi32>) -> tensor<2xi64>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_broadcast.C2}}
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<-1> : tensor<1x1xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
