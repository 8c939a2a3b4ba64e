func.func @composite(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.composite"(%a) ({ ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) {name = "foo.bar", decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @g(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
// -----
func.func @composite(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.composite"(%a) ({ }, {^bb0(%x: tensor<f32>): %y = stablehlo.add %x, %a : tensor<f32> stablehlo.return %y, %y : tensor<f32>, tensor<f32> }) {name = "foo.bar", decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @g(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
// -----
func.func @composite(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.composite"(%a) ({ "stablehlo.custom_call"() {call_target_name = "x", has_side_effect = true} : () -> () 
   stablehlo.return }) {name = "foo.bar", decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @g(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
