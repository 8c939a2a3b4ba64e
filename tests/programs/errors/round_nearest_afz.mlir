func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{round_nearest_afz.operand_type}}
  %0 = "stablehlo.round_nearest_afz"(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{round_nearest_afz.C1}}
  %0 = "stablehlo.round_nearest_afz"(%x) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{round_nearest_afz.C1}}
  %0 = "stablehlo.round_nearest_afz"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @main(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{round_nearest_afz.operand_type}}
  %0 = "stablehlo.round_nearest_afz"(%x) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}
