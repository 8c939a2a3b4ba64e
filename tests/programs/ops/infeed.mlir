// The specification's example; interpreter.run_parallel names what feeds the process.
func.func @first() -> (tensor<2x2xi64>) {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  func.return %0 : tensor<2x2xi64>
}
func.func @second() -> (tensor<2x2xi64>) {
  %0 = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  func.return %0 : tensor<2x2xi64>
}
func.func @reader(%token: !stablehlo.token) -> (tensor<2x2xi64>, tensor<2x2xi64>) {
  %0:2 = "stablehlo.infeed"(%token) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
  %1:2 = "stablehlo.infeed"(%0#1) {infeed_config = "", layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
  func.return %0#0, %1#0 : tensor<2x2xi64>, tensor<2x2xi64>
}
func.func @main() {
  %token = stablehlo.after_all : !stablehlo.token
  %0:2 = "interpreter.run_parallel"(%token) {
    infeed = [@first, @second], programs = [[@reader]]
  } : (!stablehlo.token) -> (tensor<2x2xi64>, tensor<2x2xi64>)
  check.expect_eq_const %0#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  check.expect_eq_const %0#1, dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  func.return
}
