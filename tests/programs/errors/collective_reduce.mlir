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
