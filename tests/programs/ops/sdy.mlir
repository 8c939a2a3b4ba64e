// On a mesh of one device every layout is the same; outside of manual_computation values are whole on any mesh.
sdy.mesh @mesh = <["x"=1]>
sdy.mesh @wide = <["x"=2, "y"=2]>
sdy.mesh @parts = <["z"=4]>
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = sdy.sharding_constraint %x <@wide, [{"x"}]> : tensor<2xf32>
  %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<2xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
    %sum = stablehlo.add %a, %a : tensor<2xf32>
    sdy.return %sum : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %2, dense<[2.0, 4.0]> : tensor<2xf32>
  %3 = sdy.all_gather [{"x"}] %2 out_sharding=<@mesh, [{}]> : tensor<2xf32>
  %4 = sdy.all_slice [{"x"}] %3 out_sharding=<@mesh, [{"x"}]> : tensor<2xf32>
  %5 = sdy.collective_permute %4 out_sharding=<@mesh, [{"x"}]> : tensor<2xf32>
  %6 = sdy.all_reduce {"x"} %5 out_sharding=<@mesh, [{}]> : tensor<2xf32>
  %7 = sdy.reduce_scatter [{"x"}] %6 out_sharding=<@mesh, [{"x"}]> : tensor<2xf32>
  %8 = sdy.propagation_barrier %7 allowed_direction=FORWARD : tensor<2xf32>
  sdy.sharding_group %8 group_id=3 : tensor<2xf32>
  check.expect_eq %8, %2 : tensor<2xf32>
  %9 = sdy.named_computation<"twice">(%8) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] (%a: tensor<2xf32>) {
    %sum = stablehlo.add %a, %a : tensor<2xf32>
    sdy.return %sum : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %9, dense<[4.0, 8.0]> : tensor<2xf32>
  %10 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %11 = sdy.all_slice [{"x"}, {"y"}] %10 out_sharding=<@wide, [{"x"}, {"y"}]> : tensor<2x2xf32>
  %12 = sdy.all_gather [{}, {"y"}] %11 out_sharding=<@wide, [{"x"}, {}]> : tensor<2x2xf32>
  %13 = sdy.all_to_all [{"x"}: 0->1] %12 out_sharding=<@wide, [{}, {"x"}]> : tensor<2x2xf32>
  %14 = sdy.collective_permute %13 out_sharding=<@wide, [{}, {"y"}]> : tensor<2x2xf32>
  %15 = sdy.reshard %14 <@parts, [{"z":(1)2}, {"z":(2)2}]> : tensor<2x2xf32>
  %16 = sdy.all_gather [{"z":(1)2}, {}] %15 out_sharding=<@parts, [{}, {"z":(2)2}]> : tensor<2x2xf32>
  %whole = sdy.reshard %16 <@wide, [{}, {}]> : tensor<2x2xf32>
  %17 = sdy.all_reduce {"x"} %whole out_sharding=<@wide, [{}, {}]> : tensor<2x2xf32>
  %18 = sdy.reduce_scatter [{"x"}, {}] %17 out_sharding=<@wide, [{"x"}, {}]> : tensor<2x2xf32>
  check.expect_eq %18, %10 : tensor<2x2xf32>
  func.return
}
