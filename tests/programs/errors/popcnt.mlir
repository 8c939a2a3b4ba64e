func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{popcnt.operand_type}}
  %0 = "stablehlo.popcnt"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{popcnt.C1}}
  %0 = "stablehlo.popcnt"(%x) : (tensor<2xi32>) -> tensor<2xi16>
  return
}

// -----

func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{popcnt.C1}}
  %0 = "stablehlo.popcnt"(%x) : (tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @main(%x: tensor<2xi1>) {
  // expected-error@+1 {{popcnt.operand_type}}
  %0 = "stablehlo.popcnt"(%x) : (tensor<2xi1>) -> tensor<2xi1>
  return
}
