// The source has the operand's element type.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf64>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C1}} "%s"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf64>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// One source value for each window.
func.func @main(%x: tensor<4xf32>, %s: tensor<3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C2}} "%s"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// The initial value has the operand's element type.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f64>) {
  // expected-error@+1 {{select_and_scatter.C3}} "%z"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f64>) -> tensor<4xf32>
  return
}

// -----

// One number of window_dimensions for each dimension.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C4}} "window_dimensions = array<i64: 2, 1>"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 1>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// Windows are not empty.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C5}} "window_dimensions = array<i64: 0>"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// One stride for each dimension.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C6}} "window_strides = array<i64>"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// Strides are more than 0.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C7}} "window_strides = array<i64: -1>"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64: -1>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// Two amounts of padding for each dimension.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C8}} "padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select compares elements.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C9}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f64>, %b: tensor<f64>): %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select returns a truth value.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C9}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): stablehlo.return %a : tensor<f32> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// scatter joins two elements.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C10}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a: tensor<f32>): stablehlo.return %a : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// The result has the shape of the operand.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C11}} "tensor<2xf32>"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// The result has the element type of scatter.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C12}} "tensor<4xf64>"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf64>
  return
}

// -----

// Windows are given.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{select_and_scatter.C4}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// The initial value has rank 0.
func.func @main(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{select_and_scatter.operand_type}} "%z"
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}
