"""What is said of names that stand for no op by themselves, with lines that do what is meant.

In the lines ``%x`` and ``%y`` are matrices of two rows, ``%v`` is a vector of four numbers, ``%i`` is a whole number.
"""

from __future__ import annotations

from .table import told

told(
    "print",
    "A name alone shows its value, :show all of its elements; the op interpreter.print prints while a program runs.",
    "%x",
    ":show %x",
)
told("help", "A command: :help lists what there is, ?add explains an op.", ":help")
told("exit quit logout", "A command: :quit leaves.")
told("dir vars who whos locals globals", "A command: :env lists values and functions.", ":env")
told("type dtype shape ndim size", "A value's type says its shape and its elements.", ":type %x")
told(
    "len", "A value's type says its sizes; get_dimension_size gives one as a number.", "get_dimension_size(%x, dim = 0)"
)
told(
    "del",
    "Names are bound anew; nothing needs to be deleted. :undo takes the last entry back.",
    "%z = %x + 1.0",
    ":undo",
)
told("import from", "Nothing is imported: all ops are there; :load reads files and arrays.", ":ops scatter")
told("jit compile pmap", "Programs are planned by themselves; :plan @f says how.")
told("grad value_and_grad backward vjp jvp", "StableHLO has no derivatives: JAX or PyTorch writes them out before.")
told(
    "vmap lambda def",
    "A function is written once for all of a batch: ops take tensors of any rank.",
    "func.func @twice(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {\n  %b = add %a, %a\n  return %b : tensor<2x2xf32>\n}",
    "call @twice(%x)",
)
told(
    "cond if_else switch",
    "Branches are regions of the ops if and case.",
    "%p = true\nif(%p) ({\n    return %x : tensor<2x2xf32>\n  }, {\n    return %y : tensor<2x2xf32>\n})",
)
told(
    "for fori_loop while_loop loop",
    "A loop is the op while: values are carried from turn to turn.",
    "%n = 3\n"
    "%one = 1\n"
    "while(%k = 0, %s = 0) cond {\n"
    "    %c = compare LT, %k, %n\n"
    "    return %c : tensor<i1>\n"
    "  } do {\n"
    "    %t = add %s, %k\n"
    "    %next = add %k, %one\n"
    "    return %next, %t : tensor<i32>, tensor<i32>\n"
    "}",
)
told(
    "associative_scan cumulative",
    "Running sums are calls; any other running reduction is a reduce_window or chlo.scan.",
    "cumsum(%v, axis = 0)",
)
told(
    "rand random uniform random_uniform",
    "Random numbers come of the op rng; :seed says where they begin.",
    "rng(0.0, 1.0, [3], UNIFORM)",
)
told(
    "randn normal random_normal randint key PRNGKey",
    "Random numbers come of the op rng; rng_bit_generator gives bits from a state, as JAX's keys do.",
    "rng(0.0, 1.0, [3], NORMAL)",
)
told("seed manual_seed", "A command: :seed says where random numbers begin.", ":seed 7")
told(
    "gelu",
    "There are two: the exact one, and the one by tanh that JAX takes without being asked.",
    "%x * 0.5 * (erf(%x * 0.70710677) + 1.0)",
    "%x * 0.5 * (tanh((%x + %x * %x * %x * 0.044715) * 0.7978846) + 1.0)",
)
told(
    "dropout",
    "Dropout is a mask of random numbers, and a division.",
    "%m = rng(0.0, 1.0, [2, 2], UNIFORM)",
    "where(%m < 0.9, %x / 0.9, 0.0)",
)
told(
    "layer_norm layernorm",
    "Layer norm is standardize along the last axis, then weight and bias.",
    "standardize(%x, axis = -1)",
)
told(
    "batch_norm batchnorm BatchNorm2d",
    "Three ops: batch_norm_inference, batch_norm_training and batch_norm_grad.",
    "batch_norm_inference(%x, [1.0, 1.0], [0.0, 0.0], [2.0, 3.0], [1.0, 1.0], epsilon = 0.0, feature_index = 1)",
)
told(
    "rms_norm",
    "A division by the root of the mean square.",
    "%x * rsqrt(mean(%x * %x, axis = -1, keepdims = true) + 0.00001)",
)
told(
    "conv conv1d conv2d conv3d conv_general_dilated",
    "The op convolution; dim_numbers say which dimensions are batch, features and space.",
    "%img = reshape(%x) : tensor<1x2x2x1xf32>\n%k = reshape(%y) : tensor<2x2x1x1xf32>",
    "convolution(%img, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
    "window = {} {feature_group_count = 1, batch_group_count = 1}",
)
told(
    "max_pool max_pool2d maxpool",
    "Pooling is the op reduce_window with maximum.",
    "%low = -inf : f32",
    "reduce_window(%x, %low, window_dimensions = [2, 2]) ({\n"
    "  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
    "    %m = maximum %p, %q\n"
    "    return %m : tensor<f32>\n"
    "})",
)
told(
    "avg_pool avg_pool2d avgpool",
    "Pooling is the op reduce_window with add, and a division.",
    "%z = 0.0",
    "%sums = reduce_window(%x, %z, window_dimensions = [2, 2]) ({\n"
    "  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
    "    %m = add %p, %q\n"
    "    return %m : tensor<f32>\n"
    "})",
    "%sums / 4.0",
)
told(
    "attention scaled_dot_product_attention",
    "Two matrix products with a softmax between them.",
    "softmax(%x @ matrix_transpose(%y) / 1.4142135) @ %y",
)
told(
    "cross_entropy nll_loss",
    "The log_softmax at the right places, its mean turned around.",
    "%labels = [0, 1]",
    "-mean(sum(log_softmax(%x) * one_hot(%labels, 2), axis = 1))",
)
told(
    "solve inv inverse pinv lstsq",
    "Systems of triangular matrices are solved by triangular_solve; cholesky makes one of a positive definite matrix.",
    "%l = cholesky([[4.0, 2.0], [2.0, 5.0]], lower = true)",
    "triangular_solve(%l, %x, left_side = true, lower = true, unit_diagonal = false, NO_TRANSPOSE)",
)
told(
    "svd eig eigh qr det slogdet lu",
    "StableHLO has cholesky and triangular_solve; JAX writes the others as custom_call targets, of which hlorepl knows those of its CPU.",
    "cholesky([[4.0, 2.0], [2.0, 5.0]], lower = true)",
)
told(
    "rfft ifft irfft fft2 fftn",
    "The op fft; the type says which transform, length the sizes of the last dimensions.",
    "fft(%v, RFFT, length = [4])",
)
told(
    "topk",
    "The op chlo.top_k gives the greatest along the last axis and their places.",
    "chlo.top_k(%v, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)",
)
told(
    "take_along_axis",
    "The op gather takes slices at many places; take is a call for one axis.",
    "take(%x, [1, 0], axis = 0)",
)
told(
    "scatter_add index_add at index_update put",
    "The op scatter; for one place dynamic_update_slice.",
    "dynamic_update_slice(%v, [9.0, 8.0], %i)",
)
told(
    "nonzero argwhere unique masked_select compress flatnonzero extract",
    "Sizes that depend on values are not written so in StableHLO: a mask keeps the shape.",
    "where(%x > 2.0, %x, 0.0)",
    "count_nonzero(%x > 2.0)",
)
told(
    "bincount histogram digitize searchsorted",
    "A comparison with every edge, and a sum.",
    "%edges = [1.5, 2.5]",
    "sum(expand_dims(%v, 1) >= expand_dims(%edges, 0), axis = 1)",
)
told(
    "interp polyfit polyval vander",
    "A polynomial is written out as products and sums.",
    "%x * %x * 2.0 + %x * 3.0 + 1.0",
)
told("percentile quantile", "The elements in order, then the place that is wanted.", "%s = sort(%v)", "%s[3]")
told(
    "cov corrcoef",
    "Differences from the mean, and a matrix product.",
    "%d = %x - mean(%x, axis = 1, keepdims = true)",
    "%d @ matrix_transpose(%d)",
)
told("T H", "The axes the other way round.", "matrix_transpose(%x)")
told("item tolist numpy", "A name alone shows the value; :show all of it.", ":show %v")
told("save savez dump", "A command: :save writes the session as a program.")
told("load fromfile loadtxt", "A command: :load reads programs, scripts, models and arrays.")
told("set_printoptions", "A command: :set shows the settings and changes one.")
told(
    "einops rearrange",
    "reshape and transpose, one after the other.",
    "reshape(transpose(%x, dims = [1, 0])) : tensor<4xf32>",
)
told(
    "assert allclose array_equal",
    "The ops check.expect_eq and check.expect_close, or :diff of two values.",
    "all(isclose(%x, %x))",
    "check.expect_eq(%x, %x)",
)
told(
    "psum pmean all_ppermute axis_index",
    "The collectives: all_reduce, all_gather, collective_permute, replica_id; :grid says how many processes there are.",
    "replica_id()",
)
