func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_reduce.groups_unique}}
  %0 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_reduce.groups_in_range}}
  %0 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 3]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_reduce.channel}}
  %0 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_reduce.computation_type}}
  %0 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%p: tensor<f16>, %q: tensor<f16>):
    %s = stablehlo.add %p, %q : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_reduce.result_types}}
  %0 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_reduce.root}} "%a"
  %0 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_reduce.mesh_axes}}
  %0 = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "z">]>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_reduce.mesh_axes}}
  %0 = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "x">]>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<2x4xf32>
  // expected-error@+1 {{name.symbol}}
  %0 = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{collective_reduce.operands}}
  "stablehlo.collective_reduce"() ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : () -> ()
  return
}
// -----
func.func @main(%a: tensor<2x4xf32>, %i: tensor<3xi32>, %j: tensor<2xi64>) {
  // expected-error@+1 {{collective_reduce.root}} "%i"
  %0:2 = "stablehlo.collective_reduce"(%a, %a, %i) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<3xi32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return
}
// -----
func.func @main(%a: tensor<2x4xf32>, %i: tensor<3xi32>, %j: tensor<2xi64>) {
  // expected-error@+1 {{collective_reduce.root}} "%j"
  %0:2 = "stablehlo.collective_reduce"(%a, %a, %j) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xi64>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return
}
// -----
func.func @main(%a: tensor<2x4xf32>, %i: tensor<3xi32>, %j: tensor<2xi64>) {
  %r = stablehlo.constant dense<2> : tensor<1xi32>
  // expected-error@+1 {{collective_reduce.root}} "%r"
  %0:1 = "stablehlo.collective_reduce"(%a, %r) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x4xf32>, tensor<1xi32>) -> (tensor<2x4xf32>)
  return
}
// -----
func.func @main(%a: tensor<2x4xf32>, %i: tensor<3xi32>, %j: tensor<2xi64>) {
  %r = stablehlo.constant dense<> : tensor<0xi32>
  // expected-error@+1 {{collective_reduce.operands}}
  "stablehlo.collective_reduce"(%r) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<0xi32>) -> ()
  return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %known = stablehlo.constant dense<-1> : tensor<i32>
  %root = stablehlo.optimization_barrier %known : tensor<i32>
  // expected-error@+1 {{run.collective_reduce}}
  %0 = "stablehlo.collective_reduce"(%x, %root) ({
    ^bb0(%p: tensor<i64>, %q: tensor<i64>):
      stablehlo.return %p : tensor<i64>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>, has_dynamic_root} : (tensor<2xi64>, tensor<i32>) -> tensor<2xi64>
  func.return
}
