// Two processes of which the first never comes to the sum: it leaves the loop a turn before the second. The run ends at once and says so;
// `hlorepl check` warns of the condition.
//
//     hlorepl run samples/parallel/deadlock.mlir
module @deadlock attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32} {
  func.func @main() -> tensor<f32> {
    %id = stablehlo.replica_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %turns = stablehlo.add %id, %two : tensor<ui32>
    %first = stablehlo.constant dense<0> : tensor<ui32>
    %one = stablehlo.constant dense<1> : tensor<ui32>
    %start = stablehlo.constant dense<1.0> : tensor<f32>
    %end:2 = stablehlo.while(%turn = %first, %value = %start) : tensor<ui32>, tensor<f32>
      cond {
        %more = stablehlo.compare LT, %turn, %turns : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %sum = "stablehlo.all_reduce"(%value) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>
        %next = stablehlo.add %turn, %one : tensor<ui32>
        stablehlo.return %next, %sum : tensor<ui32>, tensor<f32>
      }
    return %end#1 : tensor<f32>
  }
}
