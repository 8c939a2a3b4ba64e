"""Running sums and products along any axis."""

from __future__ import annotations

from typing import Any

import numpy as np

#: From so many neighbours on, which lie beside each other, one pass for each place along the axis is best.
_LEAST = 64


def running(xp: Any, ufunc_name: str, x: Any, axis: int, dtype: Any) -> Any:
    """``ufunc.accumulate`` along an axis in a type: NumPy's own way goes along the axis element by element."""
    if type(x) is not np.ndarray:
        return getattr(xp, {"add": "cumsum", "multiply": "cumprod"}[ufunc_name])(x, axis=axis, dtype=dtype)
    ufunc, length = getattr(np, ufunc_name), x.shape[axis]
    beside = x.size // max(1, length * int(np.prod(x.shape[:axis])))
    if length < 2 or beside < _LEAST:
        return ufunc.accumulate(x, axis=axis, dtype=dtype)
    result = np.empty(x.shape, dtype)
    given, made = np.moveaxis(x, axis, 0), np.moveaxis(result, axis, 0)
    made[0] = given[0]
    before = made[0]
    for each, here in zip(given[1:], made[1:], strict=True):
        ufunc(before, each, out=here, dtype=dtype)
        before = here
    return result
