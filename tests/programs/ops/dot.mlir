// Vector by vector.
func.func @main() {
  %lhs = stablehlo.constant dense<[3.0, 3.0, -1.0]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<[-3.0, 2.0, 1.0]> : tensor<3xf32>
  %result = stablehlo.dot %lhs, %rhs : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  check.expect_eq_const %result, dense<-4.0> : tensor<f32>
  return
}

// -----

// Matrix by vector.
func.func @main() {
  %lhs = stablehlo.constant dense<[[2.0, -3.0, -3.0], [0.0, -1.0, 0.0]]> : tensor<2x3xf64>
  %rhs = stablehlo.constant dense<[3.0, -2.0, 0.0]> : tensor<3xf64>
  %result = stablehlo.dot %lhs, %rhs : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[12.0, 2.0]> : tensor<2xf64>
  return
}

// -----

// Vector by matrix.
func.func @main() {
  %lhs = stablehlo.constant dense<-1> : tensor<2xi32>
  %rhs = stablehlo.constant dense<[[2, -2, -1], [-3, -2, -2]]> : tensor<2x3xi32>
  %result = stablehlo.dot %lhs, %rhs : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[1, 4, 3]> : tensor<3xi32>
  return
}

// -----

// Matrix by matrix.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 1.0, 0.0], [-2.0, 2.0, 2.0]]> : tensor<2x3xf32>
  %rhs = stablehlo.constant dense<[[-2.0, -3.0], [-1.0, -2.0], [2.0, 0.0]]> : tensor<3x2xf32>
  %result = stablehlo.dot %lhs, %rhs, precision = [HIGH, HIGHEST] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %result, dense<[[-3.0, -5.0], [6.0, 2.0]]> : tensor<2x2xf32>
  return
}

// -----

// i8 in i32.
func.func @main() {
  %lhs = stablehlo.constant dense<127> : tensor<1x2xi8>
  %rhs = stablehlo.constant dense<127> : tensor<2x1xi8>
  %result = stablehlo.dot %lhs, %rhs : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi32>
  check.expect_eq_const %result, dense<32258> : tensor<1x1xi32>
  return
}

// -----

// i8 in i8 wraps.
func.func @main() {
  %lhs = stablehlo.constant dense<100> : tensor<1x2xi8>
  %rhs = stablehlo.constant dense<100> : tensor<2x1xi8>
  %result = stablehlo.dot %lhs, %rhs : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi8>
  check.expect_eq_const %result, dense<32> : tensor<1x1xi8>
  return
}

// -----

// bf16 in bf16.
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xbf16>
  %rhs = stablehlo.constant dense<[[0.5], [3.0]]> : tensor<2x1xbf16>
  %result = stablehlo.dot %lhs, %rhs : (tensor<1x2xbf16>, tensor<2x1xbf16>) -> tensor<1x1xbf16>
  check.expect_eq_const %result, dense<6.5> : tensor<1x1xbf16>
  return
}

// -----

// Complex numbers.
func.func @main() {
  %lhs = stablehlo.constant dense<[[(1.0, 2.0), (0.0, 1.0)]]> : tensor<1x2xcomplex<f32>>
  %rhs = stablehlo.constant dense<[[(0.0, 1.0)], [(2.0, 0.0)]]> : tensor<2x1xcomplex<f32>>
  %result = stablehlo.dot %lhs, %rhs : (tensor<1x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  check.expect_eq_const %result, dense<[[(-2.0, 3.0)]]> : tensor<1x1xcomplex<f32>>
  return
}

// -----

// Nothing to sum over.
func.func @main() {
  %lhs = stablehlo.constant dense<> : tensor<2x0xf32>
  %rhs = stablehlo.constant dense<> : tensor<0x2xf32>
  %result = stablehlo.dot %lhs, %rhs : (tensor<2x0xf32>, tensor<0x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %result, dense<0.0> : tensor<2x2xf32>
  return
}
