func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{bitcast_convert.C1}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<2xf32>) -> tensor<3xi32>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{bitcast_convert.C1}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<2xf32>) -> tensor<2xi16>
  return
}

// -----

func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{bitcast_convert.C1}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<2xf32>) -> tensor<2x3xi16>
  return
}

// -----

func.func @main(%x: tensor<2x3xi16>) {
  // expected-error@+1 {{bitcast_convert.C1}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<2x3xi16>) -> tensor<2xi32>
  return
}

// -----

func.func @main(%x: tensor<i16>) {
  // expected-error@+1 {{bitcast_convert.C1}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<i16>) -> tensor<i32>
  return
}

// -----

func.func @main(%x: tensor<2xi4>) {
  // expected-error@+1 {{bitcast_convert.C1}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<2xi4>) -> tensor<2x3xi2>
  return
}

// -----

func.func @main(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{bitcast_convert.C2}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @main(%x: tensor<2xf64>) {
  // expected-error@+1 {{bitcast_convert.C2}}
  %0 = "stablehlo.bitcast_convert"(%x) : (tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}
