module @distribution_ops {
  func.func @infeed_queue0() -> tensor<2x2xi64> {
    %queue0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    func.return %queue0 : tensor<2x2xi64>
  }
  func.func @infeed_queue1() -> tensor<2x2xi64> {
    %queue1 = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    func.return %queue1 : tensor<2x2xi64>
  }
  func.func @infeed() -> (tensor<2x2xi64>, tensor<2x2xi64>) {
    %token = stablehlo.after_all : !stablehlo.token
    %results0:2 = "stablehlo.infeed"(%token) {
      infeed_config = "foo", layout = [[0, 1]]
    } : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    %results1:2 = "stablehlo.infeed"(%results0#1) {
      infeed_config = "foo", layout = [[0, 1]]
    } : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    func.return %results0#0, %results1#0 : tensor<2x2xi64>, tensor<2x2xi64>
  }
  func.func @main() {
    %0:2 = "interpreter.run_parallel"() {
      infeed=[@infeed_queue0, @infeed_queue1],
      programs=[[@infeed]]
    } : () -> (tensor<2x2xi64>, tensor<2x2xi64>)
    check.expect_eq_const %0#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    check.expect_eq_const %0#1, dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
    func.return
  }
}
