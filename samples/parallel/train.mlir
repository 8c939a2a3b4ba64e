// A classifier of handwritten digits, trained on four processes: each has a quarter of the images, and the gradients are summed
// by all_reduce in each step, so that all have the same weights at any time.
//
//     hlorepl run samples/parallel/train.mlir --input samples/digits/test.npz --split images=0 --split labels=0
module @train attributes {mhlo.num_replicas = 4 : i32, mhlo.num_partitions = 1 : i32} {
  func.func @main(%images: tensor<90x8x8x1xf32>, %labels: tensor<90xi32>) -> (
      tensor<64x10xf32> {jax.result_info = "result['weights']"}, tensor<f32> {jax.result_info = "result['accuracy']"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %rows = stablehlo.reshape %images : (tensor<90x8x8x1xf32>) -> tensor<90x64xf32>
    %weights = stablehlo.constant dense<0.0> : tensor<64x10xf32>
    %wanted = func.call @one_hot(%labels) : (tensor<90xi32>) -> tensor<90x10xf32>
    %first = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %steps = stablehlo.constant dense<100> : tensor<i32>
    %rate = stablehlo.constant dense<0.005> : tensor<64x10xf32>
    %trained:2 = stablehlo.while(%step = %first, %w = %weights) : tensor<i32>, tensor<64x10xf32>
      cond {
        %more = stablehlo.compare LT, %step, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %said = func.call @softmax(%rows, %w) : (tensor<90x64xf32>, tensor<64x10xf32>) -> tensor<90x10xf32>
        %off = stablehlo.subtract %said, %wanted : tensor<90x10xf32>
        %mine = stablehlo.dot_general %rows, %off, contracting_dims = [0] x [0]
          : (tensor<90x64xf32>, tensor<90x10xf32>) -> tensor<64x10xf32>
        %gradient = func.call @sum_of_all(%mine) : (tensor<64x10xf32>) -> tensor<64x10xf32>
        %change = stablehlo.multiply %gradient, %rate : tensor<64x10xf32>
        %better = stablehlo.subtract %w, %change : tensor<64x10xf32>
        %next = stablehlo.add %step, %one : tensor<i32>
        stablehlo.return %next, %better : tensor<i32>, tensor<64x10xf32>
      }
    %said = func.call @softmax(%rows, %trained#1) : (tensor<90x64xf32>, tensor<64x10xf32>) -> tensor<90x10xf32>
    %best = stablehlo.reduce(%said init: %zero) applies stablehlo.maximum across dimensions = [1]
      : (tensor<90x10xf32>, tensor<f32>) -> tensor<90xf32>
    %right = stablehlo.multiply %said, %wanted : tensor<90x10xf32>
    %chosen = stablehlo.reduce(%right init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<90x10xf32>, tensor<f32>) -> tensor<90xf32>
    %hits = stablehlo.compare EQ, %chosen, %best : (tensor<90xf32>, tensor<90xf32>) -> tensor<90xi1>
    %counted = stablehlo.convert %hits : (tensor<90xi1>) -> tensor<90xf32>
    %count = stablehlo.reduce(%counted init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<90xf32>, tensor<f32>) -> tensor<f32>
    %all = "stablehlo.all_reduce"(%count) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<f32>) -> tensor<f32>
    %images_in_all = stablehlo.constant dense<360.0> : tensor<f32>
    %accuracy = stablehlo.divide %all, %images_in_all : tensor<f32>
    return %trained#1, %accuracy : tensor<64x10xf32>, tensor<f32>
  }

  func.func private @one_hot(%labels: tensor<90xi32>) -> tensor<90x10xf32> {
    %rows = stablehlo.broadcast_in_dim %labels, dims = [0] : (tensor<90xi32>) -> tensor<90x10xi32>
    %digits = stablehlo.iota dim = 1 : tensor<90x10xi32>
    %same = stablehlo.compare EQ, %rows, %digits : (tensor<90x10xi32>, tensor<90x10xi32>) -> tensor<90x10xi1>
    %found = stablehlo.convert %same : (tensor<90x10xi1>) -> tensor<90x10xf32>
    return %found : tensor<90x10xf32>
  }

  func.func private @softmax(%images: tensor<90x64xf32>, %weights: tensor<64x10xf32>) -> tensor<90x10xf32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %logits = stablehlo.dot_general %images, %weights, contracting_dims = [1] x [0]
      : (tensor<90x64xf32>, tensor<64x10xf32>) -> tensor<90x10xf32>
    %largest = stablehlo.reduce(%logits init: %low) applies stablehlo.maximum across dimensions = [1]
      : (tensor<90x10xf32>, tensor<f32>) -> tensor<90xf32>
    %spread = stablehlo.broadcast_in_dim %largest, dims = [0] : (tensor<90xf32>) -> tensor<90x10xf32>
    %shifted = stablehlo.subtract %logits, %spread : tensor<90x10xf32>
    %powers = stablehlo.exponential %shifted : tensor<90x10xf32>
    %sums = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<90x10xf32>, tensor<f32>) -> tensor<90xf32>
    %divisors = stablehlo.broadcast_in_dim %sums, dims = [0] : (tensor<90xf32>) -> tensor<90x10xf32>
    %found = stablehlo.divide %powers, %divisors : tensor<90x10xf32>
    return %found : tensor<90x10xf32>
  }

  func.func private @sum_of_all(%mine: tensor<64x10xf32>) -> tensor<64x10xf32> {
    %sum = "stablehlo.all_reduce"(%mine) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<64x10xf32>) -> tensor<64x10xf32>
    return %sum : tensor<64x10xf32>
  }
}
