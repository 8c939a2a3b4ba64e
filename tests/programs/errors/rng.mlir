func.func @main(%a: tensor<f32>, %b: tensor<f64>, %s: tensor<2xi64>) {
  // expected-error@+1 {{rng.C1}}
  %0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{rng.C1}}
  %0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x2xf64>
  return
}

// -----

func.func @main(%a: tensor<i32>, %b: tensor<i32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{rng.C2}}
  %0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x2xi32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{rng.C3}}
  %0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @main(%a: tensor<1xf32>, %b: tensor<f32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{rng.operand_type}}
  %0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<1xf32>, tensor<f32>, tensor<2xi64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{rng.operand_type}}
  %0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xf32>) -> tensor<2x2xf32>
  return
}
