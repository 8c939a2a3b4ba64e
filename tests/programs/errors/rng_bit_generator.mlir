func.func @main(%s: tensor<2xui64>) {
  // expected-error@+1 {{rng_bit_generator.C1}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%s: tensor<3xui64>) {
  // expected-error@+1 {{rng_bit_generator.C2}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%s: tensor<4xui64>) {
  // expected-error@+1 {{rng_bit_generator.C2}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%s: tensor<2xui32>) {
  // expected-error@+1 {{rng_bit_generator.operand_type}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui32>) -> (tensor<2xui32>, tensor<4xui32>)
  return
}

// -----

func.func @main(%s: tensor<2xui64>) {
  // expected-error@+1 {{rng_bit_generator.result_type}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi1>)
  return
}

// -----

func.func @main(%s: tensor<2xui64>) {
  // expected-error@+1 {{rng_bit_generator.result_type}}
  %0:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xcomplex<f32>>)
  return
}
