func.func @i2() {
  %a = stablehlo.constant dense<[-2, 1, -2, -1]> : tensor<4xi2>
  %b = stablehlo.constant dense<[-2, 1, 1, 1]> : tensor<4xi2>
  %r = chlo.mulhi %a, %b : tensor<4xi2>, tensor<4xi2> -> tensor<4xi2>
  check.expect_eq_const %r, dense<[1, 0, -1, -1]> : tensor<4xi2>
  return
}

func.func @ui2() {
  %a = stablehlo.constant dense<[3, 3, 1]> : tensor<3xui2>
  %b = stablehlo.constant dense<[3, 2, 1]> : tensor<3xui2>
  %r = chlo.mulhi %a, %b : tensor<3xui2>, tensor<3xui2> -> tensor<3xui2>
  check.expect_eq_const %r, dense<[2, 1, 0]> : tensor<3xui2>
  return
}

func.func @i4() {
  %a = stablehlo.constant dense<[-8, 7, -8, -1]> : tensor<4xi4>
  %b = stablehlo.constant dense<[-8, 7, 7, 1]> : tensor<4xi4>
  %r = chlo.mulhi %a, %b : tensor<4xi4>, tensor<4xi4> -> tensor<4xi4>
  check.expect_eq_const %r, dense<[4, 3, -4, -1]> : tensor<4xi4>
  return
}

func.func @ui4() {
  %a = stablehlo.constant dense<[15, 15, 1]> : tensor<3xui4>
  %b = stablehlo.constant dense<[15, 8, 1]> : tensor<3xui4>
  %r = chlo.mulhi %a, %b : tensor<3xui4>, tensor<3xui4> -> tensor<3xui4>
  check.expect_eq_const %r, dense<[14, 7, 0]> : tensor<3xui4>
  return
}

func.func @i8() {
  %a = stablehlo.constant dense<[-128, 127, -128, -1]> : tensor<4xi8>
  %b = stablehlo.constant dense<[-128, 127, 127, 1]> : tensor<4xi8>
  %r = chlo.mulhi %a, %b : tensor<4xi8>, tensor<4xi8> -> tensor<4xi8>
  check.expect_eq_const %r, dense<[64, 63, -64, -1]> : tensor<4xi8>
  return
}

func.func @ui8() {
  %a = stablehlo.constant dense<[255, 255, 1]> : tensor<3xui8>
  %b = stablehlo.constant dense<[255, 128, 1]> : tensor<3xui8>
  %r = chlo.mulhi %a, %b : tensor<3xui8>, tensor<3xui8> -> tensor<3xui8>
  check.expect_eq_const %r, dense<[254, 127, 0]> : tensor<3xui8>
  return
}

func.func @i16() {
  %a = stablehlo.constant dense<[-32768, 32767, -32768, -1]> : tensor<4xi16>
  %b = stablehlo.constant dense<[-32768, 32767, 32767, 1]> : tensor<4xi16>
  %r = chlo.mulhi %a, %b : tensor<4xi16>, tensor<4xi16> -> tensor<4xi16>
  check.expect_eq_const %r, dense<[16384, 16383, -16384, -1]> : tensor<4xi16>
  return
}

func.func @ui16() {
  %a = stablehlo.constant dense<[65535, 65535, 1]> : tensor<3xui16>
  %b = stablehlo.constant dense<[65535, 32768, 1]> : tensor<3xui16>
  %r = chlo.mulhi %a, %b : tensor<3xui16>, tensor<3xui16> -> tensor<3xui16>
  check.expect_eq_const %r, dense<[65534, 32767, 0]> : tensor<3xui16>
  return
}

func.func @i32() {
  %a = stablehlo.constant dense<[-2147483648, 2147483647, -2147483648, -1]> : tensor<4xi32>
  %b = stablehlo.constant dense<[-2147483648, 2147483647, 2147483647, 1]> : tensor<4xi32>
  %r = chlo.mulhi %a, %b : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  check.expect_eq_const %r, dense<[1073741824, 1073741823, -1073741824, -1]> : tensor<4xi32>
  return
}

func.func @ui32() {
  %a = stablehlo.constant dense<[4294967295, 4294967295, 1]> : tensor<3xui32>
  %b = stablehlo.constant dense<[4294967295, 2147483648, 1]> : tensor<3xui32>
  %r = chlo.mulhi %a, %b : tensor<3xui32>, tensor<3xui32> -> tensor<3xui32>
  check.expect_eq_const %r, dense<[4294967294, 2147483647, 0]> : tensor<3xui32>
  return
}

func.func @i64() {
  %a = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, -9223372036854775808, -1]> : tensor<4xi64>
  %b = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 9223372036854775807, 1]> : tensor<4xi64>
  %r = chlo.mulhi %a, %b : tensor<4xi64>, tensor<4xi64> -> tensor<4xi64>
  check.expect_eq_const %r, dense<[4611686018427387904, 4611686018427387903, -4611686018427387904, -1]> : tensor<4xi64>
  return
}

func.func @ui64() {
  %a = stablehlo.constant dense<[18446744073709551615, 18446744073709551615, 1]> : tensor<3xui64>
  %b = stablehlo.constant dense<[18446744073709551615, 9223372036854775808, 1]> : tensor<3xui64>
  %r = chlo.mulhi %a, %b : tensor<3xui64>, tensor<3xui64> -> tensor<3xui64>
  check.expect_eq_const %r, dense<[18446744073709551614, 9223372036854775807, 0]> : tensor<3xui64>
  return
}

func.func @shapes() {
  %a = stablehlo.constant dense<65536> : tensor<i32>
  %r = chlo.mulhi %a, %a : tensor<i32>, tensor<i32> -> tensor<i32>
  check.expect_eq_const %r, dense<1> : tensor<i32>
  %e = stablehlo.constant dense<> : tensor<0xi32>
  %z = chlo.mulhi %e, %e : tensor<0xi32>, tensor<0xi32> -> tensor<0xi32>
  check.expect_eq %z, %e : tensor<0xi32>
  return
}
