func.func @f(%t: tensor<3xi64>, %x: tensor<5xf32>) -> tensor<?x?x?xf32> {
  %c = stablehlo.constant dense<[2, 3, 5]> : tensor<3xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [2] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<5xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
  %1 = "stablehlo.triangular_solve"(%x, %x) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = "stablehlo.fft"(%1) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>} : (tensor<4x4xf32>) -> tensor<4x4xcomplex<f32>>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @f(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %2 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %2 : tensor<4xcomplex<f32>>
}
// -----
func.func @f(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %2 = stablehlo.fft %x, type =  BAD, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %2 : tensor<4xcomplex<f32>>
}
// -----
func.func @f(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %0, %1 : tensor<2xui64>, tensor<4xui32>
}
// -----
func.func @f(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>) {
  %0:2 = stablehlo.rng_bit_generator %s, algorithm =  PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<4xui32>
}
// -----
func.func @f(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<2xi64>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %c, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
func.func @f(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<2xi64>) -> tensor<2x4xf32> {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %c, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// -----
func.func @f(%a: tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>> {
  %0 = stablehlo.tuple %a, %a : tuple<tensor<2x3xf32>, tensor<2x3xf32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>
  %2 = stablehlo.tuple %a, %a {xla_shape = "x"} : tuple<tensor<2x3xf32>, tensor<2x3xf32>>
  return %0 : tuple<tensor<2x3xf32>, tensor<2x3xf32>>
}
// -----
func.func @f(%a: tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32> {
  %1 = stablehlo.get_tuple_element %a[2] : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
// -----
func.func @f(%a: tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32> {
  %1 = stablehlo.get_tuple_element %a[-1] : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
// -----
func.func @f(%t: !stablehlo.token) -> !stablehlo.token {
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = "x", layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  %1 = "stablehlo.outfeed"(%0#0, %0#1) {outfeed_config = "y"} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  %2 = "stablehlo.send"(%0#0, %1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  %3:2 = "stablehlo.recv"(%2) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return %3#1 : !stablehlo.token
}
// -----
func.func @f(%t: !stablehlo.token, %x: tensor<f32>) -> !stablehlo.token {
  %2 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return %2 : !stablehlo.token
}
// -----
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> attributes {mhlo.sharding = "{devices=[2]<=[2]}", jax.x = [1, "a", @f, unit, {b = 1.0 : f32}]} {
  %0 = stablehlo.custom_call @Sharding(%a) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
#loc = loc("x")
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<f32> loc("x")) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.sine %arg0 : tensor<f32> loc(#loc1)
    return %0 : tensor<f32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc1 = loc(callsite("a"("b.py":1:2 to :3) at fused<"x">["c", "d"]))
// -----
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %a : tensor<f32> loc(#nowhere)
  return %0 : tensor<f32>
}
// -----
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %a : tensor<f32> loc("b.py":-1:2)
  return %0 : tensor<f32>
}
// -----
!t = tensor<2xf32>
#a = dense<1.0> : tensor<2xf32>
func.func @f(%a: !t) -> !t {
  %0 = stablehlo.constant #a
  return %0 : !t
}
// -----
func.func @f(%a: !t) -> !t {
  return %a : !t
}
!t = tensor<2xf32>
// -----
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> tensor<1x2xf32> {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
// -----
func.func @f(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
func.func @f(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b {x = 1} : tensor<f32>
    stablehlo.return %1 {y} : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return {z} %0 : tensor<2x3xf32>
}
// -----
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction NE>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %1 = chlo.next_after %a, %b : tensor<f32>, tensor<f32> -> tensor<f32>
  %2 = chlo.erf_inv %a : tensor<f32> -> tensor<f32>
  %3 = chlo.constant_like %a {value = 1.0 : f32} : (tensor<f32>) -> tensor<f32>
  %4 = "chlo.constant"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %5 = chlo.broadcast_select %0, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %6 = chlo.is_pos_inf %a : tensor<f32> -> tensor<i1>
  return %2 : tensor<f32>
}
// -----
func.func @f(%arg0: tensor<16x16xf32>) {
  %0:2 = chlo.top_k(%arg0, k=8) : tensor<16x16xf32> -> (tensor<16x8xf32>, tensor<16x8xi32>)
  return
}
// -----
func.func @f(%arg0: tensor<16x16xf32>) {
  %0:2 = chlo.top_k(%arg0, k=17) : tensor<16x16xf32> -> (tensor<16x17xf32>, tensor<16x17xi32>)
  return
}
// -----
func.func @f(%arg0: tensor<f32>) {
  %0:2 = chlo.top_k(%arg0, k=8) : tensor<f32> -> (tensor<16x8xf32>, tensor<16x8xi32>)
  return
}
// -----
func.func @f(%arg0: index, %a: tensor<2xindex>) -> tensor<?x?xf32> {
  %c = arith.constant 2 : index
  %0 = tensor.from_elements %c, %arg0 : tensor<2xindex>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  %2 = shape.shape_of %1 : tensor<?x?xf32> -> tensor<2xindex>
  %3 = shape.num_elements %2 : tensor<2xindex> -> index
  %4 = tensor.dim %1, %c : tensor<?x?xf32>
  %5 = arith.index_cast %a : tensor<2xindex> to tensor<2xi32>
  %6 = stablehlo.compute_reshape_shape %3, %5 : (index, tensor<2xi32>) -> tensor<2xi32>
  %7 = stablehlo.cstr_reshapable %3, %5 : (index, tensor<2xi32>) -> !shape.witness
  return %1 : tensor<?x?xf32>
}
// -----
func.func @f(%a: tensor<f32>) {
  %0 = "stablehlo.foo"(%a) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @f(%a: tensor<f32>) {
  %0 = "foo.bar"(%a) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @f(%a: tensor<f32>) {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return
}
// -----
func.func @f(%a: tensor<f32>) {
  %a = stablehlo.add %a, %a : tensor<f32>
  return
}
// -----
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0:2 = stablehlo.add %a, %a : tensor<f32>
  return %0#0 : tensor<f32>
}
// -----
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  stablehlo.add %a, %a : tensor<f32>
  return %a : tensor<f32>
}
