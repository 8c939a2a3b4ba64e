// A transpose.
func.func @main() {
  %operand = stablehlo.constant dense<[[0.0, 0.0, 0.0], [0.0, 1.0, -3.0]]> : tensor<2x3xf32>
  %result = stablehlo.unary_einsum %operand, config = "ij->ji" : (tensor<2x3xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %result, dense<[[0.0, 0.0], [0.0, 1.0], [0.0, -3.0]]> : tensor<3x2xf32>
  return
}

// -----

// A diagonal.
func.func @main() {
  %operand = stablehlo.constant dense<[[3, 3, 2], [-2, 0, 0], [-1, -3, 2]]> : tensor<3x3xi32>
  %result = stablehlo.unary_einsum %operand, config = "ii->i" : (tensor<3x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[3, 0, 2]> : tensor<3xi32>
  return
}

// -----

// A trace.
func.func @main() {
  %operand = stablehlo.constant dense<[[-3, 2, -2], [1, -1, -2], [3, 0, 3]]> : tensor<3x3xi32>
  %result = stablehlo.unary_einsum %operand, config = "ii->" : (tensor<3x3xi32>) -> tensor<i32>
  check.expect_eq_const %result, dense<-1> : tensor<i32>
  return
}

// -----

// A sum over two dimensions.
func.func @main() {
  %operand = stablehlo.constant dense<[[[-2.0, 0.0], [-1.0, 0.0], [-3.0, 1.0]], [[-1.0, 3.0], [-2.0, -1.0], [-3.0, 2.0]]]> : tensor<2x3x2xf64>
  %result = stablehlo.unary_einsum %operand, config = "ijk->j" : (tensor<2x3x2xf64>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.0, -4.0, -3.0]> : tensor<3xf64>
  return
}

// -----

// Dimensions without a name.
func.func @main() {
  %operand = stablehlo.constant dense<[[[0, -1], [3, 1], [3, 2]], [[1, 0], [-2, 1], [2, 1]]]> : tensor<2x3x2xi32>
  %result = stablehlo.unary_einsum %operand, config = "i...j->j..." : (tensor<2x3x2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[1, 1, 5], [-1, 2, 3]]> : tensor<2x3xi32>
  return
}

// -----

// Complex numbers.
func.func @main() {
  %operand = stablehlo.constant dense<[[(-1.0, -1.0), (-3.0, -2.0), (2.0, 0.0)], [(-3.0, -2.0), (2.0, -2.0), (-2.0, -3.0)]]> : tensor<2x3xcomplex<f32>>
  %result = stablehlo.unary_einsum %operand, config = "ij->i" : (tensor<2x3xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(-2.0, -3.0), (-3.0, -7.0)]> : tensor<2xcomplex<f32>>
  return
}

// -----

// Nothing to sum.
func.func @main() {
  %operand = stablehlo.constant dense<> : tensor<2x0xf32>
  %result = stablehlo.unary_einsum %operand, config = "ij->i" : (tensor<2x0xf32>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<0.0> : tensor<2xf32>
  return
}
