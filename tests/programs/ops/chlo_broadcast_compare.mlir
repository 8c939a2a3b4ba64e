func.func @directions() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %b = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xi1>
  check.expect_eq_const %0, dense<[[true, false, false]]> : tensor<1x3xi1>
  %1 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction NE>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xi1>
  check.expect_eq_const %1, dense<[[true, false, true]]> : tensor<1x3xi1>
  return
}

func.func @total_order() {
  %a = stablehlo.constant dense<[-0.0, 0x7FC00000]> : tensor<2xf32>
  %b = stablehlo.constant dense<[[0.0], [1.0]]> : tensor<2x1xf32>
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x2xi1>
  check.expect_eq_const %0, dense<[[true, false], [true, false]]> : tensor<2x2xi1>
  return
}
