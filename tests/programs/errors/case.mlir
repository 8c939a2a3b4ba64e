func.func @main(%p: tensor<i32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error@+1 {{case.C1}}
  "stablehlo.case"(%p) : (tensor<i32>) -> ()
  func.return
}
// -----
func.func @main(%p: tensor<i32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error@+1 {{case.C2}}
  %0 = "stablehlo.case"(%p) ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %i : tensor<i32>
  }, {
    // nothing
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%p: tensor<i32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error@+1 {{case.C3}}
  %0 = "stablehlo.case"(%p) ({
    // nothing
    stablehlo.return %i : tensor<i32>
  }, {
    // nothing
    stablehlo.return %j : tensor<i64>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%p: tensor<i32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error@+1 {{case.C4}}
  %0 = "stablehlo.case"(%p) ({
    // nothing
    stablehlo.return %i : tensor<i32>
  }, {
    // nothing
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i32>) -> tensor<i64>
  func.return
}
// -----
func.func @main(%p: tensor<i64>, %i: tensor<i32>) {
  // expected-error@+1 {{case.operand_type}} "%p"
  %0 = "stablehlo.case"(%p) ({
    // nothing
    stablehlo.return %i : tensor<i32>
  }, {
    // nothing
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i64>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%i: tensor<i32>, %x: tensor<?xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>) {
  // expected-error@+1 {{case.C3}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<3xf32>
  }, {
    stablehlo.return %z : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return
}
