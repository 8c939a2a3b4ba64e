func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{atan2.operand_type}}
  %0 = "stablehlo.atan2"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{atan2.C1}}
  %0 = "stablehlo.atan2"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{atan2.C1}}
  %0 = "stablehlo.atan2"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{atan2.C1}}
  %0 = "stablehlo.atan2"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}
