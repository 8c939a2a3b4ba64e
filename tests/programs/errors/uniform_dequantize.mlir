func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{uniform_dequantize.C1}}
  %0 = "stablehlo.uniform_dequantize"(%x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xf32>
  return
}

// -----

func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{uniform_dequantize.C2}}
  %0 = "stablehlo.uniform_dequantize"(%x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%x: tensor<2xi8>) {
  // expected-error@+1 {{uniform_dequantize.operand_type}}
  %0 = "stablehlo.uniform_dequantize"(%x) : (tensor<2xi8>) -> tensor<2xf32>
  return
}
