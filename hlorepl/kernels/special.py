"""The functions that CHLO adds: error functions, the gamma family, neighbours.

Arguments are f32 or f64 (complex too where the array library has it); ``lowprecision`` wraps them for other types. What
SciPy does in f64 is rounded to f32 at the end.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ..backends.abilities import able
from ..ir.types import element_of
from . import casts, complexmath, error_functions
from .lowprecision import is_low

_F64 = np.dtype(np.float64)


def _functions(xp: Any) -> Any:
    """SciPy's special functions, or those that the array namespace brings along."""
    own = getattr(xp, "special", None)
    if own is None:
        import scipy.special as own  # late: SciPy
    return own


def _in_f64(xp: Any, name: str, *arrays: Any) -> Any:
    dtype = arrays[0].dtype
    out = getattr(_functions(xp), name)(*(array.astype(_F64) for array in arrays))
    return out.astype(dtype)


# --- products ----------------------------------------------------------------------------------------------------


def square(xp: Any, x: Any) -> Any:
    """The product of x with itself."""
    return complexmath.square(xp, x) if x.dtype.kind == "c" else xp.multiply(x, x)


def conj(xp: Any, x: Any) -> Any:
    """The complex conjugate; real numbers as they are."""
    return xp.conjugate(x) if x.dtype.kind == "c" else x


# --- error functions, Bessel -------------------------------------------------------------------------------------


def erf(xp: Any, x: Any) -> Any:
    """The error function."""
    if x.dtype == np.float32 and able(xp).is_host:
        return error_functions.erf(x)
    return _in_f64(xp, "erf", x)


def erfc(xp: Any, x: Any) -> Any:
    """1 - erf(x), also where that is tiny."""
    if x.dtype == np.float32 and able(xp).is_host:
        return error_functions.erfc(x)
    wide = x.astype(_F64)
    out = xp.asarray(_functions(xp).erfc(wide))
    if x.dtype != _F64:  # what the tail loses is far below half a unit of a narrower type
        return out.astype(x.dtype)
    tail = (wide > 0.5) & (wide < 28.0)
    if tail.any():
        out = xp.where(tail, _erfc_tail(xp, xp.where(tail, wide, 1.0)), out)
    return out


def _erfc_tail(xp: Any, x: Any) -> Any:
    """Exp(-x * x), with what rounding loses of the square, times the scaled function; halves do not underflow."""
    whole = x * x
    coarse = x.astype(np.float32).astype(_F64)
    fine = x - coarse
    lost = ((coarse * coarse - whole) + 2.0 * coarse * fine) + fine * fine
    half = xp.exp(-0.5 * whole)
    return half * (_functions(xp).erfcx(x) * (1.0 - lost)) * half


def erf_inv(xp: Any, x: Any) -> Any:
    """The inverse of erf: infinite at -1 and 1, NaN beyond."""
    return xp.copysign(_in_f64(xp, "erfinv", x), x)


def bessel_i1e(xp: Any, x: Any) -> Any:
    """The modified Bessel function of order 1, times exp(-abs(x))."""
    wide = x.astype(_F64)
    # Below x / 2 by less than half an ulp: rounded there, a tie of a shorter type would go the wrong way.
    tiny = wide * 0.49999999999999994
    out = xp.where(xp.abs(wide) < 2.0**-60, tiny, _functions(xp).i1e(wide))
    return xp.copysign(out, wide).astype(x.dtype)


# --- the gamma family --------------------------------------------------------------------------------------------


def lgamma(xp: Any, x: Any) -> Any:
    """log(abs(gamma(x))); infinite at 0, at negative integers and at both infinities."""
    wide = x.astype(_F64)
    out = xp.asarray(_functions(xp).gammaln(wide))
    near = (wide > 0.5) & (wide < 2.5)
    if near.any():
        out = xp.where(near, _lgamma_near_zeros(xp, xp.where(near, wide, 1.0)), out)
    return xp.where(xp.isinf(wide), xp.inf, out).astype(x.dtype)


