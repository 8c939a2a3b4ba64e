func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{count_leading_zeros.operand_type}}
  %0 = "stablehlo.count_leading_zeros"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{count_leading_zeros.C1}}
  %0 = "stablehlo.count_leading_zeros"(%x) : (tensor<2xi32>) -> tensor<2xi16>
  return
}

// -----

func.func @main(%x: tensor<2xi32>) {
  // expected-error@+1 {{count_leading_zeros.C1}}
  %0 = "stablehlo.count_leading_zeros"(%x) : (tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @main(%x: tensor<2xi1>) {
  // expected-error@+1 {{count_leading_zeros.operand_type}}
  %0 = "stablehlo.count_leading_zeros"(%x) : (tensor<2xi1>) -> tensor<2xi1>
  return
}
