func.func @main(%x: tensor<2xui8>) {
  // expected-error@+1 {{abs.operand_type}}
  %0 = "stablehlo.abs"(%x) : (tensor<2xui8>) -> tensor<2xui8>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{abs.C1}}
  %0 = "stablehlo.abs"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @main(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{abs.C2}}
  %0 = "stablehlo.abs"(%x) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}
