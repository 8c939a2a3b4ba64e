"""A value or an error to terminal, HTML, plain MLIR, JSON."""
