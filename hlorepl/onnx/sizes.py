"""How many bytes an operator will make, where ONNX's inference of shapes does not tell: rules to be declared with ``@op``."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np


def as_first(first: Any, *inputs: Any, **attributes: Any) -> int:
    """As many as its first input has."""
    return first.nbytes


def as_broadcast(first: Any, *inputs: Any, **attributes: Any) -> int:
    """For each element of its inputs broadcast one of the first one's type."""
    shapes = [value.shape for value in inputs if hasattr(value, "shape")]
    try:
        count = prod(np.broadcast_shapes(first.shape, *shapes))
    except ValueError:  # before opset 7 the second is shaped for the first one
        count = first.size
    return count * first.dtype.itemsize


def as_targets(rows: Any, *, targets: int = 1, n_targets: int = 1, **attributes: Any) -> int:
    """A float for each row and target."""
    return rows.shape[0] * max(targets, n_targets) * 4


def as_all(*inputs: Any, **attributes: Any) -> int:
    """As many as its inputs have together."""
    parts = [part for value in inputs for part in (value if isinstance(value, list) else [value])]
    return sum(part.nbytes for part in parts if hasattr(part, "nbytes"))


def one_truth(*inputs: Any, **attributes: Any) -> int:
    """A truth, of whatever it is."""
    return 1
