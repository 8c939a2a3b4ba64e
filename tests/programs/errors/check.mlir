func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{check.expect_eq.operand_types}} "%y"
  "check.expect_eq"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> ()
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{check.expect_eq_const.operand_types}} "dense<1.0> : tensor<3xf32>"
  check.expect_eq_const %x, dense<1.0> : tensor<3xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{check.expect_almost_eq.operand_types}} "%y"
  "check.expect_almost_eq"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> ()
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{check.expect_almost_eq_const.operand_types}} "dense<1.0> : tensor<2xf64>"
  check.expect_almost_eq_const %x, dense<1.0> : tensor<2xf64>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{check.expect_close.operand_types}} "%y"
  "check.expect_close"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> ()
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{check.expect_close.ulp_range}} "1"
  check.expect_close %x, %x, max_ulp_difference = 1, min_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0, 2.0000002]> : tensor<2xf32>
  // expected-error@+1 {{check.expect_eq}} "check.expect_eq %x, %y : tensor<2xf32>"
  check.expect_eq %x, %y : tensor<2xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  // expected-error@+1 {{check.expect_eq}} "check.expect_eq %x, %y : tensor<2xf32>"
  check.expect_eq %x, %y : tensor<2xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  // expected-error@+1 {{check.expect_eq_const}} "check.expect_eq_const %x, dense<true> : tensor<2xi1>"
  check.expect_eq_const %x, dense<true> : tensor<2xi1>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0, 2.001]> : tensor<2xf32>
  // expected-error@+1 {{check.expect_almost_eq}} "check.expect_almost_eq %x, %y : tensor<2xf32>"
  check.expect_almost_eq %x, %y : tensor<2xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[0x7F800000, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[0xFF800000, 2.0]> : tensor<2xf32>
  // expected-error@+1 {{check.expect_almost_eq}} "check.expect_almost_eq %x, %y : tensor<2xf32>"
  check.expect_almost_eq %x, %y : tensor<2xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  // expected-error@+1 {{check.expect_almost_eq_const}} "check.expect_almost_eq_const %x, dense<(1.0, 2.1)> : tensor<complex<f32>>"
  check.expect_almost_eq_const %x, dense<(1.0, 2.1)> : tensor<complex<f32>>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0, 2.000001]> : tensor<2xf32>
  // expected-error@+1 {{check.expect_close}} "check.expect_close %x, %y : tensor<2xf32>, tensor<2xf32>"
  check.expect_close %x, %y : tensor<2xf32>, tensor<2xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 3.4028235e38]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0, 0x7F800000]> : tensor<2xf32>
  // expected-error@+1 {{check.expect_close}} "check.expect_close %x, %y : tensor<2xf32>, tensor<2xf32>"
  check.expect_close %x, %y : tensor<2xf32>, tensor<2xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // expected-error@+1 {{check.expect_close}}
  check.expect_close %x, %y, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{run.probe}}
  %0 = interpreter.probe %x, probe_id = "x" : tensor<f32>
  func.return
}
// -----
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{run.probe}}
  check.expect_serialized_eq %x, probe_id = "x" : tensor<f32>
  func.return
}
