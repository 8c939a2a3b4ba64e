func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{chlo.broadcast_add.shapes}}
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{chlo.broadcast_add.broadcast_dimensions}}
  %0 = "chlo.broadcast_add"(%a, %b) {broadcast_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{chlo.broadcast_add.broadcast_dimensions}}
  %0 = "chlo.broadcast_add"(%a, %b) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{chlo.broadcast_add.shapes}}
  %0 = "chlo.broadcast_add"(%a, %b) {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{chlo.broadcast_add.C1}}
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%a: tensor<2xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{chlo.broadcast_add.result_type}}
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
// One size is at most 3, or 1 and spread: no larger size comes of it.
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<3>>, %y: tensor<1xf32>) {
  // expected-error@+1 {{chlo.broadcast_add.result_type}} "tensor<4xf32>"
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32, #stablehlo.bounds<3>>, tensor<1xf32>) -> tensor<4xf32>
  return
}
