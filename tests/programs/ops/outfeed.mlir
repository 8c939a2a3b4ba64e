// The specification's example.
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<2x2x2xi64>
  %1 = stablehlo.create_token : !stablehlo.token
  %2 = "stablehlo.outfeed"(%0, %1) {outfeed_config = ""} : (tensor<2x2x2xi64>, !stablehlo.token) -> !stablehlo.token
  %3 = "stablehlo.outfeed"(%2) : (!stablehlo.token) -> !stablehlo.token
  check.expect_eq %0, %0 : tensor<2x2x2xi64>
  func.return
}
