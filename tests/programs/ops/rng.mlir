// The numbers are implementation-defined; the range and the types are not.
func.func @uniform_floats() {
  %a = stablehlo.constant dense<-1.0> : tensor<f32>
  %b = stablehlo.constant dense<2.0> : tensor<f32>
  %shape = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
  %r = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<10x20xf32>
  %clamped = stablehlo.clamp %a, %r, %b : (tensor<f32>, tensor<10x20xf32>, tensor<f32>) -> tensor<10x20xf32>
  check.expect_eq %r, %clamped : tensor<10x20xf32>
  %end = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<10x20xf32>
  %below = stablehlo.compare LT, %r, %end : (tensor<10x20xf32>, tensor<10x20xf32>) -> tensor<10x20xi1>
  check.expect_eq_const %below, dense<true> : tensor<10x20xi1>
  return
}

// The specification's example: 0 or 1.
func.func @uniform_integers() {
  %a = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %shape = stablehlo.constant dense<[3, 3]> : tensor<2xi64>
  %r = "stablehlo.rng"(%a, %b, %shape) {
    rng_distribution = #stablehlo<rng_distribution UNIFORM>
  } : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<3x3xi32>
  %one = stablehlo.constant dense<1> : tensor<3x3xi32>
  %bit = stablehlo.and %r, %one : tensor<3x3xi32>
  check.expect_eq %r, %bit : tensor<3x3xi32>
  return
}

func.func @narrow_range() {
  %a = stablehlo.constant dense<7> : tensor<ui8>
  %b = stablehlo.constant dense<8> : tensor<ui8>
  %shape = stablehlo.constant dense<5> : tensor<1xi64>
  %r = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<ui8>, tensor<ui8>, tensor<1xi64>) -> tensor<5xui8>
  check.expect_eq_const %r, dense<7> : tensor<5xui8>
  return
}

func.func @normal_without_deviation() {
  %mean = stablehlo.constant dense<3.5> : tensor<bf16>
  %deviation = stablehlo.constant dense<0.0> : tensor<bf16>
  %shape = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
  %r = stablehlo.rng %mean, %deviation, %shape, distribution = NORMAL : (tensor<bf16>, tensor<bf16>, tensor<2xi64>) -> tensor<2x2xbf16>
  check.expect_eq_const %r, dense<3.5> : tensor<2x2xbf16>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<true> : tensor<i1>
  %none = stablehlo.constant dense<> : tensor<0xi64>
  %r = stablehlo.rng %a, %a, %none, distribution = UNIFORM : (tensor<i1>, tensor<i1>, tensor<0xi64>) -> tensor<i1>
  check.expect_eq_const %r, dense<true> : tensor<i1>
  %m = stablehlo.constant dense<0.0> : tensor<f64>
  %shape = stablehlo.constant dense<[0, 3]> : tensor<2xi64>
  %z = stablehlo.rng %m, %m, %shape, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<2xi64>) -> tensor<0x3xf64>
  check.expect_eq_const %z, dense<> : tensor<0x3xf64>
  return
}
