// The shapes of two values broadcast, and one of them stretched to the result.
func.func private @stretch(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %a = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %fits = shape.cstr_broadcastable %a, %b : tensor<2xindex>, tensor<1xindex>
  %0 = shape.assuming %fits -> (tensor<?x?xf32>) {
    %c = shape.broadcast %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %d = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %e = stablehlo.dynamic_broadcast_in_dim %y, %c, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %f = stablehlo.add %d, %e : tensor<?x?xf32>
    shape.assuming_yield %f : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}
func.func @main() {
  %x = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %p = tensor.cast %x : tensor<2x1xf32> to tensor<?x?xf32>
  %q = tensor.cast %y : tensor<3xf32> to tensor<?xf32>
  %0 = call @stretch(%p, %q) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<2x3xf32>
  check.expect_eq_const %1, dense<[[11.0, 21.0, 31.0], [12.0, 22.0, 32.0]]> : tensor<2x3xf32>
  func.return
}
// -----
func.func @main() {
  %s = shape.const_shape [2, 3, 4] : tensor<3xindex>
  %n = shape.num_elements %s : tensor<3xindex> -> index
  %r = shape.rank %s : tensor<3xindex> -> index
  %one = arith.constant 1 : index
  %e = shape.get_extent %s, %one : tensor<3xindex>, index -> index
  %x = stablehlo.constant dense<0> : tensor<5x6xi8>
  %d = shape.dim %x, %one : tensor<5x6xi8>, index -> index
  %size = shape.const_size 10
  %i = shape.size_to_index %size : !shape.size
  %back = shape.index_to_size %i
  %t = shape.from_extents %e, %d : index, index
  %u = shape.to_extent_tensor %t : !shape.shape -> tensor<2xindex>
  %v = shape.value_as_shape %u : tensor<2xindex> -> !shape.shape
  %w = shape.concat %u, %s : tensor<2xindex>, tensor<3xindex> -> tensor<5xindex>
  %all = tensor.from_elements %n, %r, %e, %d, %i : tensor<5xindex>
  %0 = arith.index_cast %all : tensor<5xindex> to tensor<5xi64>
  check.expect_eq_const %0, dense<[24, 3, 3, 6, 10]> : tensor<5xi64>
  %1 = arith.index_cast %w : tensor<5xindex> to tensor<5xi64>
  check.expect_eq_const %1, dense<[3, 6, 2, 3, 4]> : tensor<5xi64>
  %same = shape.cstr_eq %s, %s : tensor<3xindex>, tensor<3xindex>
  %yes = arith.constant true
  %holds = shape.cstr_require %yes, "it must"
  %known = shape.const_witness true
  %facts = shape.assuming_all %same, %holds, %known
  func.return
}
