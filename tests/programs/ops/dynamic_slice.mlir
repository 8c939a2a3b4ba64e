// The specification's example: the start is moved so that the piece lies inside.
func.func @main() {
  %0 = stablehlo.constant dense<[[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]]> : tensor<4x4xi32>
  %1 = stablehlo.constant dense<-1> : tensor<i64>
  %2 = stablehlo.constant dense<3> : tensor<i64>
  %3 = "stablehlo.dynamic_slice"(%0, %1, %2) {
    slice_sizes = array<i64: 2, 2>
  } : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<1> : tensor<2x2xi32>
  func.return
}
// -----
// Indices of any integer type: those without a sign are not negative; wide and narrow.
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<300xi32>
  %a = stablehlo.constant dense<200> : tensor<ui8>
  %0 = stablehlo.dynamic_slice %x, %a, sizes = [2] : (tensor<300xi32>, tensor<ui8>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[200, 201]> : tensor<2xi32>
  %b = stablehlo.constant dense<-128> : tensor<i8>
  %1 = stablehlo.dynamic_slice %x, %b, sizes = [2] : (tensor<300xi32>, tensor<i8>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[0, 1]> : tensor<2xi32>
  %c = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %2 = stablehlo.dynamic_slice %x, %c, sizes = [2] : (tensor<300xi32>, tensor<ui64>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[298, 299]> : tensor<2xi32>
  %d = stablehlo.constant dense<7> : tensor<i4>
  %3 = stablehlo.dynamic_slice %x, %d, sizes = [0] : (tensor<300xi32>, tensor<i4>) -> tensor<0xi32>
  check.expect_eq_const %3, dense<> : tensor<0xi32>
  %s = stablehlo.constant dense<2.5> : tensor<bf16>
  %4 = stablehlo.dynamic_slice %s, sizes = [] : (tensor<bf16>) -> tensor<bf16>
  check.expect_eq %4, %s : tensor<bf16>
  func.return
}
// -----
// Nested: each moves its own start.
func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<5xi32>
  %i = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<5xi32>, tensor<i32>) -> tensor<3xi32>
  %1 = stablehlo.dynamic_slice %0, %i, sizes = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  check.expect_eq_const %1, dense<[4]> : tensor<1xi32>
  func.return
}
