func.func @main(%i: tensor<i32>) {
  // expected-error@+1 {{while.C1}}
  %0 = "stablehlo.while"(%i) ({
  ^bb0(%x: tensor<i64>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%i: tensor<i32>) {
  // expected-error@+1 {{while.C1}}
  %0 = "stablehlo.while"(%i) ({
  ^bb0(%x: tensor<i32>):
    %c = stablehlo.constant dense<true> : tensor<2xi1>
    stablehlo.return %c : tensor<2xi1>
  }, {
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%i: tensor<i32>) {
  // expected-error@+1 {{while.C2}}
  %0 = "stablehlo.while"(%i) ({
  ^bb0(%x: tensor<i32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>):
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%i: tensor<i32>) {
  // expected-error@+1 {{while.C2}}
  %0 = "stablehlo.while"(%i) ({
  ^bb0(%x: tensor<i32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x, %x : tensor<i32>, tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}
// -----
func.func @main(%i: tensor<i32>) {
  // expected-error@+1 {{while.C3}}
  %0 = "stablehlo.while"(%i) ({
  ^bb0(%x: tensor<i32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i64>
  func.return
}
// -----
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-error@+1 {{while.C2}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<?xf32, #stablehlo.bounds<4>>):
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<?xf32, #stablehlo.bounds<4>>):
    %b = stablehlo.constant dense<0.0> : tensor<5xf32>
    stablehlo.return %b : tensor<5xf32>
  }) : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return
}
// -----
func.func @main(%x: tensor<?xf32>) {
  // expected-error@+1 {{while.C2}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return
}
