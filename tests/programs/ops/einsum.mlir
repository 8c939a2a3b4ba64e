// A matrix product.
func.func @main() {
  %lhs = stablehlo.constant dense<[[0.0, -1.0, 0.0], [3.0, -2.0, 2.0]]> : tensor<2x3xf32>
  %rhs = stablehlo.constant dense<[[-3.0, -1.0], [3.0, 3.0], [-3.0, 2.0]]> : tensor<3x2xf32>
  %result = stablehlo.einsum %lhs, %rhs, config = "ij,jk->ik" : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %result, dense<[[-3.0, -3.0], [-21.0, -5.0]]> : tensor<2x2xf32>
  return
}

// -----

// The result in another order.
func.func @main() {
  %lhs = stablehlo.constant dense<[[2, 0, -1], [3, 3, 1]]> : tensor<2x3xi32>
  %rhs = stablehlo.constant dense<[[-1, -2, 3, -2], [0, 1, -2, -1], [2, -2, 1, 3]]> : tensor<3x4xi32>
  %result = stablehlo.einsum %lhs, %rhs, config = "ij,jk->ki" : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %result, dense<[[-4, -1], [-2, -5], [5, 4], [-7, -6]]> : tensor<4x2xi32>
  return
}

// -----

// A batch.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1.0, 1.0, 0.0], [3.0, -2.0, -1.0]], [[1.0, 1.0, -3.0], [-2.0, 1.0, 2.0]]]> : tensor<2x2x3xf64>
  %rhs = stablehlo.constant dense<[[[1.0, 3.0], [-1.0, -1.0], [2.0, -3.0]], [[-2.0, -2.0], [-1.0, -2.0], [2.0, 2.0]]]> : tensor<2x3x2xf64>
  %result = stablehlo.einsum %lhs, %rhs, config = "bij,bjk->bik" : (tensor<2x2x3xf64>, tensor<2x3x2xf64>) -> tensor<2x2x2xf64>
  check.expect_eq_const %result, dense<[[[0.0, 2.0], [3.0, 14.0]], [[-9.0, -10.0], [7.0, 6.0]]]> : tensor<2x2x2xf64>
  return
}

// -----

// An outer product.
func.func @main() {
  %lhs = stablehlo.constant dense<[-1, -3]> : tensor<2xi32>
  %rhs = stablehlo.constant dense<[1, -3, 1]> : tensor<3xi32>
  %result = stablehlo.einsum %lhs, %rhs, config = "i,j->ij" : (tensor<2xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[-1, 3, -1], [-3, 9, -3]]> : tensor<2x3xi32>
  return
}

// -----

// Everything is summed.
func.func @main() {
  %lhs = stablehlo.constant dense<[[-2, 3, 1], [3, 1, 2]]> : tensor<2x3xi32>
  %rhs = stablehlo.constant dense<[[-1, 2], [-3, -2]]> : tensor<2x2xi32>
  %result = stablehlo.einsum %lhs, %rhs, config = "ij,kl->" : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<i32>
  check.expect_eq_const %result, dense<-32> : tensor<i32>
  return
}

// -----

// A diagonal, and a label that one side has alone.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-1.0, 1.0, 0.0], [2.0, 3.0, -1.0]], [[-1.0, 0.0, 1.0], [0.0, 1.0, 3.0]]]> : tensor<2x2x3xf32>
  %rhs = stablehlo.constant dense<[2.0, -1.0]> : tensor<2xf32>
  %result = stablehlo.einsum %lhs, %rhs, config = "iij,k->j" : (tensor<2x2x3xf32>, tensor<2xf32>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[-1.0, 2.0, 3.0]> : tensor<3xf32>
  return
}

// -----

// Dimensions without a name.
func.func @main() {
  %lhs = stablehlo.constant dense<[[[-1.0, -1.0, -2.0], [-3.0, 2.0, -1.0]], [[-1.0, 1.0, 0.0], [3.0, 1.0, 3.0]]]> : tensor<2x2x3xf32>
  %rhs = stablehlo.constant dense<[[[1.0, -1.0], [-1.0, 3.0], [1.0, -2.0]], [[2.0, 2.0], [-3.0, -2.0], [1.0, -1.0]]]> : tensor<2x3x2xf32>
  %result = stablehlo.einsum %lhs, %rhs, config = "...ij,...jk->...ik" : (tensor<2x2x3xf32>, tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
  check.expect_eq_const %result, dense<[[[-2.0, 2.0], [-6.0, 11.0]], [[-5.0, -4.0], [6.0, 1.0]]]> : tensor<2x2x2xf32>
  return
}

// -----

// Element by element.
func.func @main() {
  %lhs = stablehlo.constant dense<[[-1, -3, -2], [3, 2, 2]]> : tensor<2x3xi64>
  %rhs = stablehlo.constant dense<[[1, -3, -1], [0, 3, -2]]> : tensor<2x3xi64>
  %result = stablehlo.einsum %lhs, %rhs, config = "ij,ij->ij" : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %result, dense<[[-1, 9, 2], [0, 6, -4]]> : tensor<2x3xi64>
  return
}

// -----

// i8 in i32.
func.func @main() {
  %lhs = stablehlo.constant dense<100> : tensor<3xi8>
  %rhs = stablehlo.constant dense<100> : tensor<3xi8>
  %result = stablehlo.einsum %lhs, %rhs, config = "i,i->" : (tensor<3xi8>, tensor<3xi8>) -> tensor<i32>
  check.expect_eq_const %result, dense<30000> : tensor<i32>
  return
}
