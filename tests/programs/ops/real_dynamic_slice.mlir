func.func @main() {
  %x = stablehlo.iota dim = 1 : tensor<2x6xi32>
  %a = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %b = stablehlo.constant dense<[2, 6]> : tensor<2xi32>
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %x, %a, %b, %s : (tensor<2x6xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %1 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
  check.expect_eq_const %1, dense<3> : tensor<i32>
  %2 = stablehlo.real_dynamic_slice %x, %a, %b, %s : (tensor<2x6xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x3xi32>
  check.expect_eq_const %2, dense<[[1, 3, 5]]> : tensor<1x3xi32>
  func.return
}
