func.func @main(%x: tensor<2xui8>) {
  // expected-error@+1 {{sign.operand_type}}
  %0 = "stablehlo.sign"(%x) : (tensor<2xui8>) -> tensor<2xui8>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{sign.C1}}
  %0 = "stablehlo.sign"(%x) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{sign.C1}}
  %0 = "stablehlo.sign"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @main(%x: tensor<2xi1>) {
  // expected-error@+1 {{sign.operand_type}}
  %0 = "stablehlo.sign"(%x) : (tensor<2xi1>) -> tensor<2xi1>
  return
}
