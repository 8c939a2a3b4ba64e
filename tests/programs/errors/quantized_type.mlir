// expected-error@+1 {{quantized_type.C7}}
func.func @main(%x: tensor<2x!quant.uniform<i8:f16, 70000.0>>) {
  return
}
// -----
// expected-error@+1 {{quantized_type.C6}}
func.func @main(%x: tensor<2x!quant.uniform<i8:f16, 2.0e-8>>) {
  return
}
// -----
// expected-error@+1 {{quantized_type.C7}}
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 1.0e39>>) {
  return
}
// -----
// expected-error@+1 {{quantized_type.C6}}
func.func @main(%x: tensor<2x!quant.uniform<i8:bf16, 1.0e-42>>) {
  return
}
// -----
// expected-error@+1 {{quantized_type.C6}}
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 1.0e-60>>) {
  return
}
// -----
// expected-error@+1 {{quantized_type.C7}}
func.func @main(%x: tensor<2x!quant.uniform<i8:f32:0, {1.0, 1.0e39}>>) {
  return
}
