func.func @main(%a: tensor<2xi1>, %b: tensor<2xi1>) {
  // expected-error@+1 {{shift_right_arithmetic.operand_type}}
  %0 = "stablehlo.shift_right_arithmetic"(%a, %b) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @main(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{shift_right_arithmetic.C1}}
  %0 = "stablehlo.shift_right_arithmetic"(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%a: tensor<2xi32>, %b: tensor<3xi32>) {
  // expected-error@+1 {{shift_right_arithmetic.C1}}
  %0 = "stablehlo.shift_right_arithmetic"(%a, %b) : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{shift_right_arithmetic.C1}}
  %0 = "stablehlo.shift_right_arithmetic"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi64>
  return
}
