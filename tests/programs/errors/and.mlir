func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{and.operand_type}}
  %0 = "stablehlo.and"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{and.C1}}
  %0 = "stablehlo.and"(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%a: tensor<2xi32>, %b: tensor<3xi32>) {
  // expected-error@+1 {{and.C1}}
  %0 = "stablehlo.and"(%a, %b) : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{and.C1}}
  %0 = "stablehlo.and"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi64>
  return
}
