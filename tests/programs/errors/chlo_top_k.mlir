// No more than there are.
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.top_k.k_range}} "k = 3 : i64"
  %0:2 = "chlo.top_k"(%x) {k = 3 : i64} : (tensor<2xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// Not fewer than none.
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.top_k.k_range}} "k = -1 : i64"
  %0:2 = "chlo.top_k"(%x) {k = -1 : i64} : (tensor<2xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// A dimension to choose from.
func.func @main(%x: tensor<f32>) {
  // expected-error@+1 {{chlo.top_k.rank}} "%x"
  %0:2 = "chlo.top_k"(%x) {k = 3 : i64} : (tensor<f32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// Numbers that have an order.
func.func @main(%x: tensor<5xcomplex<f32>>) {
  // expected-error@+1 {{chlo.top_k.operand_type}} "%x"
  %0:2 = "chlo.top_k"(%x) {k = 3 : i64} : (tensor<5xcomplex<f32>>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// Indices are i32.
func.func @main(%x: tensor<5xf64>) {
  // expected-error@+1 {{chlo.top_k.result_type}}
  %0:2 = "chlo.top_k"(%x) {k = 3 : i64} : (tensor<5xf64>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}
