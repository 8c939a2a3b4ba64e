func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.constant_like.value}}
  %0 = "chlo.constant_like"(%x) {value = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{chlo.constant_like.result_type}}
  %0 = "chlo.constant_like"(%x) {value = 1.0 : f32} : (tensor<2xf32>) -> tensor<3xf32>
  return
}
