"""Rank-0 values as numbers: exact wrapping, and answers where Python raises.

An i1 is a bool, an integer an int in the range of its type, an f64 a float of Python; an f32 is NumPy's scalar, whose arithmetic
rounds once and costs as little, and which NumPy's functions take and give without a conversion.
"""

from __future__ import annotations

from functools import cache
from math import copysign, fmod, isfinite
from typing import Any

import numpy as np

#: The kinds of NumPy's dtypes whose values are numbers here.
_KINDS = "biuf"


def is_plain(dtype: Any) -> bool:
    """Whether values of a dtype are held as numbers: truth values, integers of 8 to 64 bits, f32 and f64."""
    return dtype is not None and dtype.kind in _KINDS and not (dtype.kind == "f" and dtype.itemsize not in (4, 8))


def is_single(dtype: Any) -> bool:
    """Whether values are held as NumPy's scalars."""
    return dtype is not None and dtype.kind == "f" and dtype.itemsize == 4


def literal(value: Any) -> str | None:
    """A number as Python text that means it, where there is one that is short."""
    if isinstance(value, np.generic) or isinstance(value, float) and not isfinite(value):
        return None
    text = repr(value)
    return f"({text})" if text[0] == "-" else text


@cache
def limits(dtype: np.dtype[Any]) -> tuple[int, int]:
    """The least and the greatest integer of a type."""
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


# --- where Python raises -------------------------------------------------------------------------------------------


def over_zero(x: float, y: float) -> float:
    """A quotient by zero: infinite, or NaN."""
    return float(np.divide(np.float64(x), np.float64(y)))


def root(x: float) -> float:
    """The root of what is not above zero."""
    return float(np.sqrt(np.float64(x)))


@cache
def quotient(dtype: np.dtype[Any]) -> Any:
    """Division of integers without the fraction: all ones by zero; the least number by -1 is itself."""
    least, greatest = limits(dtype)
    ones = -1 if least else greatest

    def divide(x: int, y: int) -> int:
        if y == 0:
            return ones
        found = x // y
        if found < 0 and found * y != x:
            found += 1
        return found if found <= greatest else least

    return divide


def modulo(x: int, y: int) -> int:
    """What division of integers leaves, with the sign of the dividend; by zero: the dividend."""
    if y == 0:
        return x
    found = abs(x) % abs(y)
    return -found if x < 0 else found


def remainder(x: float, y: float) -> float:
    """What division leaves, exactly, with the sign of the dividend."""
    if y == 0 or not isfinite(x):
        return float(np.fmod(np.float64(x), np.float64(y)))
    return fmod(x, y)


def maximum(x: float, y: float) -> float:
    """The greater; NaN wins, 0 is above -0."""
    if x > y or x != x:
        return x
    return y if y > x or y != y or copysign(1.0, y) > 0 else x


def minimum(x: float, y: float) -> float:
    """The lesser; NaN wins, -0 is below 0."""
    if x < y or x != x:
        return x
    return y if y < x or y != y or copysign(1.0, y) < 0 else x


def clamp(low: float, x: float, high: float) -> float:
    """``minimum(maximum(x, low), high)``."""
    return minimum(maximum(x, low), high)


@cache
def whole(dtype: np.dtype[Any]) -> Any:
    """A float without its fraction, clamped to an integer type; 0 for NaN."""
    least, greatest = limits(dtype)

    def convert(x: float) -> int:
        x = float(x)
        if x != x:
            return 0
        return least if x <= least else greatest if x >= greatest else int(x)

    return convert
