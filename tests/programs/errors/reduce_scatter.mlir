func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.C1}} "%a"
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, scatter_dimension = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.C2}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 2 : i64} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.C3}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.C5}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 3]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.C6}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.C7}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%p: tensor<f16>, %q: tensor<f16>):
    %s = stablehlo.add %p, %q : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.C8}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.C9}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%p: tensor<f64>, %q: tensor<f64>):
    %s = stablehlo.add %p, %q : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}
// -----
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.group_sizes}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.mesh_axes}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "z">]>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{reduce_scatter.mesh_axes}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "x">]>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<2x4xf32>
  // expected-error@+1 {{name.symbol}}
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}
