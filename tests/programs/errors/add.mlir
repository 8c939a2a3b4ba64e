func.func @main(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{add.C1}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{add.C1}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{add.C1}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@+1 {{add.quantization_axis}} "%a"
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}
// -----
func.func @main(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  // expected-error@+1 {{add.quantization_axis}} "%b"
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}
// -----
func.func @main(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<2xf32>) {
  // expected-error@+1 {{add.C1}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}
// -----
func.func @main(%a: !stablehlo.token, %b: tensor<2xf32>) {
  // expected-error@+1 {{add.operand_type}} "%a"
  %0 = "stablehlo.add"(%a, %b) : (!stablehlo.token, tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-error@+1 {{add.C1}} "tensor<6xf32>"
  %0 = "stablehlo.add"(%x, %x) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<6xf32>
  return
}
// -----
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>, %y: tensor<6xf32>) {
  // expected-error@+1 {{add.C1}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<6xf32>) -> tensor<?xf32>
  return
}
// -----
func.func @main(%x: tensor<2xindex>) {
  // expected-error@+1 {{add.operand_type}} "%x"
  %0 = stablehlo.add %x, %x : tensor<2xindex>
  return
}
