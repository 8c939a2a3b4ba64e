// The feature dimension is there.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_training.C1}} "feature_index = -1 : i64"
  %0:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 0.0 : f32, feature_index = -1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// One element type.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf64>, %x2: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_training.C2}} "%x1"
  %0:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf64>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// The results have the element type too.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_training.C2}} "tensor<2xbf16>"
  %0:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xbf16>)
  return
}

// -----

// One scale for each feature.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<4xf32>, %x2: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_training.C3}} "%x1"
  %0:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<4xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// One offset for each feature.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<4xf32>) {
  // expected-error@+1 {{batch_norm_training.C4}} "%x2"
  %0:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<4xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// One mean for each feature.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_training.C5}} "tensor<4xf32>"
  %0:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<4xf32>, tensor<2xf32>)
  return
}

// -----

// One variance for each feature.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_training.C6}} "tensor<4xf32>"
  %0:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<4xf32>)
  return
}

// -----

// The output has the shape of the operand.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_training.C7}} "tensor<2x4xf32>"
  %0:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// Floats only.
func.func @main(%x0: tensor<4x2xi32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_training.operand_type}} "%x0"
  %0:3 = "stablehlo.batch_norm_training"(%x0, %x1, %x2) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xi32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xi32>, tensor<2xf32>, tensor<2xf32>)
  return
}
// -----
func.func @main(%x: tensor<4x?xf32>, %a: tensor<3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{batch_norm_training.C4}} "%b"
  %0:3 = "stablehlo.batch_norm_training"(%x, %a, %b) {epsilon = 0.1 : f32, feature_index = 1 : i64} : (tensor<4x?xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<4x?xf32>, tensor<?xf32>, tensor<?xf32>)
  return
}
