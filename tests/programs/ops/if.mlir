// The specification's example, and the other branch.
func.func @main() {
  %a = stablehlo.constant dense<10> : tensor<i32>
  %b = stablehlo.constant dense<11> : tensor<i32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %0 = "stablehlo.if"(%yes) ({
    "stablehlo.return"(%a) : (tensor<i32>) -> ()
  }, {
    "stablehlo.return"(%b) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq_const %0, dense<10> : tensor<i32>
  %1:2 = "stablehlo.if"(%no) ({
    stablehlo.return %a, %b : tensor<i32>, tensor<i32>
  }, {
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum, %a : tensor<i32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %1#0, dense<21> : tensor<i32>
  check.expect_eq_const %1#1, dense<10> : tensor<i32>
  func.return
}
// -----
// Only the chosen branch runs: the other one would fail.
func.func @main() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<1> : tensor<i32>
  "stablehlo.if"(%yes) ({
    stablehlo.return
  }, {
    check.expect_eq_const %a, dense<2> : tensor<i32>
    stablehlo.return
  }) : (tensor<i1>) -> ()
  check.expect_eq_const %a, dense<1> : tensor<i32>
  func.return
}
