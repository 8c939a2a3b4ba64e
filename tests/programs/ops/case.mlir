// The specification's example: an index out of range takes the last branch.
func.func @main() {
  %index = stablehlo.constant dense<-1> : tensor<i32>
  %a = stablehlo.constant dense<[0, 0]> : tensor<2xi64>
  %b = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %result0, %result1 = "stablehlo.case"(%index) ({
    "stablehlo.return"(%a, %a) : (tensor<2xi64>, tensor<2xi64>) -> ()
  }, {
    "stablehlo.return"(%b, %b) : (tensor<2xi64>, tensor<2xi64>) -> ()
  }) : (tensor<i32>) -> (tensor<2xi64>, tensor<2xi64>)
  check.expect_eq_const %result0, dense<[1, 1]> : tensor<2xi64>
  check.expect_eq_const %result1, dense<[1, 1]> : tensor<2xi64>
  func.return
}
// -----
func.func private @pick(%index: tensor<i32>) -> tensor<i64> {
  %a = stablehlo.constant dense<10> : tensor<i64>
  %b = stablehlo.constant dense<11> : tensor<i64>
  %c = stablehlo.constant dense<12> : tensor<i64>
  %0 = "stablehlo.case"(%index) ({
    stablehlo.return %a : tensor<i64>
  }, {
    stablehlo.return %b : tensor<i64>
  }, {
    stablehlo.return %c : tensor<i64>
  }) : (tensor<i32>) -> tensor<i64>
  func.return %0 : tensor<i64>
}
func.func @main() {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %3 = stablehlo.constant dense<3> : tensor<i32>
  %r0 = func.call @pick(%0) : (tensor<i32>) -> tensor<i64>
  check.expect_eq_const %r0, dense<10> : tensor<i64>
  %r1 = func.call @pick(%1) : (tensor<i32>) -> tensor<i64>
  check.expect_eq_const %r1, dense<11> : tensor<i64>
  %r3 = func.call @pick(%3) : (tensor<i32>) -> tensor<i64>
  check.expect_eq_const %r3, dense<12> : tensor<i64>
  %only = "stablehlo.case"(%3) ({
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq %only, %0 : tensor<i32>
  func.return
}
