func.func @main(%x: tensor<2xi1>) {
  // expected-error@+1 {{negate.operand_type}}
  %0 = "stablehlo.negate"(%x) : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{negate.C1}}
  %0 = "stablehlo.negate"(%x) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{negate.C1}}
  %0 = "stablehlo.negate"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}
// -----
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-error@+1 {{negate.C1}} "tensor<5xf32>"
  %0 = "stablehlo.negate"(%x) : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  return
}
