func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{convert.C1}}
  %0 = "stablehlo.convert"(%x) : (tensor<2xf32>) -> tensor<3xi32>
  return
}

// -----

func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{convert.operand_type}}
  %0 = "stablehlo.convert"(%x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{convert.result_type}}
  %0 = "stablehlo.convert"(%x) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}
