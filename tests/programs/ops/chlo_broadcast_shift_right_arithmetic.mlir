func.func @ranks_differ() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %0 = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[0, 0, 0], [0, 0, 0]]> : tensor<2x3xi32>
  %1 = chlo.broadcast_shift_right_arithmetic %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq %1, %0 : tensor<2x3xi32>
  return
}

func.func @sizes_of_one() {
  %a = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi8>
  %b = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi8>
  %0 = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<2x1xi8>, tensor<1x2xi8>) -> tensor<2x2xi8>
  %x = stablehlo.constant dense<[[1, 1], [2, 2]]> : tensor<2x2xi8>
  %y = stablehlo.constant dense<[[3, 4], [3, 4]]> : tensor<2x2xi8>
  %1 = stablehlo.shift_right_arithmetic %x, %y : tensor<2x2xi8>
  check.expect_eq %0, %1 : tensor<2x2xi8>
  %c = stablehlo.constant dense<[5, 6]> : tensor<2xi8>
  %2 = chlo.broadcast_shift_right_arithmetic %c, %x {broadcast_dimensions = array<i64: 0>} : (tensor<2xi8>, tensor<2x2xi8>) -> tensor<2x2xi8>
  %d = stablehlo.constant dense<[[5, 5], [6, 6]]> : tensor<2x2xi8>
  %3 = stablehlo.shift_right_arithmetic %d, %x : tensor<2x2xi8>
  check.expect_eq %2, %3 : tensor<2x2xi8>
  return
}

func.func @scalars_and_nothing() {
  %a = stablehlo.constant dense<6> : tensor<i32>
  %b = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %c = stablehlo.constant dense<6> : tensor<2xi32>
  %1 = stablehlo.shift_right_arithmetic %c, %b : tensor<2xi32>
  check.expect_eq %0, %1 : tensor<2xi32>
  %e = stablehlo.constant dense<> : tensor<0x2xi32>
  %2 = chlo.broadcast_shift_right_arithmetic %e, %b : (tensor<0x2xi32>, tensor<2xi32>) -> tensor<0x2xi32>
  check.expect_eq %2, %e : tensor<0x2xi32>
  return
}
