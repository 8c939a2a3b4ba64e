func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{is_finite.operand_type}}
  %0 = "stablehlo.is_finite"(%x) : (tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{is_finite.C1}}
  %0 = "stablehlo.is_finite"(%x) : (tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{is_finite.result_type}}
  %0 = "stablehlo.is_finite"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
