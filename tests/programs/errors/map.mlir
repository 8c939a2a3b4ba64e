// All operands have one shape.
func.func @main(%x: tensor<3xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{map.C1}} "%y"
  %0 = "stablehlo.map"(%x, %y) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// The result has the shape of the operands.
func.func @main(%x: tensor<3xf32>) {
  // expected-error@+1 {{map.C1}} "tensor<4xf32>"
  %0 = "stablehlo.map"(%x) ({ ^bb0(%a: tensor<f32>): stablehlo.return %a : tensor<f32> }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// There is an operand.
func.func @main() {
  // expected-error@+1 {{map.C2}}
  %0 = "stablehlo.map"() ({ %c = stablehlo.constant dense<1.0> : tensor<f32> stablehlo.return %c : tensor<f32> }) {dimensions = array<i64>} : () -> tensor<f32>
  return
}

// -----

// All dimensions, in order.
func.func @main(%x: tensor<3xf32>) {
  // expected-error@+1 {{map.C3}} "dimensions = array<i64: 1>"
  %0 = "stablehlo.map"(%x) ({ ^bb0(%a: tensor<f32>): stablehlo.return %a : tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// One argument for each operand.
func.func @main(%x: tensor<3xf32>) {
  // expected-error@+1 {{map.C4}}
  %0 = "stablehlo.map"(%x) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// Arguments have the element types of the operands.
func.func @main(%x: tensor<3xi32>) {
  // expected-error@+1 {{map.C4}}
  %0 = "stablehlo.map"(%x) ({ ^bb0(%a: tensor<f32>): stablehlo.return %a : tensor<f32> }) {dimensions = array<i64: 0>} : (tensor<3xi32>) -> tensor<3xf32>
  return
}

// -----

// The computation returns a tensor of rank 0.
func.func @main(%x: tensor<3xf32>) {
  // expected-error@+1 {{map.C4}}
  %0 = "stablehlo.map"(%x) ({ ^bb0(%a: tensor<f32>): %r = stablehlo.reshape %a : (tensor<f32>) -> tensor<1xf32> stablehlo.return %r : tensor<1xf32> }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// The result has the element type that the computation returns.
func.func @main(%x: tensor<3xf32>) {
  // expected-error@+1 {{map.C4}} "tensor<3xf64>"
  %0 = "stablehlo.map"(%x) ({ ^bb0(%a: tensor<f32>): stablehlo.return %a : tensor<f32> }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf64>
  return
}

// -----

// Not quantized along an axis.
func.func @main(%x: tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>) {
  // expected-error@+1 {{map.operand_type}} "%x"
  %0 = "stablehlo.map"(%x) ({ ^bb0(%a: tensor<!quant.uniform<i8:f32, 1.0>>): stablehlo.return %a : tensor<!quant.uniform<i8:f32, 1.0>> }) {dimensions = array<i64: 0>} : (tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>) -> tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>
  return
}
// -----
func.func @main(%x: tensor<?xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>) {
  // expected-error@+1 {{map.C1}}
  %0 = "stablehlo.map"(%x, %y, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}
