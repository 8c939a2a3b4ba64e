func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{chlo.sinh.operand_type}}
  %0 = "chlo.sinh"(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.sinh.result_type}}
  %0 = "chlo.sinh"(%x) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.sinh.result_type}}
  %0 = "chlo.sinh"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}
