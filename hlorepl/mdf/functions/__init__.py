"""The standard functions of MDF, by name: the plain ones, ACT-R's, the drift diffusion model, and ONNX's operators."""

from .table import StandardFunction, find, lookup, names

__all__ = ["StandardFunction", "find", "lookup", "names"]
