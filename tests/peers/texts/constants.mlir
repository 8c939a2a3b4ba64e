func.func @f() -> tensor<2x2xf32> {
  %0 = stablehlo.constant sparse<[[0, 0], [1, 1]], [1.0, 2.0]> : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
// -----
func.func @f() -> tensor<2x2xf32> {
  %0 = stablehlo.constant sparse<[[0, 0], [1, 1]], 5.0> : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
// -----
func.func @f() -> tensor<4xf32> {
  %0 = stablehlo.constant sparse<1, 5.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @f() -> tensor<4xf32> {
  %0 = stablehlo.constant sparse<[[1], [5]], 5.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @f() -> tensor<4xf32> {
  %0 = stablehlo.constant sparse<[], []> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @f() -> tensor<4xf32> {
  %0 = stablehlo.constant sparse<> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @f() -> tensor<4xf32> {
  %0 = stablehlo.constant sparse<[1], [2.0]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @f() -> tensor<4xf32> {
  %0 = stablehlo.constant sparse<[1, 2], [2.0, 3.0]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @f() -> tensor<4xf32> {
  %0 = stablehlo.constant sparse<[[1], [2]], [2.0, 3.0, 4.0]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @f() -> tensor<4xi32> {
  %0 = stablehlo.constant sparse<[[1], [2]], [2, 3]> : tensor<4xi32>
  return %0 : tensor<4xi32>
}
// -----
func.func @f() -> tensor<i32> {
  %0 = stablehlo.constant sparse<[], [2]> : tensor<i32>
  return %0 : tensor<i32>
}
// -----
func.func @f() -> tensor<4xf32> attributes {a = sparse<[[1], [2]], [2.0, 3.0]> : tensor<4xf32>, b = sparse<[[0, 1]], "s"> : tensor<2x2x!quant.any>} {
  %0 = stablehlo.constant dense<2.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  return %a : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = stablehlo.abs %a : tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = stablehlo.add %a, %a : tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = chlo.broadcast_add %a, %a : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<*xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<*xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @f() -> tensor<f32> attributes {a = 1 : complex<i32>} {
  %0 = stablehlo.constant dense<2.0> : tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f() -> tensor<f32> attributes {a = dense<(1, 2)> : tensor<complex<i32>>, b = complex<i8>} {
  %0 = stablehlo.constant dense<2.0> : tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f(%a: tuple<tensor<f32>, tensor<i32>>) -> tensor<f32> {
  %0 = stablehlo.get_tuple_element %a[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f(%a: tuple<tensor<f32>, tensor<i32>>) -> tensor<f32> {
  %0 = "stablehlo.get_tuple_element"(%a) {index = 0 : i64} : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f(%a: tuple<tensor<f32>, tensor<i32>>) -> tensor<f32> {
  %0 = "stablehlo.get_tuple_element"(%a) {index = 0 : i32} : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f() -> tensor<2xui8> {
  %0 = stablehlo.constant dense<-1> : tensor<2xui8>
  return %0 : tensor<2xui8>
}
// -----
func.func @f() -> tensor<2xui8> {
  %0 = stablehlo.constant dense<-128> : tensor<2xui8>
  return %0 : tensor<2xui8>
}
// -----
func.func @f() -> tensor<2xui8> {
  %0 = stablehlo.constant dense<-129> : tensor<2xui8>
  return %0 : tensor<2xui8>
}
// -----
func.func @f() -> tensor<2xi8> {
  %0 = stablehlo.constant dense<255> : tensor<2xi8>
  return %0 : tensor<2xi8>
}
// -----
func.func @f() -> tensor<2xi8> {
  %0 = stablehlo.constant dense<-128> : tensor<2xi8>
  return %0 : tensor<2xi8>
}
// -----
func.func @f() -> tensor<2xi8> {
  %0 = stablehlo.constant dense<-129> : tensor<2xi8>
  return %0 : tensor<2xi8>
}
// -----
func.func @f() -> tensor<2xi1> {
  %0 = stablehlo.constant dense<-1> : tensor<2xi1>
  return %0 : tensor<2xi1>
}
// -----
func.func @f() -> tensor<2xi1> {
  %0 = stablehlo.constant dense<1> : tensor<2xi1>
  return %0 : tensor<2xi1>
}
// -----
func.func @f() -> tensor<2xui8> {
  %0 = stablehlo.constant dense<256> : tensor<2xui8>
  return %0 : tensor<2xui8>
}
// -----
func.func @f() -> tensor<2xi8> {
  %0 = stablehlo.constant dense<256> : tensor<2xi8>
  return %0 : tensor<2xi8>
}
// -----
func.func @f() -> tensor<2xf32> attributes {a = -1 : ui8} {
  %0 = stablehlo.constant dense<2.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @f() -> tensor<2xf32> attributes {a = 255 : si8} {
  %0 = stablehlo.constant dense<2.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @f() -> tensor<2xf32> attributes {a = 255 : i8, b = -128 : i8} {
  %0 = stablehlo.constant dense<2.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @f() -> tensor<2xf32> attributes {a = 256 : i8} {
  %0 = stablehlo.constant dense<2.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @f() -> tensor<2xf32> attributes {a = "\q"} {
  %0 = stablehlo.constant dense<2.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @f() -> tensor<2xf32> attributes {a = "\0"} {
  %0 = stablehlo.constant dense<2.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @f() -> tensor<2xf32> attributes {a = "\00\ff\n\t\\\"\r"} {
  %0 = stablehlo.constant dense<2.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @f() -> tensor<2xf32> attributes {a = "\00\ff\n\t\\\""} {
  %0 = stablehlo.constant dense<2.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
func.func @f() -> tensor<2xf32> attributes {a = "new
line"} {
  %0 = stablehlo.constant dense<2.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}]>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
// -----
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @f(%a: tensor<8xf32>) -> tensor<16xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "a", sub_axis_info = (1)2>]>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
