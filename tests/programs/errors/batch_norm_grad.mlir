// The feature dimension is there.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<4x2xf32>) {
  // expected-error@+1 {{batch_norm_grad.C1}} "feature_index = 2 : i64"
  %0:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 2 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// One element type.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<4x2xf64>) {
  // expected-error@+1 {{batch_norm_grad.C2}} "%x4"
  %0:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf64>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// The gradient of the output has its shape.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<2x4xf32>) {
  // expected-error@+1 {{batch_norm_grad.C3}} "%x4"
  %0:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x4xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// The gradient of the operand has its shape.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<4x2xf32>) {
  // expected-error@+1 {{batch_norm_grad.C3}} "tensor<8xf32>"
  %0:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<8xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// One mean for each scale.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<4xf32>, %x3: tensor<2xf32>, %x4: tensor<4x2xf32>) {
  // expected-error@+1 {{batch_norm_grad.C4}} "%x2"
  %0:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// One gradient for each scale.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<2xf32>, %x3: tensor<2xf32>, %x4: tensor<4x2xf32>) {
  // expected-error@+1 {{batch_norm_grad.C4}} "tensor<4xf32>"
  %0:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4xf32>, tensor<2xf32>)
  return
}

// -----

// One scale for each feature.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>, %x3: tensor<4xf32>, %x4: tensor<4x2xf32>) {
  // expected-error@+1 {{batch_norm_grad.C5}} "%x1"
  %0:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// Features have rank 1.
func.func @main(%x0: tensor<4x2xf32>, %x1: tensor<2xf32>, %x2: tensor<1x2xf32>, %x3: tensor<2xf32>, %x4: tensor<4x2xf32>) {
  // expected-error@+1 {{batch_norm_grad.operand_type}} "%x2"
  %0:3 = "stablehlo.batch_norm_grad"(%x0, %x1, %x2, %x3, %x4) {epsilon = 0.0 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<1x2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}
