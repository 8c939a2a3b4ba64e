"""Functions of complex numbers that the array library lacks, or gets wrong near zeros, poles and the end of the range.

Each stays within 4 eps of the norm of the answer. complex64 goes through complex128, which gives each part within half an
ulp and a hair. Branch cuts, signs of zero and
infinities follow annex G of C99, as the array library's own ``sqrt``, ``log``, ``exp`` and the trigonometric ones do.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

_WIDE = np.dtype(np.complex128)


def wide(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compute complex64 in complex128, and other types as they are."""

    @wraps(function)
    def run(xp: Any, *arrays: Any) -> Any:
        if arrays[0].dtype != np.complex64:
            return function(xp, *arrays)
        return xp.asarray(function(xp, *(array.astype(_WIDE) for array in arrays))).astype(np.complex64)

    return run


def join(xp: Any, real: Any, imag: Any) -> Any:
    """The complex array with these parts, whatever they hold (``real + 1j * imag`` spreads NaN)."""
    real, imag = xp.broadcast_arrays(real, imag)
    out = xp.empty(real.shape, np.result_type(real.dtype, np.complex64))
    out.real, out.imag = real, imag
    return out


@wide
def divide(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Safe from overflow; by zero it is infinite, by infinity zero."""
    huge = _largest_part(xp, rhs) > 2.0**1020
    if huge.any():
        # The library adds both parts of the divisor.
        scale = xp.where(huge & xp.isfinite(rhs), 2.0**-8, 1.0)
        lhs, rhs = _scaled(xp, lhs, scale), _scaled(xp, rhs, scale)
    out = xp.divide(lhs, rhs)
    lost = xp.isnan(out)
    return xp.where(lost, _divide_by_parts(xp, lhs, rhs, out), out) if lost.any() else out


def _divide_by_parts(xp: Any, lhs: Any, rhs: Any, out: Any) -> Any:
    """Annex G's answers where the quotient came out as NaN + NaN i though one of the operands is 0 or infinite."""
    a, b, c, d = lhs.real, lhs.imag, rhs.real, rhs.imag
    real, imag = out.real, out.imag
    pole = (rhs == 0) & ~(xp.isnan(a) & xp.isnan(b))
    infinity = xp.copysign(xp.inf, c)
    real, imag = xp.where(pole, infinity * a, real), xp.where(pole, infinity * b, imag)
    huge = (xp.isinf(a) | xp.isinf(b)) & xp.isfinite(c) & xp.isfinite(d) & ~pole
    a1, b1 = _unit(xp, a), _unit(xp, b)
    real = xp.where(huge, xp.inf * (a1 * c + b1 * d), real)
    imag = xp.where(huge, xp.inf * (b1 * c - a1 * d), imag)
    small = (xp.isinf(c) | xp.isinf(d)) & xp.isfinite(a) & xp.isfinite(b)
    c1, d1 = _unit(xp, c), _unit(xp, d)
    real = xp.where(small, 0.0 * (a * c1 + b * d1), real)
    imag = xp.where(small, 0.0 * (b * c1 - a * d1), imag)
    return join(xp, real, imag)


def _unit(xp: Any, x: Any) -> Any:
    """1 for infinities, 0 for the rest, with the sign of x."""
    return xp.copysign(xp.where(xp.isinf(x), 1.0, 0.0), x)


@wide
def expm1(xp: Any, z: Any) -> Any:
    """exp(z) - 1 without cancellation near 0."""
    x, y = z.real, z.imag
    half = xp.sin(0.5 * y)
    real = xp.expm1(x) * xp.cos(y) - 2.0 * half * half
    imag = xp.where(y == 0, y, xp.exp(x) * xp.sin(y))
    # Past the range of exp alone, scaling leaves room for a small cosine or sine.
    big = x > 709.0
    if big.any():
        scaled = xp.exp(x - 709.0)
        end = xp.exp(xp.asarray(709.0))
        real = xp.where(big, scaled * xp.cos(y) * end, real)
        imag = xp.where(big & (y != 0), scaled * xp.sin(y) * end, imag)
    real = xp.where(y == 0, xp.expm1(x), real)
    return xp.where(xp.isfinite(z), join(xp, real, imag), xp.exp(z) - 1)


@wide
def log1p(xp: Any, z: Any) -> Any:
    """log(1 + z) without cancellation near 0."""
    x, y = z.real, z.imag
    near = xp.abs(z) < 0.5
    a, b = xp.where(near, x, 0.0), xp.where(near, y, 0.0)
    # |1 + z|**2 - 1, which is 0 on a circle: what rounding takes from the sums is put back.
    squares, lost = _sum_and_rest(xp, a * a, b * b)
    inner, rest = _sum_and_rest(xp, 2.0 * a, squares)
    inner = inner + (lost + rest)
    far = xp.log(join(xp, 1.0 + x, y))
    real = xp.where(near, 0.5 * xp.log1p(inner), far.real)
    return join(xp, real, far.imag)


def _sum_and_rest(xp: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """The rounded sum, and what rounding took from it."""
    total = a + b
    other = total - a
    return total, (a - (total - other)) + (b - other)


@wide
def logistic(xp: Any, z: Any) -> Any:
    """1 / (1 + exp(-z)), also beside its poles at odd multiples of pi i."""
    x, y = z.real, z.imag
    middle = xp.clip(x, -40.0, 40.0)
    sine, cosine = xp.sin(0.5 * y), xp.cos(0.5 * y)
    height = 2.0 * (xp.sinh(0.5 * middle) ** 2 + cosine * cosine)
    left = xp.where(middle < -0.5, 0.5 * (xp.exp(middle) + xp.cos(y)), 0.5 * xp.expm1(middle) + cosine * cosine)
    inner = join(xp, left / height, sine * cosine / height)
    tail = xp.exp(join(xp, -xp.abs(x), xp.where(x < 0, y, -y)))
    # Beyond 40 the next term of the series is below eps: exp(z) to the left, 1 - exp(-z) to the right.
    out = xp.where(x < -40.0, tail, xp.where(x > 40.0, 1.0 - tail, inner))
    return join(xp, out.real, xp.where(y == 0, y, out.imag))


@wide
def rsqrt(xp: Any, z: Any) -> Any:
    """1 / sqrt(z); infinite at 0, 0 at infinity."""
    return divide(xp, xp.ones_like(z), xp.sqrt(z))


@wide
def cbrt(xp: Any, z: Any) -> Any:
    """The principal cube root, exp(log(z) / 3)."""
    size, angle = xp.cbrt(xp.abs(z)), xp.arctan2(z.imag, z.real) / 3.0
    return join(xp, size * xp.cos(angle), xp.where(angle == 0, angle, size * xp.sin(angle)))


@wide
def power(xp: Any, lhs: Any, rhs: Any) -> Any:
    """exp(rhs * log(lhs)), with 0 ** 0 = 1 and 0 ** b = 0 for b with a positive real part."""
    return xp.power(lhs, rhs)


@wide
def atan2(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The analytic continuation of atan2: -i log((rhs + i lhs) / sqrt(lhs**2 + rhs**2)).

    That formula is exact beside its poles, where rhs = ±i lhs; away from them atan(lhs / rhs), with the half turns
    that it lacks, is exact beside its zeros, too.
    """
    size = xp.maximum(_largest_part(xp, lhs), _largest_part(xp, rhs))
    scale = xp.ldexp(1.0, -xp.frexp(xp.where((size > 0) & xp.isfinite(size), size, 1.0))[1] // 2)
    lhs, rhs = (_scaled(xp, _scaled(xp, z, scale), scale) for z in (lhs, rhs))
    plus = join(xp, rhs.real - lhs.imag, rhs.imag + lhs.real)
    minus = join(xp, rhs.real + lhs.imag, rhs.imag - lhs.real)
    low, high = xp.minimum(xp.abs(plus), xp.abs(minus)), xp.maximum(xp.abs(plus), xp.abs(minus))
    near_pole = low < 0.25 * high
    root, plain = xp.sqrt(plus * minus), xp.sqrt(lhs * lhs + rhs * rhs)
    # Parts that the sums above have swallowed may decide on which side of its cut the root is taken.
    other_side = root.real * plain.real + root.imag * plain.imag < 0
    root = xp.where(other_side & ~near_pole, -root, root)
    turned = xp.log(divide(xp, plus, root))
    beside_poles = join(xp, turned.imag, -turned.real)
    angle = xp.arctan(divide(xp, lhs, rhs))
    half_turns = xp.rint((beside_poles.real - angle.real) / xp.pi)
    elsewhere = join(xp, angle.real + half_turns * xp.pi, angle.imag)
    return xp.where(near_pole | ~xp.isfinite(elsewhere), beside_poles, elsewhere)


def _scaled(xp: Any, z: Any, scale: Any) -> Any:
    """Z times real numbers, part by part: as a complex product, infinite parts would become NaN."""
    return join(xp, z.real * scale, z.imag * scale)


def _largest_part(xp: Any, z: Any) -> Any:
    return xp.maximum(xp.abs(z.real), xp.abs(z.imag))


@wide
def sign(xp: Any, z: Any) -> Any:
    """The quotient z / abs(z); 0 for 0, NaN for NaN and for infinite parts."""
    size = xp.abs(z)
    overflown = xp.isinf(size) & xp.isfinite(z)
    if overflown.any():
        z = xp.where(overflown, 0.25 * z, z)
        size = xp.abs(z)
    scale = xp.where(size == 0, 1.0, size)
    real, imag = z.real / scale, z.imag / scale
    unknown = xp.isnan(z)
    real, imag = xp.where(unknown, xp.nan, real), xp.where(unknown, xp.nan, imag)
    return xp.where(z == 0, 0, join(xp, real, imag))


@wide
def square(xp: Any, z: Any) -> Any:
    """The product z * z, without cancellation in the real part."""
    x, y = z.real, z.imag
    return join(xp, (x - y) * (x + y), 2 * x * y)


def maximum(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The later in the order of (real, imaginary); NaN propagates, the left one first."""
    return _extremum(xp, lhs, rhs, greater(xp, lhs, rhs))


def minimum(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The earlier in the order of (real, imaginary); NaN propagates, the left one first."""
    return _extremum(xp, lhs, rhs, greater(xp, rhs, lhs))


def _extremum(xp: Any, lhs: Any, rhs: Any, left: Any) -> Any:
    return xp.where(xp.isnan(lhs) | (left & ~xp.isnan(rhs)), lhs, rhs)


def greater(xp: Any, lhs: Any, rhs: Any) -> Any:
    """In the order of (real, imaginary)."""
    return (lhs.real > rhs.real) | ((lhs.real == rhs.real) & (lhs.imag > rhs.imag))
