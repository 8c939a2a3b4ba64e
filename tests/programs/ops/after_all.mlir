// Tokens order effects and carry nothing; a trace marks a place in a profile.
func.func @main() {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = "stablehlo.after_all"() : () -> !stablehlo.token
  %2 = "stablehlo.after_all"(%0, %1) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  %3 = stablehlo.after_all %2 : !stablehlo.token
  "stablehlo.trace"() {tag = "here"} : () -> ()
  %4 = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq %4, %4 : tensor<i32>
  func.return
}