@cache
def _lgamma_series() -> list[float]:
    """Coefficients of z**2, z**3, ... in lgamma(2 + z): (-1)**k (zeta(k) - 1) / k, enough of them for abs(z) <= 1/2."""
    from scipy.special import zetac  # late: SciPy

    return [float((-1) ** k * zetac(float(k)) / k) for k in range(2, 30)]


def _lgamma_near_zeros(xp: Any, x: Any) -> Any:
    """By the series around 2, and lgamma(x) = lgamma(x + 1) - log(x): exact relative to the zeros at 1 and 2."""
    first = x < 1.5
    z = xp.where(first, x - 1.0, x - 2.0)
    total = xp.zeros_like(z)
    for coefficient in reversed(_lgamma_series()):
        total = (total + coefficient) * z
    one_minus_euler = 0.42278433509846713
    total = (total + one_minus_euler) * z
    return xp.where(first, total - xp.log1p(z), total)


def digamma(xp: Any, x: Any) -> Any:
    """The derivative of lgamma; NaN at 0 and at negative integers."""
    wide = x.astype(_F64)
    pole = (wide <= 0) & (wide == xp.floor(wide))
    return xp.where(pole, xp.nan, _functions(xp).psi(wide)).astype(x.dtype)


def zeta(xp: Any, x: Any, q: Any) -> Any:
    """Hurwitz' zeta function, the sum of (q + k)**-x. At its poles in q: infinite for even x, else NaN, as in XLA."""
    out = _in_f64(xp, "zeta", x, q)
    pole = (q <= 0) & (q == xp.floor(q))
    at_pole = xp.where(xp.fmod(x, 2) == 0, x.dtype.type(xp.inf), x.dtype.type(xp.nan))
    out = xp.where(pole & (x != 1), at_pole, out)
    return xp.where(xp.isnan(x) | xp.isnan(q), x.dtype.type(xp.nan), out)


def polygamma(xp: Any, n: Any, x: Any) -> Any:
    """The n-th derivative of digamma; NaN unless n is an integer that is not negative."""
    order, wide = n.astype(_F64), x.astype(_F64)
    sign = xp.where(xp.fmod(order, 2.0) == 0, -1.0, 1.0)
    derivative = sign * _functions(xp).gamma(order + 1.0) * zeta(xp, order + 1.0, wide)
    out = xp.where(order == 0, digamma(xp, wide), derivative)
    return xp.where((order < 0) | (order != xp.floor(order)), xp.nan, out).astype(x.dtype)


# --- neighbours, classes -----------------------------------------------------------------------------------------


def next_after(xp: Any, x: Any, y: Any) -> Any:
    """The next number of the type from x in the direction of y; y itself when they are equal. Any float type."""
    return _next_after_low(xp, x, y) if is_low(x.dtype) else xp.nextafter(x, y)


def _next_after_low(xp: Any, x: Any, y: Any) -> Any:
    values = xp.asarray(_ladder(x.dtype))
    a, b = x.astype(np.float32), y.astype(np.float32)
    up = b > a
    place = xp.searchsorted(values, xp.where(xp.isnan(a), 0, a)) + xp.where(up, 1, -1)
    moved = values[xp.clip(place, 0, len(values) - 1)]
    # A step to zero keeps the sign of where it came from.
    moved = xp.where(moved == 0, xp.copysign(moved, a), moved)
    out = xp.where(a == b, b, moved)
    return casts.convert(xp, xp.where(xp.isnan(a) | xp.isnan(b), np.float32(xp.nan), out), x.dtype)


@cache
def _ladder(dtype: np.dtype[Any]) -> Any:
    """Every number of a float type of 16 bits or less, in order, as f32."""
    bits = min(element_of(dtype).bits, 8 * dtype.itemsize)
    every = np.arange(1 << bits, dtype=f"u{dtype.itemsize}").view(dtype).astype(np.float32)
    return np.unique(every[~np.isnan(every)])


def is_pos_inf(xp: Any, x: Any) -> Any:
    """Whether it is plus infinity."""
    return x == xp.inf


def is_neg_inf(xp: Any, x: Any) -> Any:
    """Whether it is minus infinity."""
    return x == -xp.inf
