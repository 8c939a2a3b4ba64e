// As many results as inputs.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C1}}
  %0:2 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<f32>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
  return
}

// -----

// One shape for all inputs.
func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C2}} "%y"
  %0:2 = "stablehlo.reduce_window"(%x, %y, %z, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>): stablehlo.return %a, %b : tensor<f32>, tensor<f32> }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// Initial values have the element types of their inputs.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f64>) {
  // expected-error@+1 {{reduce_window.C3}} "%z"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<f64>) -> tensor<3x4xf32>
  return
}

// -----

// One number of window_dimensions for each dimension.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C4}} "window_dimensions = array<i64: 1>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 1>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// Numbers of window_dimensions are more than 0.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C5}} "window_dimensions = array<i64: 2, 0>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 0>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// One number of window_strides for each dimension.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C6}} "window_strides = array<i64: 1>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// Numbers of window_strides are more than 0.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C7}} "window_strides = array<i64: 2, 0>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 0>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// One number of base_dilations for each dimension.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C8}} "base_dilations = array<i64: 1>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// Numbers of base_dilations are more than 0.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C9}} "base_dilations = array<i64: 2, 0>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 2, 0>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// One number of window_dilations for each dimension.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C10}} "window_dilations = array<i64: 1>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 1>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// Numbers of window_dilations are more than 0.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C11}} "window_dilations = array<i64: 2, 0>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 2, 0>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// Two amounts of padding for each dimension.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C12}} "padding = dense<[[0, 0]]> : tensor<1x2xi64>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>, padding = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// The body takes two arguments for each input.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C13}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a: tensor<f32>): stablehlo.return %a : tensor<f32> }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// The body's type may be wider than the input's, not narrower.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C13}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<bf16>, %a1: tensor<bf16>): %r = stablehlo.add %a0, %a1 : tensor<bf16> stablehlo.return %r : tensor<bf16> }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xbf16>
  return
}

// -----

// The results have one shape.
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C14}} "tensor<2xf32>"
  %0:2 = "stablehlo.reduce_window"(%x, %y, %z, %z) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>): stablehlo.return %a, %b : tensor<f32>, tensor<f32> }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

// The result has one element for each window.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C15}} "tensor<4x5xf32>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}

// -----

// The result has the body's element type.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{reduce_window.C16}} "tensor<3x4xf64>"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf64>
  return
}

// -----

// Initial values have rank 0.
func.func @main(%x: tensor<4x5xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{reduce_window.operand_type}} "%z"
  %0 = "stablehlo.reduce_window"(%x, %z) ({ ^bb0(%a0: tensor<f32>, %a1: tensor<f32>): %r = stablehlo.add %a0, %a1 : tensor<f32> stablehlo.return %r : tensor<f32> }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<1xf32>) -> tensor<3x4xf32>
  return
}
