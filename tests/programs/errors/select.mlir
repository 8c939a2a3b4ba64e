func.func @main(%p: tensor<2xi32>, %a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{select.operand_type}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%p: tensor<3xi1>, %a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{select.C1}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%p: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{select.C2}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%p: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{select.C2}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<2xi1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%p: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{select.C2}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}
// -----
func.func @main(%p: tensor<3xi1>, %x: tensor<?xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{select.C1}} "%p"
  %0 = "stablehlo.select"(%p, %x, %y) : (tensor<3xi1>, tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}
// -----
func.func @main(%p: tensor<3xi1>, %x: tensor<?xf32>, %y: tensor<?xf32>) {
  // expected-error@+1 {{select.C1}} "%p"
  %0 = "stablehlo.select"(%p, %x, %y) : (tensor<3xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @main(%p: tensor<1x4xi1>, %x: tensor<?x4xf32>) {
  // expected-error@+1 {{select.C1}} "%p"
  %0 = "stablehlo.select"(%p, %x, %x) : (tensor<1x4xi1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
  return
}
// -----
func.func @main(%p: tensor<i1>, %a: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{select.operand_type}} "%a"
  %0 = "stablehlo.select"(%p, %a, %a) : (tensor<i1>, tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}
