// The specification's example.
func.func @specification_example() {
  %min = stablehlo.constant dense<[5, 10, 15]> : tensor<3xi32>
  %operand = stablehlo.constant dense<[3, 13, 23]> : tensor<3xi32>
  %max = stablehlo.constant dense<[10, 15, 20]> : tensor<3xi32>
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[5, 13, 20]> : tensor<3xi32>
  return
}

// The upper limit wins over the lower one; NaN stays.
func.func @limits_for_all() {
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %x = stablehlo.constant dense<[1.0, 0x7FC00000, 9.0]> : tensor<3xf32>
  %crossed = stablehlo.clamp %five, %x, %two : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %crossed, dense<[2.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %between = stablehlo.clamp %two, %x, %five : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %between, dense<[2.0, 0x7FC00000, 5.0]> : tensor<3xf32>
  %low = stablehlo.constant dense<[0.0, 0.0, 10.0]> : tensor<3xf32>
  %mixed = stablehlo.clamp %low, %x, %five : (tensor<3xf32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %mixed, dense<[1.0, 0x7FC00000, 5.0]> : tensor<3xf32>
  return
}

func.func @i1() {
  %min = stablehlo.constant dense<false> : tensor<i1>
  %max = stablehlo.constant dense<true> : tensor<i1>
  %operand = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<i1>, tensor<3xi1>, tensor<i1>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[true, false, true]> : tensor<3xi1>
  return
}

func.func @i4() {
  %min = stablehlo.constant dense<-3> : tensor<i4>
  %max = stablehlo.constant dense<5> : tensor<i4>
  %operand = stablehlo.constant dense<[-8, 7, 2]> : tensor<3xi4>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<i4>, tensor<3xi4>, tensor<i4>) -> tensor<3xi4>
  check.expect_eq_const %result, dense<[-3, 5, 2]> : tensor<3xi4>
  return
}

func.func @ui8() {
  %min = stablehlo.constant dense<10> : tensor<ui8>
  %max = stablehlo.constant dense<200> : tensor<ui8>
  %operand = stablehlo.constant dense<[0, 255, 100]> : tensor<3xui8>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<ui8>, tensor<3xui8>, tensor<ui8>) -> tensor<3xui8>
  check.expect_eq_const %result, dense<[10, 200, 100]> : tensor<3xui8>
  return
}

func.func @i64() {
  %min = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %max = stablehlo.constant dense<0> : tensor<i64>
  %operand = stablehlo.constant dense<[5, -5, 0]> : tensor<3xi64>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<i64>, tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[0, -5, 0]> : tensor<3xi64>
  return
}

func.func @f64() {
  %min = stablehlo.constant dense<-1.0> : tensor<f64>
  %max = stablehlo.constant dense<1.0> : tensor<f64>
  %operand = stablehlo.constant dense<[-0.5, 0xFFF0000000000000, 0x7FF0000000000000]> : tensor<3xf64>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<f64>, tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[-0.5, -1.0, 1.0]> : tensor<3xf64>
  return
}

func.func @bf16() {
  %min = stablehlo.constant dense<-1.0> : tensor<bf16>
  %max = stablehlo.constant dense<1.0> : tensor<bf16>
  %operand = stablehlo.constant dense<[-0.5, -3.0, 100.0]> : tensor<3xbf16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<bf16>, tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16>
  check.expect_eq_const %result, dense<[-0.5, -1.0, 1.0]> : tensor<3xbf16>
  return
}

func.func @f8() {
  %min = stablehlo.constant dense<-1.0> : tensor<f8E5M2>
  %max = stablehlo.constant dense<1.0> : tensor<f8E5M2>
  %operand = stablehlo.constant dense<[-0.5, -3.0, 96.0]> : tensor<3xf8E5M2>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<f8E5M2>, tensor<3xf8E5M2>, tensor<f8E5M2>) -> tensor<3xf8E5M2>
  check.expect_eq_const %result, dense<[-0.5, -1.0, 1.0]> : tensor<3xf8E5M2>
  return
}

func.func @complex64() {
  %min = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %max = stablehlo.constant dense<(1.0, 1.0)> : tensor<complex<f32>>
  %operand = stablehlo.constant dense<[(1.0, 2.0), (0.0, -1.0), (0.5, 9.0)]> : tensor<3xcomplex<f32>>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<complex<f32>>, tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %result, dense<[(1.0, 1.0), (0.0, 0.0), (0.5, 9.0)]> : tensor<3xcomplex<f32>>
  return
}

func.func @quantized() {
  %i = stablehlo.constant dense<[-20, 3, 40]> : tensor<3xi8>
  %lo = stablehlo.constant dense<-4> : tensor<i8>
  %hi = stablehlo.constant dense<8> : tensor<i8>
  %operand = stablehlo.bitcast_convert %i : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  %min = stablehlo.bitcast_convert %lo : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %max = stablehlo.bitcast_convert %hi : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %q = stablehlo.clamp %min, %operand, %max : (tensor<!quant.uniform<i8:f32, 0.5>>, tensor<3x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<3x!quant.uniform<i8:f32, 0.25>>
  %result = stablehlo.bitcast_convert %q : (tensor<3x!quant.uniform<i8:f32, 0.25>>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[-8, 6, 16]> : tensor<3xi8>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.clamp %b, %a, %b : tensor<i32>
  check.expect_eq_const %r, dense<2> : tensor<i32>
  %e = stablehlo.constant dense<> : tensor<0x2xi32>
  %z = stablehlo.clamp %a, %e, %b : (tensor<i32>, tensor<0x2xi32>, tensor<i32>) -> tensor<0x2xi32>
  check.expect_eq %z, %e : tensor<0x2xi32>
  return
}
