func.func @main() {
  // expected-error@+1 {{replica_id.result_type}} "tensor<i32>"
  %0 = stablehlo.replica_id : tensor<i32>
  func.return
}
// -----
func.func @main() {
  // expected-error@+1 {{partition_id.result_type}} "tensor<1xui32>"
  %0 = stablehlo.partition_id : tensor<1xui32>
  func.return
}
