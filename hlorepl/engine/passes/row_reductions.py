"""What ``reduce`` does in each row of a block."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ...kernels.casts import convert
from ...kernels.reduction import Known, known_text, reduce, reducer
from ..source import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    Shape = tuple[int, ...]


def row_reducer(op_name: str | None, dtype: Any, shape: Shape, axes: Shape) -> Callable[[Any, Any], Any]:
    """What ``reduce`` does in each row of a block, just as it does it on the whole array; ``shape`` is that of one row in a block."""
    how = reducer(np, op_name, _never, [dtype])
    assert isinstance(how, Known)
    found = known_text(how, (2, *shape[1:]), dtype, axes)
    if found is not None:
        return _as_expression(*found)
    size = prod(shape[axes[0] :])
    if axes != tuple(range(len(shape) - len(axes), len(shape))) or not size:
        return lambda array, initial: convert(np, reduce(np, how, (array,), (initial,), axes)[0], dtype)
    kept = shape[1 : axes[0]]

    def fold(array: Any, initial: Any) -> Any:
        (wide,), (start,) = how.widened((array,)), how.widened((initial,))
        (total,) = how.fold((wide.reshape(-1, size, 1),))
        (joined,) = how.join((start,), (total.reshape(-1, *kept),))
        return convert(np, joined, dtype)

    return fold


def _as_expression(text: str, names: dict[str, Any]) -> Callable[[Any, Any], Any]:
    """The expression of a reduction of two rows for any number of rows."""
    free = {name: (-1, *names[name][1:]) for name in ("cut", "kept")}
    fields = {"a0": "array", "n1": "initial.item()", **{name: name for name in names}}
    writer = Writer("def fold(array, initial):", "<fold>")
    writer.names = {**names, **free}
    writer.add(f"    return {text.format(**fields)}")
    return writer.function("fold")


def _never(*arrays: Any) -> Any:
    raise AssertionError("a reduction by one op needs no body")
