func.func @zero_input() -> !stablehlo.token {
  %0 = "stablehlo.replica_id"() : () -> tensor<ui32>
  %1 = "stablehlo.partition_id"() : () -> tensor<ui32>
  %2 = "stablehlo.create_token"() : () -> !stablehlo.token
  %3 = stablehlo.replica_id : tensor<ui32>
  %4 = stablehlo.partition_id : tensor<ui32>
  %5 = stablehlo.create_token : !stablehlo.token
  "stablehlo.return"(%2) : (!stablehlo.token) -> ()
}
// -----
func.func @constants() -> () {
  %cst = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %cst_0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>, a = 1} : () -> tensor<i32>
  %cst_1 = stablehlo.constant {a = 1} dense<0> : tensor<i32>
  %cst_2 = stablehlo.constant() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  %cst_3 = stablehlo.constant {mhlo.x = "a"} dense<[1, 2]> : tensor<2xi32>
  func.return
}
// -----
func.func @unary_ops(%arg0 : tensor<2xi32>, %arg1 : tensor<2xf32>, %arg2: tensor<2xcomplex<f32>>, %t: !stablehlo.token) -> () {
  %0 = stablehlo.abs %arg0 : tensor<2xi32>
  %1 = stablehlo.abs %arg2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %2 = stablehlo.is_finite %arg1 : (tensor<2xf32>) -> tensor<2xi1>
  %3 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2xi32>, tensor<2xf32>
  %4:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2xi32>, tensor<2xf32>
  %5 = stablehlo.after_all %t, %t : !stablehlo.token
  %6 = stablehlo.after_all  : !stablehlo.token
  %7 = stablehlo.count_leading_zeros %arg0 : tensor<2xi32>
  func.return
}
// -----
func.func @opt(%arg0 : tensor<2xi32>, %arg1 : tensor<2xf32>) -> () {
  %4:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2xi32>, tensor<2xf32>
  %5 = stablehlo.optimization_barrier %arg0 : tensor<2xi32>
  stablehlo.optimization_barrier
  "stablehlo.optimization_barrier"() : () -> ()
  func.return
}
// -----
func.func @opt(%arg0 : tensor<2xi32>, %arg1 : tensor<2xf32>) -> () {
  %6 = stablehlo.after_all %arg0 : tensor<2xi32>
  func.return
}
// -----
func.func @opt(%arg0 : !stablehlo.token) -> () {
  %6 = stablehlo.after_all %arg0 : !stablehlo.token
  %7 = stablehlo.after_all %arg0, %arg0 : !stablehlo.token
  %8 = "stablehlo.after_all"() : () -> !stablehlo.token
  func.return
}
// -----
func.func @binary(%a: tensor<2xf32>, %b: tensor<2xi32>, %c: tensor<2xi1>) {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  %1 = stablehlo.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.complex %a, %a : tensor<2xcomplex<f32>>
  %3 = stablehlo.complex %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  %4 = stablehlo.compare LT, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %5 = stablehlo.compare LT, %a, %a, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %6 = stablehlo.compare LT, %a, %a {a = 1} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %7 = stablehlo.compare LT, %a, %a, FLOAT {a = 1} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %8 = stablehlo.select %c, %a, %a : tensor<2xi1>, tensor<2xf32>
  %9 = stablehlo.select %c, %a, %a : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %10 = stablehlo.clamp %a, %a, %a : tensor<2xf32>
  %11 = stablehlo.power %a, %a {x} : tensor<2xf32>
  %12 = stablehlo.reduce_precision %a, format = e5m10 : tensor<2xf32>
  %13 = stablehlo.reduce_precision %a, format = e5m10 {x} : tensor<2xf32>
  %14 = stablehlo.atan2 %a, %a : tensor<2xf32>
  %15 = stablehlo.real %2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return
}
// -----
func.func @b(%a: tensor<2xf32>) {
  %12 = stablehlo.reduce_precision %a, format = e5 m10 : tensor<2xf32>
  return
}
// -----
func.func @b(%a: tensor<2xf32>) {
  %12 = stablehlo.reduce_precision %a, format = e5x10 : tensor<2xf32>
  return
}
// -----
func.func @b(%a: tensor<2xf32>) {
  %12 = stablehlo.reduce_precision %a, format = e0m10 : tensor<2xf32>
  return
}
// -----
func.func @b(%a: tensor<2xf32>) {
  %12 = stablehlo.reduce_precision %a, format = e8m-1 : tensor<2xf32>
  return
}
// -----
func.func @b(%a: tensor<2xf32>) {
  %12 = stablehlo.reduce_precision %a, format = e2147483648m10 : tensor<2xf32>
  return
}
// -----
func.func @b(%a: tensor<2xf32>) {
  %12 = stablehlo.reduce_precision %a, format = "e8m7" : tensor<2xf32>
  return
}
// -----
func.func @b(%a: tensor<2xf32>) {
  %4 = stablehlo.compare LT, %a, %a FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
// -----
func.func @b(%a: tensor<2xf32>) {
  %4 = stablehlo.compare "LT", %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
// -----
func.func @b(%a: tensor<2xf32>) {
  %4 = stablehlo.compare FOO, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
// -----
func.func @b(%a: tensor<2xf32>) {
  %4 = stablehlo.compare  LT, %a, %a,  FOO : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
// -----
func.func @dims(%a: tensor<2x3xf32>, %i: tensor<3xi64>, %j: tensor<i64>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %2 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xf32>
  %3 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %4 = stablehlo.iota dim = 0 : tensor<4xi32>
  %5 = stablehlo.slice %a [0:1, 0:3:2] : (tensor<2x3xf32>) -> tensor<1x2xf32>
  %6 = stablehlo.slice %a[0:1, 0:3:1] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %7 = stablehlo.dynamic_slice %a, %j, %j, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  %8 = stablehlo.dynamic_update_slice %a, %7, %j, %j : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  %9 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  %10 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<6xf32>
  %11 = stablehlo.dynamic_broadcast_in_dim %a, %i, dims = [1, 2] : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x2x3xf32>
  %12 = stablehlo.dynamic_iota %i, dim = 0 : (tensor<3xi64>) -> tensor<?x?x?xf32>
  %13 = stablehlo.dynamic_reshape %a, %i : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %14 = stablehlo.pad %a, %x, low = [0, 1], high = [2, 3], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x9xf32>
  return
}
// -----
func.func @dims(%a: tensor<2x3xf32>, %x: tensor<f32>) {
  %14 = stablehlo.pad %a, %x, low = [0, 1], high = [2, 3], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x9xf32>
  %15 = stablehlo.convert %a : (tensor<2x3xf32>) -> tensor<2x3xf64>
  %16 = stablehlo.convert %a : tensor<2x3xf32>
  %17 = stablehlo.bitcast_convert %a : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}
// -----
func.func @setdim(%a: tensor<2x3xf32>, %s: tensor<i32>) {
  %0 = stablehlo.set_dimension_size %a, %s, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  return
}
// -----
func.func @slice(%a: tensor<2x3xf32>) {
  %5 = stablehlo.slice %a [0:1, 0:3:0] : (tensor<2x3xf32>) -> tensor<1x2xf32>
  return
}
// -----
func.func @slice(%a: tensor<2x3xf32>) {
  %5 = stablehlo.slice %a [0:1] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}
// -----
func.func @slice(%a: tensor<2x3xf32>) {
  %5 = stablehlo.slice %a [0:1, :] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}
// -----
func.func @slice(%a: tensor<f32>) {
  %5 = stablehlo.slice %a [] : (tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @slice(%a: tensor<f32>) {
  %5 = stablehlo.reverse %a, dims = [] : tensor<f32>
  %6 = stablehlo.transpose %a, dims = [] : (tensor<f32>) -> tensor<f32>
  %7 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @slice(%a: tensor<f32>) {
  %7 = stablehlo.broadcast_in_dim %a : (tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @dot(%a: tensor<2x2x2xi8>, %b: tensor<2x2xf32>) {
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xi8>, tensor<2x2x2xi8>) -> tensor<2x2x2xi32>
  %1 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x2x2xi8>, tensor<2x2x2xi8>) -> tensor<2x2x2xi32>
  %2 = stablehlo.dot_general %a, %a, contracting_dims = [2] x [1] : (tensor<2x2x2xi8>, tensor<2x2x2xi8>) -> tensor<2x2x2x2xi32>
  %3 = stablehlo.dot_general %a, %a, contracting_dims = [] x [] : (tensor<2x2x2xi8>, tensor<2x2x2xi8>) -> tensor<2x2x2x2x2x2xi32>
  %4 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %5 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %6 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0] {mhlo.a = 1} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %7 = stablehlo.dot %b, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %8 = stablehlo.dot %b, %b, precision = [HIGH, HIGHEST] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %9 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0], precision = [HIGHEST] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %10 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0], precision = [] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @dot(%a: tensor<2x2x2xi8>, %b: tensor<2x2xf32>) {
  %4 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0], batching_dims = [] x [] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @dot(%a: tensor<2x2x2xi8>, %b: tensor<2x2xf32>) {
  %4 = stablehlo.dot_general %b, %b, batching_dims = [] x [], contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @dot(%a: tensor<2x2x2xi8>, %b: tensor<2x2xf32>) {
  %4 = stablehlo.dot_general %b, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @dot(%a: tensor<2x2x2xi8>, %b: tensor<2x2xf32>) {
  %4 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0], precision = [FOO, DEFAULT] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @dot(%a: tensor<2x2x2xi8>, %b: tensor<2x2xf32>) {
  %4 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0], precision = DEFAULT : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @dot(%b: tensor<2x2xf32>) {
  %4 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
