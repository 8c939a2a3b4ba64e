"""f32 numbers rounded to the precision of f16 or bf16, and left in f32: what a chain holds between ops of low precision.

The same numbers as converting there and back, to nearest and even, in integer arithmetic that runs at the speed of memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..ir.types import element_of

_U = np.uint32
_MAGNITUDE, _INFINITE = _U(0x7FFFFFFF), 0x7F800000
#: The least normal f16, and what rounds to infinity there, as bits of f32.
_LEAST_F16, _OVER_F16 = 0x38800000, 0x477FF000


def rounded(x: Any, dtype: Any) -> Any:
    """An f32 array with each number rounded to ``dtype`` (f16 or bf16), as a new f32 array."""
    return _to_f16(x) if dtype == np.float16 else _to_bf16(x)


def largest(dtype: Any) -> float:
    """The largest finite number of f16 or bf16."""
    return 65504.0 if dtype == np.float16 else float(np.uint32(0x7F7F0000).view(np.float32))


def is_rounded(dtype: Any) -> bool:
    """Whether ``rounded`` knows a type."""
    return element_of(np.dtype(dtype)).name in ("f16", "bf16")


def _nearest(bits: Any, dropped: int) -> Any:
    """Bits of f32 without so many of the mantissa's, to nearest and even."""
    found = bits >> _U(dropped)
    found &= _U(1)
    found += _U((1 << (dropped - 1)) - 1)
    found += bits
    found &= _U(0xFFFFFFFF >> dropped << dropped)
    return found


def _to_bf16(x: Any) -> Any:
    bits = x.view(_U)
    found = _nearest(bits, 16).view(np.float32)
    if (
        x.size and (bits & _MAGNITUDE).max() > _INFINITE
    ):  # what is added to the bits of a NaN may make another number of them
        found[np.isnan(x)] = np.nan
    return found


def _to_f16(x: Any) -> Any:
    bits = x.view(_U)
    found = _nearest(bits, 13).view(np.float32)
    size = bits & _MAGNITUDE
    if not x.size:
        return found
    if size.max() >= _OVER_F16:
        over = size >= _U(_OVER_F16)
        found[over] = np.where(np.isnan(x[over]), x[over], np.copysign(np.float32(np.inf), x[over]))
    size -= _U(1)  # zeros are large now
    if size.min() < _LEAST_F16 - 1:
        small = size < _U(_LEAST_F16 - 1)
        # Subnormal numbers of f16 are multiples of 2^-24, as are f32 numbers around 3/4.
        most = np.float32(0.75)
        found[small] = np.copysign((np.abs(x[small]) + most) - most, x[small])
    return found
