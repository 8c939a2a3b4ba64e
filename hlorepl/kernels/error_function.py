"""The error function of f32, and what is made of it, in blocks that stay in cache: several times as fast as by way of f64."""

from __future__ import annotations

from typing import Any

import numpy as np

_BLOCK = 1 << 14
#: arctanh(erf(x)) / x as a polynomial of x², from the constant on: fitted such that tanh of x times it has equal relative errors.
_SLOPES = (
    1.1283792743272327,
    0.10276905531071389,
    -0.00019182910901016474,
    -0.0006197865753334118,
    8.763819847056736e-05,
    -5.668639059902558e-06,
    1.4186259517101618e-07,
)
#: The same for erf(x / sqrt(2)).
_NORMAL_SLOPES = tuple(slope * 0.5 ** (place + 0.5) for place, slope in enumerate(_SLOPES))


def erf32(xp: Any, x: Any) -> Any:
    """The error function of f32, with a relative error of at most 3e-7."""
    return _in_blocks(xp, x, _SLOPES, _erf)


def gelu32(xp: Any, x: Any) -> Any:
    """X times the normal distribution's cumulative probability of x, of f32."""
    return _in_blocks(xp, x, _NORMAL_SLOPES, _gelu)


def _in_blocks(xp: Any, x: Any, slopes: tuple[float, ...], function: Any) -> Any:
    flat = x.reshape(-1)
    result, work = xp.empty_like(flat), xp.empty(min(_BLOCK, flat.size), np.float32)
    numbers = [xp.asarray(slope, np.float32) for slope in slopes]
    for start in range(0, flat.size, _BLOCK):
        part = flat[start : start + _BLOCK]
        function(xp, part, numbers, work[: part.size], result[start : start + _BLOCK])
    return result.reshape(x.shape)


def _erf(xp: Any, x: Any, slopes: list[Any], square: Any, out: Any) -> None:
    xp.multiply(x, x, square)
    xp.multiply(square, slopes[-1], out)
    for slope in slopes[-2:0:-1]:
        xp.add(out, slope, out)
        xp.multiply(out, square, out)
    xp.add(out, slopes[0], out)
    xp.multiply(out, x, out)
    xp.tanh(out, out)


def _gelu(xp: Any, x: Any, slopes: list[Any], work: Any, out: Any) -> None:
    _erf(xp, x, slopes, work, out)
    xp.multiply(x, np.float32(0.5), work)
    xp.multiply(out, work, out)
    xp.add(out, work, out)
