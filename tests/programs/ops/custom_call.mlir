// Targets that JAX uses on one device: values are where they should be.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.custom_call"(%0) {
    call_target_name = "SPMDFullToShardShape",
    has_side_effect = false,
    backend_config = "",
    api_version = 1 : i32,
    called_computations = []
  } : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.custom_call @SPMDShardToFullShape(%1) {
    operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]
  } : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%2, %x) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.constant dense<2> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%yes, %n) {
    api_version = 2 : i32, error_message = "b = {0}", has_side_effect = true
  } : (tensor<i1>, tensor<i32>) -> ()
  func.return
}
// -----
// Checks as targets, with their attributes.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0000002, 2.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%x, %y) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_close(%x, %y) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_almost_eq(%x, %y) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %z = stablehlo.constant dense<[1.4, 2.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_almost_eq(%x, %z) {has_side_effect = true, tolerance = 0.5} : (tensor<2xf32>, tensor<2xf32>) -> ()
  func.return
}
// -----
// The largest elements by a comparator; k and windows worked out at run time.
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main() {
  %x = stablehlo.constant dense<[3.0, 1.0, 4.0, 1.5, 9.0]> : tensor<5xf32>
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %low, %none) {
    called_computations = [@greater],
    mhlo.backend_config = {top_k = 2 : i64, reduction_dim = 0 : i64, recall_target = 0.95 : f32, aggregate_to_topk = true}
  } : (tensor<5xf32>, tensor<5xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[9.0, 4.0]> : tensor<2xf32>
  check.expect_eq_const %0#1, dense<[4, 2]> : tensor<2xi32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %1:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) {api_version = 2 : i32} : (tensor<5xf32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %1#0, dense<[9.0, 4.0, 3.0]> : tensor<3xf32>
  check.expect_eq_const %1#1, dense<[4, 2, 0]> : tensor<3xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<[2]> : tensor<1xi32>
  %one = stablehlo.constant dense<[1]> : tensor<1xi32>
  %pad = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
  %2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %two, %one, %one, %one, %pad) {
    api_version = 2 : i32, called_computations = [@sum]
  } : (tensor<5xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<5xf32>
  check.expect_eq_const %2, dense<[3.0, 4.0, 5.0, 5.5, 10.5]> : tensor<5xf32>
  func.return
}
