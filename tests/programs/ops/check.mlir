// What each check lets pass: NaN equals NaN, -0 equals 0, infinities only themselves.
func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0.0, 1.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[0xFFC00001, 0x7F800000, -0.0, 1.0]> : tensor<4xf32>
  check.expect_eq %x, %y : tensor<4xf32>
  "check.expect_eq"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> ()
  check.expect_almost_eq %x, %y : tensor<4xf32>
  check.expect_close %x, %y, max_ulp_difference = 0 : tensor<4xf32>, tensor<4xf32>
  check.expect_eq_const %x, dense<[0x7FC00000, 0x7F800000, 0.0, 1.0]> : tensor<4xf32>
  check.expect_almost_eq_const %x, dense<[0x7FC00000, 0x7F800000, 0.0, 1.00005]> : tensor<4xf32>
  func.return
}
// -----
// Tolerances: absolute, and in floating-point numbers of the type.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, -1.0, 1.0e-45]> : tensor<3xf32>
  %y = stablehlo.constant dense<[1.0000004, -1.0000002, -1.0e-45]> : tensor<3xf32>
  check.expect_close %x, %y : tensor<3xf32>, tensor<3xf32>
  "check.expect_close"(%x, %y) {max_ulp_difference = 3 : i64, min_ulp_difference = 2 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  "check.expect_almost_eq"(%x, %y) {tolerance = 0.001} : (tensor<3xf32>, tensor<3xf32>) -> ()
  "check.expect_almost_eq_const"(%x) {value = dense<[1.5, -1.5, 0.5]> : tensor<3xf32>, tolerance = 0.5 : f64} : (tensor<3xf32>) -> ()
  %b = stablehlo.constant dense<1.0> : tensor<bf16>
  %c = stablehlo.constant dense<0x3F83> : tensor<bf16>
  check.expect_close %b, %c : tensor<bf16>, tensor<bf16>
  %d = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
  %e = stablehlo.constant dense<(1.0, 2.0000000000000004)> : tensor<complex<f64>>
  check.expect_close %d, %e, max_ulp_difference = 1 : tensor<complex<f64>>, tensor<complex<f64>>
  %f = stablehlo.constant dense<[-2, 1]> : tensor<2xi2>
  check.expect_almost_eq %f, %f : tensor<2xi2>
  %g = stablehlo.constant dense<> : tensor<0xf8E5M2>
  check.expect_almost_eq %g, %g : tensor<0xf8E5M2>
  func.return
}
