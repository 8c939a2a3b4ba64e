func.func @main(%p: tensor<2xi32>, %a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{select.operand_type}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%p: tensor<3xi1>, %a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{select.C1}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%p: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{select.C2}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%p: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{select.C2}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<2xi1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%p: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{select.C2}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}
