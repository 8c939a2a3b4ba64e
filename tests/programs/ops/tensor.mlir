func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %0 : tensor<2x3xi32>
  %d1 = tensor.dim %x, %1 : tensor<2x3xi32>
  %s = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %shape = arith.index_cast %s : tensor<2xindex> to tensor<2xi32>
  check.expect_eq_const %shape, dense<[2, 3]> : tensor<2xi32>
  %e = tensor.extract %x[%1, %0] : tensor<2x3xi32>
  %one = tensor.from_elements %e : tensor<i32>
  check.expect_eq_const %one, dense<4> : tensor<i32>
  %square = tensor.from_elements %e, %e, %e, %e : tensor<2x2xi32>
  check.expect_eq_const %square, dense<4> : tensor<2x2xi32>
  %open = tensor.cast %x : tensor<2x3xi32> to tensor<?x3xi32>
  %closed = tensor.cast %open : tensor<?x3xi32> to tensor<2x3xi32>
  check.expect_eq %closed, %x : tensor<2x3xi32>
  func.return
}
