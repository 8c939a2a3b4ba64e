func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi16>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xi16>, tensor<2xi64>) -> tensor<?x2xi16>
  %1 = stablehlo.add %0, %0 : tensor<?x2xi16>
  %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?x2xi16>, tensor<2xi64>) -> tensor<3x2xi16>
  check.expect_eq_const %2, dense<[[2, 4], [6, 8], [10, 12]]> : tensor<3x2xi16>
  %e = stablehlo.constant dense<> : tensor<0xi32>
  %y = stablehlo.constant dense<[5]> : tensor<1xi16>
  %3 = stablehlo.dynamic_reshape %y, %e : (tensor<1xi16>, tensor<0xi32>) -> tensor<i16>
  check.expect_eq_const %3, dense<5> : tensor<i16>
  func.return
}
