func.func @main(%lo: tensor<3xf32>, %x: tensor<2xf32>, %hi: tensor<f32>) {
  // expected-error@+1 {{clamp.C1}}
  %0 = "stablehlo.clamp"(%lo, %x, %hi) : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%lo: tensor<f32>, %x: tensor<2xf32>, %hi: tensor<1xf32>) {
  // expected-error@+1 {{clamp.C2}}
  %0 = "stablehlo.clamp"(%lo, %x, %hi) : (tensor<f32>, tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%lo: tensor<f64>, %x: tensor<2xf32>, %hi: tensor<f32>) {
  // expected-error@+1 {{clamp.C3}}
  %0 = "stablehlo.clamp"(%lo, %x, %hi) : (tensor<f64>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%lo: tensor<f32>, %x: tensor<2xf32>, %hi: tensor<i32>) {
  // expected-error@+1 {{clamp.C3}}
  %0 = "stablehlo.clamp"(%lo, %x, %hi) : (tensor<f32>, tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%lo: tensor<f32>, %x: tensor<2xf32>, %hi: tensor<f32>) {
  // expected-error@+1 {{clamp.C4}}
  %0 = "stablehlo.clamp"(%lo, %x, %hi) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%lo: tensor<f32>, %x: tensor<2xf32>, %hi: tensor<f32>) {
  // expected-error@+1 {{clamp.C4}}
  %0 = "stablehlo.clamp"(%lo, %x, %hi) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @main(%x: tensor<?xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>) {
  // expected-error@+1 {{clamp.C2}} "%z"
  %0 = "stablehlo.clamp"(%y, %x, %z) : (tensor<3xf32>, tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}
