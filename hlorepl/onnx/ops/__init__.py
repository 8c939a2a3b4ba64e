"""The operators of ONNX, a file for each family of its documentation."""
