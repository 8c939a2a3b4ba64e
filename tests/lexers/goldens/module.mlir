#loc1 = loc("images")
!vector = tensor<4xf32>
module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<0x?x8xbf16> loc("images"), %arg1: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> (tensor<f32> {jax.result_info = "result['a']"}) {
    // A comment.
    %c = stablehlo.constant dense<[[-1, 2], [3, 0x1F]]> : tensor<2x2xi32>
    %cst = stablehlo.constant dense<(0x7FC00000, -1.5e-03)> : tensor<complex<f32>>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{padding = dense<0> : tensor<4x2xi64>, window = array<i64: 1, 2>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %9 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32> loc(#loc1)
    %1:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %0) : tensor<i32>, tensor<f32>
    cond {
      %8 = stablehlo.compare LT, %iterArg, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<f32>
    }
    %2 = stablehlo.convolution(%1#0, %c) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64} : (tensor<1x8x8x1xf32>, tensor<3x3x1x8xf32>) -> tensor<1x8x8x8xf32>
    %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<4x!quant.uniform<i8:f32, 0.1:-30>>, tuple<tensor<f8E4M3FN>, !stablehlo.token>) -> tensor<ui8>
    %4 = call @"odd name"(%3) : (tensor<f32>) -> tensor<f32>
    check.expect_eq_const %4, dense<true> : tensor<i1>
    return %4 : tensor<f32>
  }
}
{-#
  dialect_resources: {
    builtin: { weights: "0x040000000000803F" }
  }
#-}
