"""Copies of arrays that lie otherwise in memory than they are read."""

from __future__ import annotations

from typing import Any

import numpy as np

#: Elements along the two dimensions of a tile whose lines stay in the first-level cache.
_ROWS, _COLUMNS = 64, 128
#: Smaller arrays stay in cache whatever is done.
_LEAST = 1 << 16


def copied(array: Any) -> Any:
    """A copy in row-major order; of transposed matrices tile by tile, which spares most of the waiting for memory."""
    axis = _fastest(array)
    if axis is None:
        return array.copy()
    result = np.empty(array.shape, array.dtype)
    front = (slice(None),) * axis
    between = (slice(None),) * (array.ndim - axis - 2)
    for row in range(0, array.shape[axis], _ROWS):
        for column in range(0, array.shape[-1], _COLUMNS):
            tile = (*front, slice(row, row + _ROWS), *between, slice(column, column + _COLUMNS))
            result[tile] = array[tile]
    return result


def _fastest(array: Any) -> int | None:
    """The dimension whose neighbours lie beside each other, where that is not the last and tiles pay."""
    if array.size < _LEAST or array.dtype.kind not in "biufc" or array.flags.c_contiguous:
        return None
    if abs(array.strides[-1]) == array.itemsize or array.shape[-1] < _ROWS:
        return None
    axes = [
        axis for axis, step in enumerate(array.strides[:-1]) if step == array.itemsize and array.shape[axis] >= _ROWS
    ]
    return axes[0] if axes else None


#: Rows that are looked at together.
_BAND = 32


def triangle(matrices: Any, diagonal: int, upper: bool) -> Any:
    """The part of each matrix on and above, or on and below, a diagonal; the rest is zero."""
    result = np.zeros(matrices.shape, matrices.dtype)
    rows, columns = matrices.shape[-2:]
    for first in range(0, rows, _BAND):
        last = min(first + _BAND, rows)
        # In a band of rows the diagonal goes through a few columns; beside them all is taken, or nothing.
        left, right = (min(max(0, row + diagonal + (not upper)), columns) for row in (first, last))
        whole = (..., slice(first, last), slice(right, None) if upper else slice(left))
        result[whole] = matrices[whole]
        part = (..., slice(first, last), slice(left, right))
        below = np.arange(first, last)[:, None] + diagonal
        place = np.arange(left, right)
        result[part] = np.where(place >= below if upper else place <= below, matrices[part], result[part])
    return result
