func.func @f() attributes {a = [1,]} { return }
// -----
func.func @f() attributes {a = 1,} { return }
// -----
func.func @f() attributes {a = array<i64: 1,>} { return }
// -----
func.func @f() attributes {a = array<i64:>} { return }
// -----
func.func @f() attributes {a = array<i64>} { return }
// -----
func.func @f() attributes {a = dense<[1,]> : tensor<1xi64>} { return }
// -----
func.func @f(%a: tensor<2xf32>,) { return }
// -----
func.func @f(%a: tensor<2xf32>) -> (tensor<2xf32>,) { return %a : tensor<2xf32> }
// -----
func.func @f(%a: tensor<2xf32>) -> (tensor<2xf32>) { return %a, : tensor<2xf32> }
// -----
func.func @f(%a: tensor<2xf32>) attributes {} { return }
// -----
func.func @f(%a: tensor<2xf32> {}) { return }
// -----
func.func @f(%a: tuple<tensor<2xf32>,>) { return }
// -----
func.func @f(%a: tuple<>) { return }
// -----
func.func @f(%a: tensor<2xf32, #stablehlo.bounds<?,>>) { return }
// -----
func.func @f(%a: tensor<?xf32, #stablehlo.bounds<4,>>) { return }
// -----
func.func @f(%a: tensor<?xf32, #stablehlo.bounds<>>) { return }
// -----
func.func @f(%a: tensor<f32, #stablehlo.bounds<>>) { return }
// -----
func.func @f(%a: tensor<?xf32, #stablehlo.type_extensions<bounds = [4]>>) { return }
// -----
func.func @f(%a: tensor<?xf32, #stablehlo.type_extensions<bounds = [4],>>) { return }
// -----
func.func @f(%a: tensor<?x4xf32, #stablehlo.bounds<3, ?>>) { return }
// -----
func.func @f(%a: tensor<?x4xf32, #stablehlo.bounds<3, 4>>) { return }
// -----
func.func @f(%a: tensor<?x?xf32, #stablehlo.bounds<3>>) { return }
// -----
func.func @f(%a: tensor<?x?xf32, #stablehlo.bounds<?, ?>>) { return }
// -----
func.func @f(%a: tensor<?x?xf32, #stablehlo.bounds<-1, ?>>) { return }
// -----
func.func @f(%a: tensor<?x?xf32, 3>) { return }
// -----
func.func @f(%a: tensor<?x?xf32, "x">) { return }
// -----
func.func @f(%a: tensor<?x?xf32, {a = 1}>) { return }
// -----
func.func @f(%a: !stablehlo.token) -> !stablehlo.token { return %a : !stablehlo.token }
// -----
func.func @f(%a: !stablehlo.future<tensor<2xf32>>) { return }
// -----
func.func @f(%a: !stablehlo.future<tensor<2xf32>,>) { return }
// -----
func.func @f(%a: !stablehlo.future<>) { return }
// -----
func.func @f(%a: !stablehlo.future<tensor<2xf32>, tensor<f32>>) { return }
// -----
func.func @f(%a: !stablehlo.future<tuple<tensor<f32>>>) { return }
// -----
func.func @f(%a: !stablehlo.foo) { return }
// -----
func.func @f(%a: !mhlo.token) { return }
// -----
func.func @f(%a: token) { return }
// -----
func.func @f(%a: i32, %b: f32, %c: index, %d: none, %e: vector<2xf32>, %g: memref<2xf32>, %h: () -> (), %i: complex<f32>) { return }
// -----
func.func @f(%a: tensor<2x?x3xf32>, %a: tensor<f32>) { return }
// -----
func.func @f(%a: tensor<0xf32>) { return }
// -----
func.func @f(%a: tensor<-1xf32>) { return }
// -----
func.func @f(%a: tensor<0x2xf32>) { return }
// -----
func.func @f(%a: tensor<0x02xf32>) { return }
// -----
func.func @f(%a: tensor<00xf32>) { return }
// -----
func.func @f(%a: tensor<2 x 3 x f32>) { return }
// -----
func.func @f(%a: tensor<2x 3xf32>) { return }
// -----
func.func @f(%a: tensor<2x3 xf32>) { return }
// -----
func.func @f(%a: tensor<2xf32x>) { return }
// -----
func.func @f(%a: tensor<f32x2>) { return }
// -----
func.func @f(%a: tensor<2xf32>>) { return }
// -----
func.func @f(%a: tensor<2x>) { return }
// -----
func.func @f(%a: tensor<>) { return }
// -----
func.func @f(%a: tensor<?>) { return }
// -----
func.func @f(%a: tensor<2>) { return }
// -----
func.func @f(%a: tensor<9223372036854775807xf32>) { return }
// -----
func.func @f(%a: tensor<9223372036854775808xf32>) { return }
// -----
func.func @f(%a: tensor<2,f32>) { return }
// -----
func.func @f(%0: tensor<2xf32>, %1: tensor<2xf32>) { return }
// -----
func.func @f(%a: tensor<2xf32>, tensor<2xf32>) { return }
// -----
func.func @f(tensor<2xf32>) { return }
// -----
func.func @f(%a: tensor<2xf32>, ...) { return }
// -----
func.func private @f(%a: tensor<2xf32> {jax.arg_info = "x", mhlo.sharding = "{replicated}"}) -> (tensor<2xf32> {jax.result_info = ""})
// -----
func.func private @f(tensor<2xf32> {jax.arg_info = "x"}) -> (tensor<2xf32> {jax.result_info = ""})
// -----
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {jax.result_info = ""} { return %a : tensor<2xf32> }
// -----
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> attributes {a = 1} { return %a : tensor<2xf32> }
// -----
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> attributes {sym_name = "g"} { return %a : tensor<2xf32> }
// -----
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> attributes {function_type = () -> ()} { return %a : tensor<2xf32> }
// -----
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> attributes {sym_visibility = "private"} { return %a : tensor<2xf32> }
// -----
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> attributes {arg_attrs = [{}]} { return %a : tensor<2xf32> }
