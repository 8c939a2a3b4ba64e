"""ONNX: its operators as functions of arrays, and the executor of its graphs."""
