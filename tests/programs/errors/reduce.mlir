// One shape for all inputs.
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C1}} "%y"
  %0:2 = "stablehlo.reduce"(%x, %y, %z, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>): stablehlo.return %a, %b : tensor<f32>, tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// Initial values have the element types of their inputs.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f64>) {
  // expected-error@+1 {{reduce.C2}} "%z"
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f64>) -> tensor<2xf32>
  return
}

// -----

// As many initial values as inputs.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C3}}
  %0 = "stablehlo.reduce"(%x, %z, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// As many results as inputs.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C3}}
  %0:2 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// Dimensions are there.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C4}} "dimensions = array<i64: 2>"
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// No dimension is below zero.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C4}} "dimensions = array<i64: -1>"
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: -1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// No dimension comes twice.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C5}} "dimensions = array<i64: 1, 1>"
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// The body takes two arguments for each input.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C6}}
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a: tensor<f32>): stablehlo.return %a : tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// The body returns one value for each input.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C6}}
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): stablehlo.return %a, %b : tensor<f32>, tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// The body works on tensors of rank 0.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C6}}
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a: tensor<1xf32>, %b: tensor<1xf32>): stablehlo.return %a : tensor<1xf32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// The body's type may be wider than the input's, not narrower.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C6}}
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<f16>, %a1: tensor<f16>): %r = stablehlo.add %a0, %a1 : tensor<f16> stablehlo.return %r : tensor<f16> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf16>
  return
}

// -----

// The body's type is of the input's kind.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C6}}
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<i32>, %a1: tensor<i32>): %r = stablehlo.add %a0, %a1 : tensor<i32> stablehlo.return %r : tensor<i32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xi32>
  return
}

// -----

// The result has the dimensions that are left.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C7}} "tensor<3xf32>"
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// The result has the body's element type.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce.C8}} "tensor<2xf64>"
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>
  return
}

// -----

// Initial values have rank 0.
func.func @main(%x: tensor<2x3xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{reduce.operand_type}} "%z"
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

// Not quantized along an axis.
func.func @main(%x: tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, %z: tensor<!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@+1 {{reduce.operand_type}} "%x"
  %0 = "stablehlo.reduce"(%x, %z) ({ ^bb0(%a0: tensor<!quant.uniform<i8:f32, 1.0>>, %a1: tensor<!quant.uniform<i8:f32, 1.0>>): %r = stablehlo.add %a0, %a1 : tensor<!quant.uniform<i8:f32, 1.0>> stablehlo.return %r : tensor<!quant.uniform<i8:f32, 1.0>> }) {dimensions = array<i64: 1>} : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}
// -----
func.func @main(%x: tensor<?xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{reduce.C1}}
  %0:3 = "stablehlo.reduce"(%x, %y, %z, %i, %i, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>, %e: tensor<f32>, %f: tensor<f32>):
    stablehlo.return %a, %b, %c : tensor<f32>, tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<3xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>)
  return
}
// -----
func.func @main(%x: tensor<2x?xf32, #stablehlo.bounds<?, 4>>, %i: tensor<f32>) {
  // expected-error@+1 {{reduce.C7}}
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x?xf32, #stablehlo.bounds<?, 4>>, tensor<f32>) -> tensor<5xf32>
  return
}
