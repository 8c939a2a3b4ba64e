sdy.mesh @m = <["x"=1]>
sdy.mesh @wide = <["x"=2, "y"=3]>
func.func @main(%t: !stablehlo.token) {
  // expected-error@+1 {{sdy.sharding_constraint.operand_type}} "%t"
  %0 = sdy.sharding_constraint %t <@m, [{}]> : !stablehlo.token
  func.return
}
// -----
sdy.mesh @m = <["x"=1]>
sdy.mesh @wide = <["x"=2, "y"=3]>
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{sdy.reshard.result_type}} "tensor<3xf32>"
  %0 = "sdy.reshard"(%x) {sharding = #sdy.sharding<@m, [{}]>} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
sdy.mesh @m = <["x"=1]>
sdy.mesh @wide = <["x"=2, "y"=3]>
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{sdy.all_gather.result_type}} "tensor<3xf32>"
  %0 = "sdy.all_gather"(%x) {gathering_axes = #sdy<list_of_axis_ref_lists[{}]>, out_sharding = #sdy.sharding<@m, [{}]>} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
sdy.mesh @m = <["x"=1]>
sdy.mesh @wide = <["x"=2, "y"=3]>
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{sdy.manual_computation.body_type}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>, %b: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
sdy.mesh @m = <["x"=1]>
sdy.mesh @wide = <["x"=2, "y"=3]>
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{sdy.named_computation.result_types}}
  %0 = sdy.named_computation<"f">(%x) (%a: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
module attributes {mhlo.num_partitions = 2 : i32} {
sdy.mesh @m = <["x"=1]>
sdy.mesh @wide = <["x"=2, "y"=3]>
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{run.grid}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@wide, [{"x"}]>] out_shardings=[<@wide, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
}
// -----
sdy.mesh @m = <["x"=1]>
sdy.mesh @wide = <["x"=2, "y"=3]>
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{run.mesh}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@other, [{"x"}]>] out_shardings=[<@other, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
module attributes {mhlo.num_partitions = 2 : i32} {
sdy.mesh @m = <["x"=1]>
sdy.mesh @wide = <["x"=2, "y"=3]>
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{run.grid}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@wide, [{}]>] out_shardings=[<@wide, [{}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
}
