func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<3xi32>):
    %s = stablehlo.slice %a [1:3] : (tensor<3xi32>) -> tensor<2xi32>
    stablehlo.return %s : tensor<2xi32>
  }) : (tensor<3xi32>) -> !stablehlo.future<tensor<2xi32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[2, 3]> : tensor<2xi32>
  func.return
}
