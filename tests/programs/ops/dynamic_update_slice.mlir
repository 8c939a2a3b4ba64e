// The specification's example.
func.func @main() {
  %0 = stablehlo.constant dense<[[1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1]]> : tensor<4x4xi32>
  %1 = stablehlo.constant dense<1> : tensor<2x2xi32>
  %2 = stablehlo.constant dense<-1> : tensor<i64>
  %3 = stablehlo.constant dense<3> : tensor<i64>
  %4 = "stablehlo.dynamic_update_slice"(%0, %1, %2, %3) : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i64>, tensor<i64>) -> tensor<4x4xi32>
  check.expect_eq_const %4, dense<1> : tensor<4x4xi32>
  func.return
}
// -----
// What others still see is not overwritten: the operand itself, a view of it, the value before a loop.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %u = stablehlo.constant dense<[7]> : tensor<1xi32>
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %x1 = stablehlo.add %x, %x : tensor<4xi32>
  %view = stablehlo.slice %x1 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %y = stablehlo.dynamic_update_slice %x1, %u, %zero : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %view, dense<[0, 2]> : tensor<2xi32>
  check.expect_eq_const %y, dense<[7, 2, 4, 6]> : tensor<4xi32>
  %z:2 = stablehlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<4xi32> cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.dynamic_update_slice %a, %u, %n : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    stablehlo.return %n, %b : tensor<i32>, tensor<4xi32>
  }
  check.expect_eq_const %z#1, dense<7> : tensor<4xi32>
  check.expect_eq_const %y, dense<[7, 2, 4, 6]> : tensor<4xi32>
  func.return
}
// -----
// The whole, nothing, a scalar, a quantized tensor.
func.func @main() {
  %i = stablehlo.constant dense<1> : tensor<ui8>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>
  %y = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf8E4M3FN>
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>, tensor<ui8>) -> tensor<2xf8E4M3FN>
  check.expect_eq %0, %y : tensor<2xf8E4M3FN>
  %n = stablehlo.constant dense<> : tensor<0xf8E4M3FN>
  %1 = stablehlo.dynamic_update_slice %x, %n, %i : (tensor<2xf8E4M3FN>, tensor<0xf8E4M3FN>, tensor<ui8>) -> tensor<2xf8E4M3FN>
  check.expect_eq %1, %x : tensor<2xf8E4M3FN>
  %s = stablehlo.constant dense<1> : tensor<i64>
  %t = stablehlo.constant dense<2> : tensor<i64>
  %2 = stablehlo.dynamic_update_slice %s, %t : (tensor<i64>, tensor<i64>) -> tensor<i64>
  check.expect_eq %2, %t : tensor<i64>
  %q = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %p = "stablehlo.constant"() {value = dense<[9]> : tensor<1xi8>} : () -> tensor<1x!quant.uniform<i8:f32, 0.5>>
  %3 = stablehlo.dynamic_update_slice %q, %p, %i : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<1x!quant.uniform<i8:f32, 0.5>>, tensor<ui8>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %4 = stablehlo.uniform_dequantize %3 : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  check.expect_eq_const %4, dense<[0.5, 4.5]> : tensor<2xf32>
  func.return
}
