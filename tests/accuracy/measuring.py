"""Samples over the whole range of a type, and the error of an array against exact answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import mpmath as mp
import numpy as np

if TYPE_CHECKING:
    from .functions import Function, PairFunction

Worst = tuple[float, Any]
_QUARTER = 1.5707963267948966
_LAYOUT = {np.dtype(np.float32): (24, -149), np.dtype(np.float64): (53, -1074)}


def sample(dtype: Any, count: int, around: tuple[float, ...] = (), seed: int = 0) -> np.ndarray:
    """Finite numbers of a type: every exponent, the everyday ranges, and where functions are hard.

    These are the numbers next to multiples of pi / 2 up to 30,000, those near 1, and neighbourhoods of given points.
    """
    dtype = np.dtype(dtype)
    rng = np.random.default_rng(seed)
    word = np.dtype(f"u{dtype.itemsize}")
    parts = [
        rng.integers(0, np.iinfo(word).max, count, dtype=word).view(dtype),
        rng.uniform(-1, 1, count),
        rng.uniform(-40, 40, count),
        rng.uniform(-750, 750, count),
        np.exp(rng.uniform(-60, 60, count)) * rng.choice([-1, 1], count),
        _QUARTER * rng.integers(-20_000, 20_000, count),
        1 + rng.choice([-1, 1], count) * 10.0 ** rng.uniform(-16, 0, count),
    ]
    for point in around:
        spread = 10.0 ** rng.uniform(-16, 0, count) * rng.choice([-1, 1], count)
        parts.append(point + spread * max(abs(point), 1.0))
    values = np.concatenate([part.astype(dtype) for part in parts])
    return values[np.isfinite(values)]


def complex_sample(count: int, seed: int = 0) -> np.ndarray:
    """complex128 numbers of all sizes, around circles, beside the axes, multiples of pi / 2 and pi i / 2, and branch points."""
    rng = np.random.default_rng(seed)

    def spread(low: float, high: float) -> np.ndarray:
        return rng.normal(size=count) * 10.0 ** rng.uniform(low, high, count)

    quarter = _QUARTER * rng.integers(-6, 7, count)
    far = _QUARTER * rng.integers(-20_000, 20_000, count)
    around = np.exp(1j * rng.uniform(-np.pi, np.pi, count))
    branch = rng.choice([1, -1, 1j, -1j], count)
    parts = [
        spread(-2, 1) + 1j * spread(-2, 1),
        spread(-150, 2) + 1j * spread(-150, 2),
        (1 + spread(-16, 0)) * around,
        around - 1,
        spread(-16, 1) + 1j * (quarter + spread(-16, -1)),
        spread(-16, -1) + quarter + 1j * spread(-16, 1),
        spread(-1, 0) + 1j * far,
        branch + spread(-16, -1) + 1j * spread(-16, -1),
        rng.uniform(-60, 60, count) + 1j * rng.uniform(-60, 60, count),
    ]
    return np.concatenate(parts)


def ulp(exact: Any, dtype: Any) -> Any:
    """The distance of neighbours of a type where the exact answer lies."""
    digits, least = _LAYOUT[np.dtype(dtype)]
    exponent = mp.frexp(abs(exact))[1] if exact else least
    return mp.ldexp(1, max(exponent - digits, least))


def _exact_number(value: Any) -> Any:
    return mp.mpmathify(complex(value)) if np.iscomplexobj(value) else mp.mpf(float(value))


def errors(
    got: np.ndarray, arguments: tuple[np.ndarray, ...], exact: Callable[..., Any], unit: Callable[..., Any]
) -> Iterator[Worst]:
    """The error at each point in its unit, with the arguments; points where the answer overflows are left out."""
    limit = mp.mpf(float(np.finfo(got.dtype).max))
    for value, *given in zip(got, *arguments, strict=True):
        numbers = [_exact_number(one) for one in given]
        wanted = exact(*numbers)
        if abs(wanted) > limit or mp.isnan(wanted):
            continue
        found = _exact_number(value)
        off = abs(found - wanted) / unit(wanted, *numbers) if np.isfinite(value) else mp.inf
        yield float(off), given[0] if len(given) == 1 else tuple(given)


def part_errors(
    got: np.ndarray, arguments: tuple[np.ndarray, ...], exact: Callable[..., Any], rest: float = 0.0
) -> Iterator[Worst]:
    """The error of the worse part at each point, in ulp of that part, beyond ``rest`` times the norm."""
    part = got.real.dtype
    limit = mp.mpf(float(np.finfo(part).max))
    for value, *given in zip(got, *arguments, strict=True):
        wanted = mp.mpc(exact(*map(_exact_number, given)))
        if abs(wanted) > limit or mp.isnan(wanted):
            continue
        found = mp.mpc(complex(value))
        sides = ((found.real, wanted.real), (found.imag, wanted.imag))
        off = [max(0, abs(a - b) - rest * abs(wanted)) / ulp(b, part) for a, b in sides]
        yield float(max(off)) if np.isfinite(value) else float("inf"), given[0] if len(given) == 1 else tuple(given)


def worst(points: Iterator[Worst]) -> Worst:
    """The largest error and where it is."""
    return max(points, key=lambda point: point[0], default=(0.0, None))


def real_unit(dtype: Any, scale: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """An ulp of the exact answer, or with ``scale`` eps of it times what the arguments make of it."""
    eps = mp.mpf(float(np.finfo(dtype).eps))
    if scale is None:
        return lambda exact, *_: ulp(exact, dtype)
    return lambda exact, *numbers: max(eps * abs(exact) * scale(*numbers), ulp(exact, dtype))


def complex_unit(dtype: Any, scale: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Eps of the norm of the exact answer (of the least normal number at least)."""
    info = np.finfo(dtype)
    eps, tiny = mp.mpf(float(info.eps)), mp.mpf(float(info.tiny))
    return lambda exact, *numbers: eps * max(abs(exact), tiny) * (scale(*numbers) if scale else 1)


