// There is something to sort.
func.func @main() {
  // expected-error@+1 {{sort.C1}}
  "stablehlo.sort"() ({ %c = stablehlo.constant dense<true> : tensor<i1> stablehlo.return %c : tensor<i1> }) {dimension = 1 : i64} : () -> ()
  return
}

// -----

// Results have the element types of the operands.
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error@+1 {{sort.C2}} "tensor<3x4xf64>"
  %0 = "stablehlo.sort"(%x) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }) {dimension = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf64>
  return
}

// -----

// One shape for all operands.
func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x3xf32>) {
  // expected-error@+1 {{sort.C3}} "%y"
  %0:2 = "stablehlo.sort"(%x, %y) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>): %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }) {dimension = 1 : i64} : (tensor<3x4xf32>, tensor<4x3xf32>) -> (tensor<3x4xf32>, tensor<4x3xf32>)
  return
}

// -----

// Results have the shape of the operands.
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error@+1 {{sort.C3}} "tensor<4x3xf32>"
  %0 = "stablehlo.sort"(%x) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }) {dimension = 1 : i64} : (tensor<3x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

// The dimension is there.
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error@+1 {{sort.C4}} "dimension = 2 : i64"
  %0 = "stablehlo.sort"(%x) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }) {dimension = 2 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// A dimension may count from the end, no further than to the first.
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error@+1 {{sort.C4}} "dimension = -3 : i64"
  %0 = "stablehlo.sort"(%x) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }) {dimension = -3 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// The comparator takes two arguments for each operand.
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error@+1 {{sort.C5}}
  %0 = "stablehlo.sort"(%x) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>): %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }) {dimension = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// The comparator takes elements.
func.func @main(%x: tensor<3x4xf64>) {
  // expected-error@+1 {{sort.C5}}
  %0 = "stablehlo.sort"(%x) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }) {dimension = 1 : i64} : (tensor<3x4xf64>) -> tensor<3x4xf64>
  return
}

// -----

// The comparator returns a truth value.
func.func @main(%x: tensor<3x4xf32>) {
  // expected-error@+1 {{sort.C5}}
  %0 = "stablehlo.sort"(%x) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): stablehlo.return %a : tensor<f32> }) {dimension = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// Not quantized along an axis.
func.func @main(%x: tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>) {
  // expected-error@+1 {{sort.operand_type}} "%x"
  %0 = "stablehlo.sort"(%x) ({ ^bb0(%a: tensor<!quant.uniform<i8:f32, 1.0>>, %b: tensor<!quant.uniform<i8:f32, 1.0>>): %p = stablehlo.compare LT, %a, %b : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<i1> stablehlo.return %p : tensor<i1> }) {dimension = 0 : i64} : (tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>) -> tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>
  return
}
