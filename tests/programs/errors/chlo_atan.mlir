func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{chlo.atan.operand_type}}
  %0 = "chlo.atan"(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.atan.result_type}}
  %0 = "chlo.atan"(%x) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.atan.result_type}}
  %0 = "chlo.atan"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}
