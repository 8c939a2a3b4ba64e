func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{chlo.polygamma.operand_type}}
  %0 = "chlo.polygamma"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{chlo.polygamma.operand_type}}
  %0 = "chlo.polygamma"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{chlo.polygamma.operand_type}}
  %0 = "chlo.polygamma"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{chlo.polygamma.result_type}}
  %0 = "chlo.polygamma"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}
