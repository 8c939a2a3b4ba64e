func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{uniform_quantize.C1}}
  %0 = "stablehlo.uniform_quantize"(%x) : (tensor<2xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{uniform_quantize.C2}}
  %0 = "stablehlo.uniform_quantize"(%x) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f64, 0.5>>
  return
}

// -----

func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{uniform_quantize.C2}}
  %0 = "stablehlo.uniform_quantize"(%x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f64, 0.5>>
  return
}

// -----

func.func @main(%x: tensor<2xi8>) {
  // expected-error@+1 {{uniform_quantize.operand_type}}
  %0 = "stablehlo.uniform_quantize"(%x) : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{uniform_quantize.result_type}}
  %0 = "stablehlo.uniform_quantize"(%x) : (tensor<2xf32>) -> tensor<2xi8>
  return
}
