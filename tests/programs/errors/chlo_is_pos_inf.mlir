func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{chlo.is_pos_inf.operand_type}}
  %0 = "chlo.is_pos_inf"(%x) : (tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.is_pos_inf.result_type}}
  %0 = "chlo.is_pos_inf"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
