// A sum over four processes in a ring: each has an array in four parts, and only ever talks to the next one. In three rounds
// the parts are summed while they go round, in three more the sums go round. all_reduce gives the same.
//
//     hlorepl run samples/parallel/ring.mlir --random 1 --split values=0
module @ring attributes {mhlo.num_replicas = 4 : i32, mhlo.num_partitions = 1 : i32} {
  func.func @main(%values: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %id = stablehlo.replica_id : tensor<ui32>
    %me = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %summed:2 = stablehlo.while(%round = %first, %all = %values) : tensor<i32>, tensor<8xf32>
      cond {
        %more = stablehlo.compare LT, %round, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        // Part (me - round) goes on, part (me - round - 1) comes in and is added to.
        %out = func.call @place(%me, %round, %first) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
        %in = func.call @place(%me, %round, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
        %part = stablehlo.dynamic_slice %all, %out, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
        %came = func.call @to_the_next(%part) : (tensor<2xf32>) -> tensor<2xf32>
        %mine = stablehlo.dynamic_slice %all, %in, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
        %both = stablehlo.add %mine, %came : tensor<2xf32>
        %new = stablehlo.dynamic_update_slice %all, %both, %in : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
        %next = stablehlo.add %round, %one : tensor<i32>
        stablehlo.return %next, %new : tensor<i32>, tensor<8xf32>
      }
    %ahead = stablehlo.add %me, %one : tensor<i32>
    %shared:2 = stablehlo.while(%round = %first, %all = %summed#1) : tensor<i32>, tensor<8xf32>
      cond {
        %more = stablehlo.compare LT, %round, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        // Part (me + 1 - round) is whole, and goes on; the one before it comes in.
        %out = func.call @place(%ahead, %round, %first) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
        %in = func.call @place(%ahead, %round, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
        %part = stablehlo.dynamic_slice %all, %out, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
        %came = func.call @to_the_next(%part) : (tensor<2xf32>) -> tensor<2xf32>
        %new = stablehlo.dynamic_update_slice %all, %came, %in : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
        %next = stablehlo.add %round, %one : tensor<i32>
        stablehlo.return %next, %new : tensor<i32>, tensor<8xf32>
      }
    %wanted = "stablehlo.all_reduce"(%values) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<8xf32>) -> tensor<8xf32>
    return %shared#1, %wanted : tensor<8xf32>, tensor<8xf32>
  }

  // Where part (process - round - back) begins, counted round.
  func.func private @place(%process: tensor<i32>, %round: tensor<i32>, %back: tensor<i32>) -> tensor<i32> {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %eight = stablehlo.constant dense<8> : tensor<i32>
    %a = stablehlo.subtract %process, %round : tensor<i32>
    %b = stablehlo.subtract %a, %back : tensor<i32>
    %c = stablehlo.add %b, %eight : tensor<i32>
    %d = stablehlo.remainder %c, %four : tensor<i32>
    %e = stablehlo.multiply %d, %two : tensor<i32>
    return %e : tensor<i32>
  }

  func.func private @to_the_next(%part: tensor<2xf32>) -> tensor<2xf32> {
    %came = "stablehlo.collective_permute"(%part) {
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>
    } : (tensor<2xf32>) -> tensor<2xf32>
    return %came : tensor<2xf32>
  }
}
