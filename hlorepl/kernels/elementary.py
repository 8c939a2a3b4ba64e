"""The element-wise functions of StableHLO for integers of 8 bits and more, f32, f64 and complex numbers.

Each takes the array namespace first, then arrays of one dtype and shape (rank-0 ones spread), and returns an array of
that dtype. An element of the result depends on the elements at its place alone, not on how many there are. For other
element types, and for f32 within 1 ulp, ``lowprecision`` wraps them. ``docs/accuracy.md`` has the bounds and what was
measured. Where the array library's own function is good enough, it is used as it is (``library``).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..backends.abilities import able
from . import complexmath, integers

if TYPE_CHECKING:
    from collections.abc import Callable


#: Those of the array library's functions whose complex64 results are the exact ones rounded, part by part.
_EXACT_BY_PART = frozenset({"add", "subtract", "negative"})


@cache
def library(name: str) -> Callable[..., Any]:
    """The array library's own function of that name, as a kernel; complex64 is computed in complex128."""

    def kernel(xp: Any, *arrays: Any) -> Any:
        return getattr(xp, name)(*arrays)

    return kernel if name in _EXACT_BY_PART else complexmath.wide(kernel)


def is_as_it_is(name: str, dtype: Any) -> bool:
    """Whether the array library's function is all that there is to the kernel for a type."""
    return dtype != np.complex64 or name in _EXACT_BY_PART


# --- arithmetic --------------------------------------------------------------------------------------------------


