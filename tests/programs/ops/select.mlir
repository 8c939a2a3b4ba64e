// The specification's example.
func.func @specification_example() {
  %pred = stablehlo.constant dense<[[false, true], [true, false]]> : tensor<2x2xi1>
  %on_true = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %on_false = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<2x2xi1>, tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[5, 2], [3, 8]]> : tensor<2x2xi32>
  return
}

func.func @one_predicate_for_all() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %0 = stablehlo.select %yes, %a, %b : tensor<i1>, tensor<2xf32>
  check.expect_eq %0, %a : tensor<2xf32>
  %1 = stablehlo.select %no, %a, %b : tensor<i1>, tensor<2xf32>
  check.expect_eq %1, %b : tensor<2xf32>
  return
}

func.func @i1() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %a = stablehlo.constant dense<[true, true]> : tensor<2xi1>
  %b = stablehlo.constant dense<[false, false]> : tensor<2xi1>
  %result = stablehlo.select %pred, %a, %b : tensor<2xi1>, tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}

func.func @i4() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %a = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %b = stablehlo.constant dense<[1, 2]> : tensor<2xi4>
  %result = stablehlo.select %pred, %a, %b : tensor<2xi1>, tensor<2xi4>
  check.expect_eq_const %result, dense<[-8, 2]> : tensor<2xi4>
  return
}

func.func @ui2() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %a = stablehlo.constant dense<[3, 3]> : tensor<2xui2>
  %b = stablehlo.constant dense<[1, 1]> : tensor<2xui2>
  %result = stablehlo.select %pred, %a, %b : tensor<2xi1>, tensor<2xui2>
  check.expect_eq_const %result, dense<[3, 1]> : tensor<2xui2>
  return
}

func.func @ui64() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %a = stablehlo.constant dense<[18446744073709551615, 1]> : tensor<2xui64>
  %b = stablehlo.constant dense<[0, 18446744073709551614]> : tensor<2xui64>
  %result = stablehlo.select %pred, %a, %b : tensor<2xi1>, tensor<2xui64>
  check.expect_eq_const %result, dense<[18446744073709551615, 18446744073709551614]> : tensor<2xui64>
  return
}

func.func @f8() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %a = stablehlo.constant dense<[1.5, 2.0]> : tensor<2xf8E4M3FNUZ>
  %b = stablehlo.constant dense<[-1.0, -3.0]> : tensor<2xf8E4M3FNUZ>
  %result = stablehlo.select %pred, %a, %b : tensor<2xi1>, tensor<2xf8E4M3FNUZ>
  check.expect_eq_const %result, dense<[1.5, -3.0]> : tensor<2xf8E4M3FNUZ>
  return
}

func.func @bf16() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %a = stablehlo.constant dense<[0x7FC0, 2.0]> : tensor<2xbf16>
  %b = stablehlo.constant dense<[-1.0, 0x7F80]> : tensor<2xbf16>
  %result = stablehlo.select %pred, %a, %b : tensor<2xi1>, tensor<2xbf16>
  check.expect_eq_const %result, dense<[0x7FC0, 0x7F80]> : tensor<2xbf16>
  return
}

func.func @complex64() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %a = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %b = stablehlo.constant dense<[(5.0, 6.0), (7.0, 8.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.select %pred, %a, %b : tensor<2xi1>, tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(1.0, 2.0), (7.0, 8.0)]> : tensor<2xcomplex<f32>>
  return
}

func.func @quantized() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %i = stablehlo.constant dense<[10, 20]> : tensor<2xi8>
  %a = stablehlo.bitcast_convert %i : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %b = stablehlo.bitcast_convert %i : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  %q = stablehlo.select %pred, %a, %b : (tensor<2xi1>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:3>>
  %result = stablehlo.bitcast_convert %q : (tensor<2x!quant.uniform<i8:f32, 1.0:3>>) -> tensor<2xi8>
  check.expect_eq_const %result, dense<[8, 8]> : tensor<2xi8>
  return
}

func.func @shapes() {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i32>
  check.expect_eq_const %r, dense<1> : tensor<i32>
  %q = stablehlo.constant dense<> : tensor<0xi1>
  %e = stablehlo.constant dense<> : tensor<0xf64>
  %z = stablehlo.select %q, %e, %e : tensor<0xi1>, tensor<0xf64>
  check.expect_eq %z, %e : tensor<0xf64>
  return
}
