func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{log_plus_one.operand_type}}
  %0 = "stablehlo.log_plus_one"(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{log_plus_one.C1}}
  %0 = "stablehlo.log_plus_one"(%x) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{log_plus_one.C1}}
  %0 = "stablehlo.log_plus_one"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// One scale for each slice is not allowed.
func.func @main(%x: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{log_plus_one.operand_type}}
  %0 = "stablehlo.log_plus_one"(%x) : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{log_plus_one.result_accuracy}}
  %0 = stablehlo.log_plus_one %x {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<2xf32>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{log_plus_one.result_accuracy}}
  %0 = stablehlo.log_plus_one %x {result_accuracy = #stablehlo.result_accuracy<atol = -1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
  return
}
