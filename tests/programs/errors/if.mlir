func.func @main(%p: tensor<i1>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error@+1 {{if.C1}}
  %0 = "stablehlo.if"(%p) ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %i : tensor<i32>
  }, {
    // nothing
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%p: tensor<i1>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error@+1 {{if.C2}}
  %0 = "stablehlo.if"(%p) ({
    // nothing
    stablehlo.return %i : tensor<i32>
  }, {
    // nothing
    stablehlo.return %j : tensor<i64>
  }) : (tensor<i1>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%p: tensor<i1>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error@+1 {{if.C3}}
  %0 = "stablehlo.if"(%p) ({
    // nothing
    stablehlo.return %i : tensor<i32>
  }, {
    // nothing
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i1>) -> tensor<i64>
  func.return
}
// -----
func.func @main(%p: tensor<i32>, %i: tensor<i32>) {
  // expected-error@+1 {{if.operand_type}} "%p"
  %0 = "stablehlo.if"(%p) ({
    // nothing
    stablehlo.return %i : tensor<i32>
  }, {
    // nothing
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}
