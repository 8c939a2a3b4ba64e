// The feature dimension is there.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_inference.C1}} "feature_index = 2 : i64"
  %0 = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 2 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// One element type.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf64>, %x3: tensor<2xf32>, %x4: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_inference.C2}} "%x2"
  %0 = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf64>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// The result has the element type too.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_inference.C2}} "tensor<4x2xf64>"
  %0 = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf64>
  return
}

// -----

// One scale for each feature.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<4xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_inference.C3}} "%x1"
  %0 = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// One offset for each feature.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<4xf32>, %x3: tensor<2xf32>, %x4: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_inference.C4}} "%x2"
  %0 = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// One mean for each feature.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<4xf32>, %x4: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_inference.C5}} "%x3"
  %0 = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// One variance for each feature.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<4xf32>) {
  // expected-error@+1 {{batch_norm_inference.C6}} "%x4"
  %0 = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

// The result has the shape of the operand.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_inference.C7}} "tensor<2x4xf32>"
  %0 = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// Floats only.
func.func @main(%x0: tensor<4x2xi32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_inference.operand_type}} "%x0"
  %0 = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xi32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xi32>
  return
}

// -----

// Features have rank 1.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<1x2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_inference.operand_type}} "%x1"
  %0 = "stablehlo.batch_norm_inference"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return
}
// -----
func.func @main(%x: tensor<4x?xf32>, %a: tensor<3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_inference.C5}} "%b"
  %0 = "stablehlo.batch_norm_inference"(%x, %a, %a, %b, %b) {epsilon = 0.1 : f32, feature_index = 1 : i64} : (tensor<4x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x?xf32>
  return
}
