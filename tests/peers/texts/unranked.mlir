func.func @f(%a: tensor<*xf32>) -> tensor<?xindex> {
  %0 = shape.shape_of %a : tensor<*xf32> -> tensor<?xindex>
  return %0 : tensor<?xindex>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<3xindex> {
  %0 = shape.shape_of %a : tensor<*xf32> -> tensor<3xindex>
  return %0 : tensor<3xindex>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<2x2xf32> {
  %0 = tensor.cast %a : tensor<*xf32> to tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %a : tensor<*xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf64> {
  %0 = tensor.cast %a : tensor<*xf32> to tensor<*xf64>
  return %0 : tensor<*xf64>
}
// -----
func.func @f(%a: tensor<2xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %a : tensor<2xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> index {
  %c = arith.constant 0 : index
  %0 = tensor.dim %a, %c : tensor<*xf32>
  return %0 : index
}
// -----
func.func @f(%a: tensor< * x f32>) -> tensor<*xf32> {
  return %a : tensor<*x f32>
}
// -----
func.func @f(%a: tensor<2x*xf32>) {
  return
}
// -----
func.func @f(%a: tensor<*x2xf32>) {
  return
}
// -----
func.func @f(%a: tensor<*xf32, #stablehlo.bounds<?>>) {
  return
}
// -----
func.func @f(%a: tensor<*x!quant.any>) {
  return
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<[1, 2]> : tensor<2xindex>]} : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = call @f(%a) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @g(%a: tensor<*xf32>) -> tensor<*xf32> {
  return %a : tensor<*xf32>
}
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = call @g(%a) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<2xf32>) -> tensor<*xf32> {
  %0 = stablehlo.abs %a : (tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tuple<tensor<*xf32>> {
  %0 = stablehlo.tuple %a : tuple<tensor<*xf32>>
  return %0 : tuple<tensor<*xf32>>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xi1> {
  %0 = chlo.is_inf %a : tensor<*xf32> -> tensor<*xi1>
  return %0 : tensor<*xi1>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = chlo.is_inf %a : tensor<*xf32> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>, %b: tensor<*xi32>) -> tensor<*xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>, %b: tensor<*xf32>) -> tensor<*xi32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xi32>
  return %0 : tensor<*xi32>
}
// -----
func.func @f(%a: tensor<*xf32>, %b: tensor<2x3xf32>) -> tensor<*xi1> {
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<*xf32>, tensor<2x3xf32>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}
// -----
func.func @f(%a: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %0:2 = chlo.top_k(%a, k = 8) : tensor<*xf32> -> (tensor<*xf32>, tensor<*xi32>)
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xi32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = chlo.erf_inv %a : tensor<*xf32> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "chlo.constant_like"(%a) {value = 1.0 : f32} : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f() attributes {a = tensor<2xi3>, b = dense<1> : tensor<2xi3>, c = complex<i8>, d = 3 : i3, e = dense<(1, 2)> : tensor<complex<i32>>, f = tensor<*xi7>, g = vector<2xi7>, h = i99, i = memref<2xi7>, j = array<i7: 1>, k = (tensor<2xi3>) -> i3} {
  return
}
// -----
func.func @f() attributes {d = 4 : i3} { return }
// -----
func.func @f() attributes {d = 7 : i3} { return }
// -----
func.func @f() attributes {d = 8 : i3} { return }
// -----
func.func @f() attributes {d = -5 : i3} { return }
// -----
func.func @f() attributes {d = -1 : ui3} { return }
// -----
func.func @f() attributes {d = -4 : si3} { return }
// -----
func.func @f() attributes {d = -5 : si3} { return }
// -----
func.func @f() attributes {d = 4 : si3} { return }
// -----
func.func @f() attributes {d = 4 : f80} { return }
// -----
func.func @f() attributes {d = 4.0 : f80} { return }
// -----
func.func @f() attributes {d = 4.0 : i8} { return }
// -----
func.func @f() attributes {d = 0xF : i3} { return }
// -----
func.func @f() attributes {d = 1 : f32} { return }
// -----
func.func @f() attributes {d = 1 : complex<f32>} { return }
// -----
func.func @f() attributes {j = array<i7: 1>} { return }
// -----
func.func @f() attributes {d = sparse<0, 1> : tensor<2xi3>} { return }
// -----
func.func @f() attributes {d = dense<> : tensor<0xi3>} { return }
// -----
func.func @f() attributes {d = "\q"} { return }
// -----
func.func @f() attributes {d = "\0g"} { return }
// -----
func.func @"\q"() { return }
// -----
func.func @f() attributes {"\q" = 1} { return }
