func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{not.operand_type}}
  %0 = "stablehlo.not"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{not.C1}}
  %0 = "stablehlo.not"(%x) : (tensor<2xi32>) -> tensor<2xi16>
  return
}

// -----

func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{not.C1}}
  %0 = "stablehlo.not"(%x) : (tensor<2xi32>) -> tensor<3xi32>
  return
}
