func.func @main() {

}
// -----
func.func @main(%p: tensor<i1>) {
  "stablehlo.if"(%p) ({
  ^bb0:
  }, { stablehlo.return}) : (tensor<i1>) -> ()
  return
}
// -----
func.func @main(%p: tensor<i32>) {
  %0 = "stablehlo.while"(%p) ({
  ^bb0(%a: tensor<i32>):
  }, { ^bb0(%a: tensor<i32>): stablehlo.return}) : (tensor<i32>) -> (tensor<i32>)
  return
}
