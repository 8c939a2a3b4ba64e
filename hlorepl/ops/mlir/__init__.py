"""What dynamic programs use of MLIR's own dialects: arith, shape, tensor."""
