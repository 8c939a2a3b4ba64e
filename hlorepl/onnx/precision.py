"""How the small floats are computed with: in f32, rounded once at the end."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from .tensors import is_small_float

if TYPE_CHECKING:
    from collections.abc import Callable


def single(value: float) -> float:
    """A default as ONNX's schemas hold it, in f32: for f64 inputs that makes a difference."""
    return float(np.float32(value))


def widened(array: Any) -> Any:
    """The array in f32 where its own type is a smaller float."""
    return array.astype(np.float32) if is_small_float(array.dtype) else array


def in_wide_floats(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let an operator of one result compute in f32 at least; the result gets the type of its first input."""

    @functools.wraps(function)
    def run(xp: Any, first: Any, *inputs: Any, **attributes: Any) -> Any:
        if not is_small_float(first.dtype):
            return function(xp, first, *inputs, **attributes)
        others = [value if value is None else widened(value) for value in inputs]
        return function(xp, widened(first), *others, **attributes).astype(first.dtype)

    return run
