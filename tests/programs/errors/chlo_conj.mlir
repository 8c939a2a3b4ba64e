func.func @main(%x: tensor<2xi1>) {
  // expected-error@+1 {{chlo.conj.operand_type}}
  %0 = "chlo.conj"(%x) : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.conj.result_type}}
  %0 = "chlo.conj"(%x) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.conj.result_type}}
  %0 = "chlo.conj"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}
