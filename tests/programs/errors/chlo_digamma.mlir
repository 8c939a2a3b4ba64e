func.func @main(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{chlo.digamma.operand_type}}
  %0 = "chlo.digamma"(%x) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.digamma.result_type}}
  %0 = "chlo.digamma"(%x) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.digamma.result_type}}
  %0 = "chlo.digamma"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{chlo.digamma.operand_type}}
  %0 = "chlo.digamma"(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return
}
