func.func @main(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{complex.C1}}
  %0 = "stablehlo.complex"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{complex.C1}}
  %0 = "stablehlo.complex"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{complex.C2}}
  %0 = "stablehlo.complex"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{complex.C3}}
  %0 = "stablehlo.complex"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}

// -----

func.func @main(%a: tensor<2xf16>, %b: tensor<2xf16>) {
  // expected-error@+1 {{complex.operand_type}}
  %0 = "stablehlo.complex"(%a, %b) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xcomplex<f32>>
  return
}
