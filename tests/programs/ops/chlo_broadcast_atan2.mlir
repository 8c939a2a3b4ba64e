func.func @f32() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %0 = chlo.broadcast_atan2 %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %c = stablehlo.constant dense<[[1.5, 1.5], [2.5, 2.5]]> : tensor<2x2xf32>
  %1 = stablehlo.atan2 %a, %c : tensor<2x2xf32>
  check.expect_eq %0, %1 : tensor<2x2xf32>
  %2 = chlo.broadcast_atan2 %b, %a : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %d = stablehlo.constant dense<[[1.5, 2.5], [1.5, 2.5]]> : tensor<2x2xf32>
  %3 = stablehlo.atan2 %d, %a : tensor<2x2xf32>
  check.expect_eq %2, %3 : tensor<2x2xf32>
  return
}

func.func @f64() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %b = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf64>
  %0 = chlo.broadcast_atan2 %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  %c = stablehlo.constant dense<[[1.5, 1.5], [2.5, 2.5]]> : tensor<2x2xf64>
  %1 = stablehlo.atan2 %a, %c : tensor<2x2xf64>
  check.expect_eq %0, %1 : tensor<2x2xf64>
  %2 = chlo.broadcast_atan2 %b, %a : (tensor<2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %d = stablehlo.constant dense<[[1.5, 2.5], [1.5, 2.5]]> : tensor<2x2xf64>
  %3 = stablehlo.atan2 %d, %a : tensor<2x2xf64>
  check.expect_eq %2, %3 : tensor<2x2xf64>
  return
}

func.func @bf16() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>
  %b = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xbf16>
  %0 = chlo.broadcast_atan2 %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<2x2xbf16>, tensor<2xbf16>) -> tensor<2x2xbf16>
  %c = stablehlo.constant dense<[[1.5, 1.5], [2.5, 2.5]]> : tensor<2x2xbf16>
  %1 = stablehlo.atan2 %a, %c : tensor<2x2xbf16>
  check.expect_eq %0, %1 : tensor<2x2xbf16>
  %2 = chlo.broadcast_atan2 %b, %a : (tensor<2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %d = stablehlo.constant dense<[[1.5, 2.5], [1.5, 2.5]]> : tensor<2x2xbf16>
  %3 = stablehlo.atan2 %d, %a : tensor<2x2xbf16>
  check.expect_eq %2, %3 : tensor<2x2xbf16>
  return
}
