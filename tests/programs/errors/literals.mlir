func.func @main() {
  // expected-error@+1 {{syntax.literal}} "[1, 2]"
  %0 = stablehlo.constant dense<[1, 2]> : tensor<3xi32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "[1, 2, 3, 4]"
  %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<2x2xi32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "[[1, 2], [3]]"
  %0 = stablehlo.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "300"
  %0 = stablehlo.constant dense<300> : tensor<i8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "-1"
  %0 = stablehlo.constant dense<-1> : tensor<ui8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "-129"
  %0 = stablehlo.constant dense<-129> : tensor<i8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "1.5"
  %0 = stablehlo.constant dense<1.5> : tensor<i32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "true"
  %0 = stablehlo.constant dense<true> : tensor<i32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "2"
  %0 = stablehlo.constant dense<2> : tensor<i1>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "0x17F800000"
  %0 = stablehlo.constant dense<0x17F800000> : tensor<f32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "0x1FF"
  %0 = stablehlo.constant dense<0x1FF> : tensor<i8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "(1.0, 2.0)"
  %0 = stablehlo.constant dense<(1.0, 2.0)> : tensor<f32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "1.0"
  %0 = stablehlo.constant dense<1.0> : tensor<complex<f32>>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}}
  %0 = stablehlo.constant dense<"0x01020304"> : tensor<2xi8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}}
  %0 = stablehlo.constant dense<"0x0"> : tensor<2xi8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}}
  %0 = stablehlo.constant dense<"zz"> : tensor<2xi8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} ">"
  %0 = stablehlo.constant dense<> : tensor<2xi8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "[]"
  %0 = stablehlo.constant dense<[]> : tensor<2xi8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "tensor<?xi8>"
  %0 = stablehlo.constant dense<1> : tensor<?xi8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "tensor<?xi8>"
  %0 = stablehlo.constant dense<[1,2]> : tensor<?xi8>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "0xFFF"
  %0 = stablehlo.constant dense<0xFFF> : tensor<f8E4M3FN>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "16"
  %0 = stablehlo.constant dense<16> : tensor<i4>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "[1, 2.0]"
  %0 = stablehlo.constant dense<[1, 2.0]> : tensor<2xi32>
  return
}
// -----
func.func @main() {
  // expected-error@+1 {{syntax.literal}} "99999999999999999999"
  %0 = stablehlo.constant dense<99999999999999999999> : tensor<i64>
  return
}
