// Running sums of columns, from both ends; the last carry is a result too.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %z = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %0:2 = "chlo.scan"(%x, %z) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>):
      %1 = stablehlo.add %a, %c : tensor<2xi32>
      stablehlo.return %1, %1 : tensor<2xi32>, tensor<2xi32>
  }) : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[[11, 22], [14, 26], [19, 32]]> : tensor<3x2xi32>
  check.expect_eq_const %0#1, dense<[19, 32]> : tensor<2xi32>
  %2:2 = "chlo.scan"(%x, %z) <{dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>):
      %1 = stablehlo.add %a, %c : tensor<2xi32>
      stablehlo.return %1, %1 : tensor<2xi32>, tensor<2xi32>
  }) : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  check.expect_eq_const %2#0, dense<[[19, 32], [18, 30], [15, 26]]> : tensor<3x2xi32>
  return
}
// -----
// An associative body of numbers; a body whose output is not its carry; another dimension.
func.func @main() {
  %x = stablehlo.constant dense<[3.0, 1.0, 4.0, 1.0, 5.0]> : tensor<5xf32>
  %z = stablehlo.constant dense<2.0> : tensor<f32>
  %0:2 = "chlo.scan"(%x, %z) <{dimension = 0 : i64, is_associative = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%a: tensor<f32>, %c: tensor<f32>):
      %1 = stablehlo.maximum %a, %c : tensor<f32>
      stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
  }) : (tensor<5xf32>, tensor<f32>) -> (tensor<5xf32>, tensor<f32>)
  check.expect_eq_const %0#0, dense<[3.0, 3.0, 4.0, 4.0, 5.0]> : tensor<5xf32>
  check.expect_eq_const %0#1, dense<5.0> : tensor<f32>
  %y = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %c = stablehlo.constant dense<0> : tensor<2xi32>
  %2:2 = "chlo.scan"(%y, %c) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):
      %1 = stablehlo.multiply %a, %a : tensor<2xi32>
      %3 = stablehlo.add %b, %a : tensor<2xi32>
      stablehlo.return %1, %3 : tensor<2xi32>, tensor<2xi32>
  }) : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %2#0, dense<[[1, 4, 9], [16, 25, 36]]> : tensor<2x3xi32>
  check.expect_eq_const %2#1, dense<[6, 15]> : tensor<2xi32>
  return
}
