// The dimension is there.
func.func @main(%x: tensor<3x2xi32>, %z: tensor<2xi32>) {
  // expected-error@+1 {{chlo.scan.dimension_range}} "%x"
  %0:2 = "chlo.scan"(%x, %z) ({ ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>): stablehlo.return %a, %c : tensor<2xi32>, tensor<2xi32> }) {dimension = 2 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  return
}

// -----

// The size, where it is given, is that of the inputs.
func.func @main(%x: tensor<3x2xi32>, %z: tensor<2xi32>) {
  // expected-error@+1 {{chlo.scan.sizes}} "%x"
  %0:2 = "chlo.scan"(%x, %z) ({ ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>): stablehlo.return %a, %c : tensor<2xi32>, tensor<2xi32> }) {dimension = 0 : i64, scan_dim_size = 4 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  return
}

// -----

// The body takes slices and carries.
func.func @main(%x: tensor<3x2xi32>, %z: tensor<2xi32>) {
  // expected-error@+1 {{chlo.scan.body}}
  %0:2 = "chlo.scan"(%x, %z) ({ ^bb0(%a: tensor<2xi32>): stablehlo.return %a, %a : tensor<2xi32>, tensor<2xi32> }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  return
}

// -----

// The body takes slices along the dimension.
func.func @main(%x: tensor<3x2xi32>, %z: tensor<2xi32>) {
  // expected-error@+1 {{chlo.scan.body}}
  %0:2 = "chlo.scan"(%x, %z) ({ ^bb0(%a: tensor<3xi32>, %c: tensor<2xi32>): stablehlo.return %a, %c : tensor<3xi32>, tensor<2xi32> }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  return
}

// -----

// The body returns the carries last.
func.func @main(%x: tensor<3x2xi32>, %z: tensor<2xi32>) {
  // expected-error@+1 {{chlo.scan.body}}
  %0:2 = "chlo.scan"(%x, %z) ({ ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>): %r = stablehlo.convert %c : (tensor<2xi32>) -> tensor<2xi64> stablehlo.return %a, %r : tensor<2xi32>, tensor<2xi64> }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  return
}

// -----

// Segments add up to the operands.
func.func @main(%x: tensor<3x2xi32>, %z: tensor<2xi32>) {
  // expected-error@+1 {{chlo.scan.segments}} "operandSegmentSizes = array<i32: 2, 1>"
  %0:2 = "chlo.scan"(%x, %z) ({ ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>): stablehlo.return %a, %c : tensor<2xi32>, tensor<2xi32> }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 2, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  return
}

// -----

// Segments add up to the results.
func.func @main(%x: tensor<3x2xi32>, %z: tensor<2xi32>) {
  // expected-error@+1 {{chlo.scan.segments}} "resultSegmentSizes = array<i32: 3, -1>"
  %0:2 = "chlo.scan"(%x, %z) ({ ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>): stablehlo.return %a, %c : tensor<2xi32>, tensor<2xi32> }) {dimension = 0 : i64, resultSegmentSizes = array<i32: 3, -1>, operandSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  return
}

// -----

// Outputs are as long as the inputs.
func.func @main(%x: tensor<3x2xi32>, %z: tensor<2xi32>) {
  // expected-error@+1 {{chlo.scan.result_type}} "tensor<4x2xi32>"
  %0:2 = "chlo.scan"(%x, %z) ({ ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>): stablehlo.return %a, %c : tensor<2xi32>, tensor<2xi32> }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<4x2xi32>, tensor<2xi32>)
  return
}
// -----
func.func @main(%x: tensor<3x2xi32>, %i: tensor<3x2xi32>) {
  // expected-error@+1 {{chlo.scan.body}}
  %0:2 = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %a, %c : tensor<2xi32>, tensor<2xi32>
  } : (tensor<3x2xi32>, tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>)
  return
}
// -----
func.func @main(%x: tensor<3x2xi32>, %z: tensor<2xi32>) {
  // expected-error@+1 {{chlo.scan.segments}}
  %0:2 = "chlo.scan"(%x, %z) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 2, 0>}> ({
  ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %a, %c : tensor<2xi32>, tensor<2xi32>
  }) : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  return
}
