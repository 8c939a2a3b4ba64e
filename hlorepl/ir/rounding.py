"""Floats of 64 bits as floats of another type, rounded once: what literals, their text and the casts all need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .types import ElementType


def narrowed(values: np.ndarray[Any, Any], of: ElementType) -> np.ndarray[Any, Any]:
    """Doubles as elements of a float type, rounded once to nearest even."""
    if of.bits == 64:
        return values
    with np.errstate(all="ignore"):
        if of.bits == 32 or of.name == "f16":
            return values.astype(of.dtype)
        return to_odd(np, values).astype(of.dtype)


def to_odd(xp: Any, x: Any) -> Any:
    """f64 to f32 rounded to odd: rounding that again to a shorter type gives what rounding x once would.

    (ml_dtypes goes from f64 to its types through f32 rounded to nearest, which rounds twice.)
    """
    near = x.astype(np.float32)
    back = near.astype(np.float64)
    inexact = (back != x) & ~xp.isnan(x)
    if not inexact.any():
        return near
    bits = near.view(np.uint32)
    outward = (xp.abs(back) > xp.abs(x)).astype(np.uint32)
    return xp.where(inexact, (bits - outward) | np.uint32(1), bits).view(np.float32)