def inside(function: Function, x: np.ndarray) -> np.ndarray:
    """The arguments at which a function is defined."""
    return x[[function.domain(float(value)) for value in x]]


def tame(z: Any, dtype: Any) -> np.ndarray:
    """Complex arguments whose functions neither overflow nor vanish, off the axes: mpmath knows no signs of zero."""
    z = z.astype(dtype)
    size = np.maximum(np.abs(z.real), np.abs(z.imag))
    # A large imaginary part, at multiples of pi / 2, is fine beside a small real one.
    tall = (np.abs(z.real) < 20) & (np.abs(z.imag) > 1000)
    return z[np.isfinite(z) & ((size < 80) | tall) & (size > np.finfo(dtype).tiny) & (z.real != 0) & (z.imag != 0)]


def pair_sample(pair: PairFunction, dtype: Any, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Arguments of a function of two numbers: any sizes, and everyday ones."""
    a, b = sample(dtype, count, seed=1), sample(dtype, count, seed=2)
    count = min(len(a), len(b))
    a, b = a[:count], np.random.default_rng(3).permutation(b[:count])
    keep = (a != 0) & (b != 0)
    if pair.name == "power":
        a = np.abs(a)
        keep &= np.abs(b.astype(np.float64) * np.log(np.where(keep, a, 1).astype(np.float64))) < 700
    return a[keep], b[keep]


def complex_pair_sample(count: int, dtype: Any) -> tuple[np.ndarray, np.ndarray]:
    """Arguments of a function of two complex numbers, of moderate size."""
    a = complex_sample(count, seed=1)
    a = a[(np.abs(a) < 20) & (np.abs(a) > 1e-12)].astype(dtype)
    a = a[(a.real != 0) & (a.imag != 0)]
    return a, np.random.default_rng(4).permutation(a)
