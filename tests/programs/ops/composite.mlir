func.func private @add_n.impl(%x: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.constant dense<2> : tensor<i64>
  %1 = stablehlo.add %x, %0 : tensor<i64>
  return %1 : tensor<i64>
}
func.func @main() {
  %0 = stablehlo.constant dense<4> : tensor<i64>
  %1 = stablehlo.composite "stablehlo.add_n" %0 {
    composite_attributes = {n = 2 : i64},
    decomposition = @add_n.impl
  } : (tensor<i64>) -> tensor<i64>
  check.expect_eq_const %1, dense<6> : tensor<i64>
  %2 = "stablehlo.composite"(%1) {
    name = "my_namespace.my_op", decomposition = @add_n.impl, version = 3 : i32
  } : (tensor<i64>) -> tensor<i64>
  check.expect_eq_const %2, dense<8> : tensor<i64>
  func.return
}
// -----
// Regions mean nothing: the decomposition is what runs.
func.func @main() {
  %x = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = stablehlo.composite "my.op" %x ({
  }, {
  ^bb0(%a: tensor<f32>):
    %s = stablehlo.add %a, %x : tensor<f32>
    stablehlo.return %s, %s : tensor<f32>, tensor<f32>
  }) {decomposition = @f} : (tensor<f32>) -> tensor<f32>
  check.expect_eq_const %0, dense<-3.0> : tensor<f32>
  func.return
}
func.func private @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %a : tensor<f32>
  return %0 : tensor<f32>
}
