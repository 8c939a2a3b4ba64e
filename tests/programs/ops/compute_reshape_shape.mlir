func.func @main() {
  %n = "arith.constant"() {value = 12 : index} : () -> index
  %s = stablehlo.constant dense<[2, -1, 3]> : tensor<3xi32>
  %0 = "stablehlo.compute_reshape_shape"(%n, %s) : (index, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[2, 2, 3]> : tensor<3xi32>
  %w = "stablehlo.cstr_reshapable"(%n, %s) : (index, tensor<3xi32>) -> !shape.witness
  func.return
}
