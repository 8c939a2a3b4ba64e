func.func @main(%a: tensor<2xi1>, %b: tensor<2xi1>) {
  // expected-error@+1 {{subtract.operand_type}}
  %0 = "stablehlo.subtract"(%a, %b) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{subtract.C1}}
  %0 = "stablehlo.subtract"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{subtract.C1}}
  %0 = "stablehlo.subtract"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{subtract.C1}}
  %0 = "stablehlo.subtract"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}
