"""The values of MDF and ONNX models as text: arrays, and what else these models pass on."""

from __future__ import annotations

from typing import Any

from ..ir.types import TensorType, element_of
from .text import array_text, value_text


def mdf_text(value: Any) -> str:
    """A value of an MDF model, on a line."""
    import numpy as np

    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        return array_text(None, array).replace("\n", " ") if array.dtype.kind in "biufc" else str(array.tolist())
    return str(value)


def onnx_text(name: str, value: Any, full: bool = False) -> str:
    """A value of an ONNX model; sequences, strings and such as Python writes them."""
    of = tensor_type(value)
    return f"{name} = {value}" if of is None else value_text(name, of, value, full)


def tensor_type(value: Any) -> TensorType | None:
    """The type of an array; None for what no tensor can hold (sequences, strings)."""
    try:
        return TensorType(tuple(value.shape), element_of(value.dtype))
    except (KeyError, AttributeError):
        return None
