"""What users of NumPy, JAX and PyTorch type: names that stand for ops, and the ways of saying what no single op says."""