def divide(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The quotient; of integers: without its fraction, all ones by zero."""
    if lhs.dtype.kind == "f":
        return xp.divide(lhs, rhs)
    return (complexmath if lhs.dtype.kind == "c" else integers).divide(xp, lhs, rhs)


def remainder(xp: Any, lhs: Any, rhs: Any) -> Any:
    """What is left of the dividend, with its sign."""
    return xp.fmod(lhs, rhs) if lhs.dtype.kind == "f" else integers.remainder(xp, lhs, rhs)


def power(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The left side to the power of the right one."""
    if lhs.dtype.kind == "f":
        return xp.power(lhs, rhs)
    return (complexmath if lhs.dtype.kind == "c" else integers).power(xp, lhs, rhs)


def atan2(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The angle of the point (rhs, lhs), in (-pi, pi]."""
    return complexmath.atan2(xp, lhs, rhs) if lhs.dtype.kind == "c" else xp.arctan2(lhs, rhs)


# --- order -------------------------------------------------------------------------------------------------------


def maximum(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The greater; NaN wins, and 0 is above -0. Complex numbers by (real, imaginary); of booleans: or."""
    if lhs.dtype.kind == "c":
        return complexmath.maximum(xp, lhs, rhs)
    out = xp.maximum(lhs, rhs)
    return _with_zeros(xp, lhs, rhs, out, xp.bitwise_and) if lhs.dtype.kind == "f" else out


def minimum(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The lesser; NaN wins, and -0 is below 0. Complex numbers by (real, imaginary); of booleans: and."""
    if lhs.dtype.kind == "c":
        return complexmath.minimum(xp, lhs, rhs)
    out = xp.minimum(lhs, rhs)
    return _with_zeros(xp, lhs, rhs, out, xp.bitwise_or) if lhs.dtype.kind == "f" else out


@cache
def takes_second_zero() -> bool:
    """Whether NumPy's ``maximum`` of -0 and a +0 behind it is +0 on this machine, however many there are and wherever they stand."""
    for dtype in (np.float32, np.float64):
        for step in (1, 2):
            memory = np.full(150, -0.0, dtype)
            for first, count in ((0, 1), (0, 2), (1, 3), (0, 7), (2, 13), (3, 31), (1, 67)):
                x = memory[first : first + count * step : step]
                for zero in (np.zeros((), dtype), np.zeros(count, dtype)):
                    for out in (None, x.copy()):
                        if np.signbit(np.maximum(x if out is None else out, zero, out=out)).any():
                            return False
    return True


#: To count the zeros of so few numbers takes less than to compare both sides.
_FEW = 1_024


def _with_zeros(xp: Any, lhs: Any, rhs: Any, out: Any, combine: Any) -> Any:
    """The array library may return either zero: where both sides are equal, combine their bits instead."""
    is_host = able(xp).is_host  # elsewhere asking would stop the device
    if is_host and out.size <= _FEW and np.count_nonzero(out) == out.size:
        return out
    equal = lhs == rhs
    if is_host and not np.count_nonzero(equal):
        return out
    word = f"u{lhs.dtype.itemsize}"
    bits = combine(lhs.view(word), rhs.view(word))
    return xp.asarray(xp.where(equal, bits, out.view(word))).view(lhs.dtype)


def clamp(xp: Any, low: Any, operand: Any, high: Any) -> Any:
    """``minimum(maximum(operand, low), high)``."""
    return minimum(xp, maximum(xp, operand, low), high)


#: The array namespace's function for each direction.
COMPARE = {"EQ": "equal", "NE": "not_equal", "GE": "greater_equal", "GT": "greater", "LE": "less_equal", "LT": "less"}


def compare(xp: Any, lhs: Any, rhs: Any, direction: str, total_order: bool = False) -> Any:
    """An array of bool. ``direction`` is one of EQ NE GE GT LE LT; complex numbers go by (real, imaginary).

    In total order -NaN < -inf < ... < -0 < 0 < ... < inf < NaN, and equal means the same bits.
    """
    if lhs.dtype.kind == "c" and direction not in ("EQ", "NE"):
        return _compare_complex(xp, lhs, rhs, direction)
    if total_order and lhs.dtype.kind not in "biuc":
        lhs, rhs = order_key(xp, lhs), order_key(xp, rhs)
    return getattr(xp, COMPARE[direction])(lhs, rhs)


def _compare_complex(xp: Any, lhs: Any, rhs: Any, direction: str) -> Any:
    if direction in ("LT", "LE"):
        lhs, rhs = rhs, lhs
    above = complexmath.greater(xp, lhs, rhs)
    return above if direction in ("GT", "LT") else above | (lhs == rhs)


def order_key(xp: Any, x: Any) -> Any:
    """Signed integers that stand in the total order of the floats (of any width that fills its bytes)."""
    size = x.dtype.itemsize
    bits = x.view(f"i{size}")
    return bits ^ ((bits >> bits.dtype.type(8 * size - 1)) & bits.dtype.type((1 << (8 * size - 1)) - 1))


def absolute(xp: Any, x: Any) -> Any:
    """The absolute value; of complex numbers, the real distance from 0."""
    if x.dtype != np.complex64:
        return xp.abs(x)
    return xp.asarray(xp.abs(x.astype(np.complex128))).astype(np.float32)


# --- one operand: signs, rounding --------------------------------------------------------------------------------


def sign(xp: Any, x: Any) -> Any:
    """-1, 0 or 1; keeps -0 and NaN; z / abs(z) for complex numbers."""
    if x.dtype.kind == "f":
        return xp.copysign(xp.sign(x), x)
    return complexmath.sign(xp, x) if x.dtype.kind == "c" else xp.sign(x)


def round_nearest_afz(xp: Any, x: Any) -> Any:
    """The nearest integer, ties away from zero."""
    # The number below a half: with it, what lies just below a tie is not carried over, and a tie still is.
    below_half = xp.nextafter(x.dtype.type(0.5), x.dtype.type(0))
    return xp.trunc(x + xp.copysign(below_half, x))


# --- one operand: roots, exponentials, logarithms ----------------------------------------------------------------


def rsqrt(xp: Any, x: Any) -> Any:
    """1 / sqrt(x)."""
    return complexmath.rsqrt(xp, x) if x.dtype.kind == "c" else xp.reciprocal(xp.sqrt(x))


def cbrt(xp: Any, x: Any) -> Any:
    """The cube root; real for negative numbers."""
    if x.dtype.kind == "c":
        return complexmath.cbrt(xp, x)
    return xp.cbrt(x) if x.dtype.itemsize < 8 else _cbrt64(xp, x)


def _cbrt64(xp: Any, x: Any) -> Any:
    """One Newton step on the library's root, which is up to 4 ulp off; far ends are scaled so that its cube fits."""
    size = xp.abs(x)
    scale = xp.where(size > 2.0**900, 2.0**-300, xp.where(size < 2.0**-900, 2.0**300, 1.0))
    unscale = xp.where(size > 2.0**900, 2.0**100, xp.where(size < 2.0**-900, 2.0**-100, 1.0))
    inner = x * scale
    root = xp.cbrt(inner)
    square = root * root
    step = (square * root - inner) / (3.0 * square)
    return xp.where(xp.isfinite(step), root - step, root) * unscale


def exponential_minus_one(xp: Any, x: Any) -> Any:
    """exp(x) - 1, exact near 0."""
    return complexmath.expm1(xp, x) if x.dtype.kind == "c" else xp.expm1(x)


def log_plus_one(xp: Any, x: Any) -> Any:
    """log(1 + x), exact near 0."""
    return complexmath.log1p(xp, x) if x.dtype.kind == "c" else xp.log1p(x)


def logistic(xp: Any, x: Any) -> Any:
    """1 / (1 + exp(-x)), down into the subnormal numbers."""
    if x.dtype.kind == "c":
        return complexmath.logistic(xp, x)
    return xp.exp(xp.minimum(x, 0)) / (xp.exp(-xp.abs(x)) + x.dtype.type(1))
