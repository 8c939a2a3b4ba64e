module @ids {
  func.func public @replica_id() -> (tensor<ui32>) {
    %result = stablehlo.replica_id : tensor<ui32>
    return %result : tensor<ui32>
  }
  func.func public @main() {
    %results:4 = "interpreter.run_parallel"() {
      programs=[[@replica_id, @replica_id], [@replica_id, @replica_id]]
    } : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
    check.expect_eq_const %results#0, dense<0> : tensor<ui32>
    check.expect_eq_const %results#1, dense<0> : tensor<ui32>
    check.expect_eq_const %results#2, dense<1> : tensor<ui32>
    check.expect_eq_const %results#3, dense<1> : tensor<ui32>
    func.return
  }
}
