"""Element-wise functions of large arrays, a block at a time: what is made on the way stays in cache.

Functions are called unchanged on parts of their arrays, so the numbers are those of calling them on the whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Elements in a block: what is made of it on the way stays in the second-level cache, and in memory that the process has.
BLOCK = 1 << 16
#: Fewer elements are done at once.
LEAST = 1 << 18


def in_blocks(function: Callable[..., Any], *arrays: Any) -> Any:
    """``function(*arrays)`` of an element-wise function of one result.

    Arrays of one element (and what is no array) are handed over whole; the others must have one shape, else all is done at once.
    """
    cut = _cut(arrays)
    if cut is None:
        return function(*arrays)
    shape, flat = cut
    size, result = flat[0][1].size, None
    given = list(arrays)
    for start in range(0, size, BLOCK):
        for place, array in flat:
            given[place] = array[start : start + BLOCK]
        part = function(*given)
        if result is None:
            if type(part) is not np.ndarray or part.shape != given[flat[0][0]].shape:
                return function(*arrays)
            result = np.empty(size, part.dtype)
        result[start : start + BLOCK] = part
    assert result is not None
    return result.reshape(shape)


def _cut(arrays: Sequence[Any]) -> tuple[tuple[int, ...], list[tuple[int, Any]]] | None:
    """The shape of the arrays that are to be cut, and each with its place, in one row; None where that cannot be."""
    shape: tuple[int, ...] | None = None
    flat: list[tuple[int, Any]] = []
    for place, array in enumerate(arrays):
        if type(array) is not np.ndarray or array.size == 1:
            if type(array) is np.ndarray and shape is not None and array.ndim > len(shape):
                return None
            continue
        if array.size < LEAST or (shape is not None and array.shape != shape) or not array.flags.c_contiguous:
            return None
        shape = array.shape
        flat.append((place, array.reshape(-1)))
    if shape is None or any(type(each) is np.ndarray and each.size == 1 and each.ndim > 1 for each in arrays):
        return None
    return shape, flat


#: So many copies of a number stand beside an array.
_COPIES = 1 << 11


def clamped(x: Any, low: Any, high: Any) -> Any:
    """``minimum(maximum(x, low), high)``, where None is no limit and limits are numbers of the type of ``x``."""
    if low is None or high is None:
        return (
            x if low is high else with_number(np.maximum, x, low) if high is None else with_number(np.minimum, x, high)
        )
    raised = with_number(np.maximum, x, low)
    rows = raised.reshape(-1, _COPIES) if raised.size % _COPIES == 0 and raised.size else None
    if rows is None:
        return with_number(np.minimum, raised, high)
    np.minimum(rows, np.full(_COPIES, high, x.dtype), out=rows)
    return raised


def with_number(ufunc: np.ufunc, x: Any, number: Any) -> Any:
    """``ufunc(x, number)`` for one number of the type of ``x``: NumPy's loops for some ufuncs are quick for two arrays only."""
    count = x.size // _COPIES
    if count < 2 or not x.flags.c_contiguous:
        return ufunc(x, number)
    flat, same = x.reshape(-1), np.full(_COPIES, number, x.dtype)
    rows = flat[: count * _COPIES].reshape(count, _COPIES)
    rest = flat[count * _COPIES :]
    if not rest.size:
        return ufunc(rows, same).reshape(x.shape)
    result = np.empty(x.size, ufunc.resolve_dtypes((x.dtype, x.dtype, None))[-1])
    ufunc(rows, same, out=result[: count * _COPIES].reshape(count, _COPIES))
    ufunc(rest, same[: rest.size], out=result[count * _COPIES :])
    return result.reshape(x.shape)
