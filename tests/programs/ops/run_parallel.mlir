func.func @worker(%x: tensor<2xi64>) -> (tensor<2xi64>, tensor<ui32>) {
  %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %sum = stablehlo.add %arg0, %arg1 : tensor<i64>
      stablehlo.return %sum : tensor<i64>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  %1 = stablehlo.replica_id : tensor<ui32>
  func.return %0, %1 : tensor<2xi64>, tensor<ui32>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0:2 = "interpreter.run_parallel"(%x) {programs = [[@worker]]} : (tensor<2xi64>) -> (tensor<2xi64>, tensor<ui32>)
  check.expect_eq %0#0, %x : tensor<2xi64>
  check.expect_eq_const %0#1, dense<0> : tensor<ui32>
  interpreter.print %x : tensor<2xi64>
  func.return
}
