// The dimension is there.
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x2xi32>) {
  // expected-error@+1 {{torch_index_select.dim_range}} "dim = 2 : i64"
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 2 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<2x2xi32>) -> tensor<2x2xf32>
  return
}

// -----

// Batch dimensions come before dim.
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x2xi32>) {
  // expected-error@+1 {{torch_index_select.batch_dims_range}} "batch_dims = 1 : i64"
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 1 : i64} : (tensor<2x3xf32>, tensor<2x2xi32>) -> tensor<2x2xf32>
  return
}

// -----

// Batch dimensions have one size.
func.func @main(%x: tensor<2x3xf32>, %i: tensor<3x2xi32>) {
  // expected-error@+1 {{torch_index_select.batch_dims_sizes}} "%i"
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x3xf32>, tensor<3x2xi32>) -> tensor<2x2xf32>
  return
}

// -----

// Indices are integers.
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x2xf32>) {
  // expected-error@+1 {{torch_index_select.operand_type}} "%i"
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// The result has the sizes of operand and index.
func.func @main(%x: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{torch_index_select.result_type}}
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<2x3xf32>
  return
}
