func.func @main(%a: tensor<2xcomplex<f32>>, %b: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{remainder.operand_type}}
  %0 = "stablehlo.remainder"(%a, %b) : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{remainder.C1}}
  %0 = "stablehlo.remainder"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{remainder.C1}}
  %0 = "stablehlo.remainder"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{remainder.C1}}
  %0 = "stablehlo.remainder"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}
