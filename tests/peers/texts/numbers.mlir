func.func @f() attributes {a = dense<[1,]> : tensor<1xi64>} { return }
// -----
func.func @f() attributes {a = dense<[1, 2]> : tensor<1xi64>} { return }
// -----
func.func @f(%a: tensor<f32> {x.y = [dense<[1, 2]> : tensor<1xi64>]}) { return }
// -----
func.func @f() { return }
module attributes {x.y = [dense<[1, 2]> : tensor<1xi64>]} {}
// -----
module attributes {x.y = [dense<[1, 2]> : tensor<1xi64>]} {}
// -----
func.func @f(%a: tensor<f32>) -> tensor<f32> {
   %0 = stablehlo.abs %a {x = dense<[1, 2]> : tensor<1xi64>} : tensor<f32>
   return %0 : tensor<f32>
}
// -----
func.func @f(%a: tensor<f32>) -> tensor<f32> {
   %0 = stablehlo.abs %a {x = dense<[1.0, 2]> : tensor<2xf32>} : tensor<f32>
   return %0 : tensor<f32>
}
