"""One policy for element types that NumPy does not compute well: floats of 16 bits and less, integers below 8 bits.

- add, subtract, multiply, divide, sqrt: in f32, rounded once (f32 is wide enough that this is the correct result);
- other functions of one float: a table of all its values, made in f64 when it is first asked for;
- other functions of several: in f64, rounded once;
- 2- and 4-bit integers: in 8 bits, then wrapped.

The same ``through`` computes an f32 function within 1 ulp by way of f64, where ``result_accuracy`` asks for the most.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.types import element_of
from .casts import convert, raw_bits

if TYPE_CHECKING:
    from collections.abc import Callable

    Kernel = Callable[..., Any]

_F64 = np.dtype(np.float64)


def is_low(dtype: Any) -> bool:
    """Whether the policy applies: a float of 16 bits or less, an integer of less than 8."""
    element = element_of(np.dtype(dtype))
    return (element.is_float and element.bits <= 16) or (element.is_integer and element.bits < 8)


def through(function: Kernel, wide: Any) -> Kernel:
    """``function(xp, *arrays)`` computed in a wider type and rounded (or wrapped) to the type of the first array.

    Results that are not numbers of the wide type, such as the i1 of a comparison, are left alone.
    """
    wide = np.dtype(wide)

    def run(xp: Any, *arrays: Any) -> Any:
        narrow = arrays[0].dtype
        out = function(xp, *(convert(xp, array, wide) if array.dtype == narrow else array for array in arrays))
        if isinstance(out, tuple):
            return tuple(convert(xp, one, narrow) if one.dtype == wide else one for one in out)
        return convert(xp, out, narrow) if out.dtype == wide else out

    return run


def unary_table(function: Kernel, dtype: Any) -> Kernel:
    """A function of one float of 16 bits or less, as a lookup; the table is made in f64 on the first call."""
    dtype = np.dtype(dtype)

    def run(xp: Any, array: Any) -> Any:
        return _table(function, dtype, xp)[raw_bits(xp, array)]

    return run


@cache
def _table(function: Kernel, dtype: np.dtype[Any], xp: Any) -> Any:
    every = xp.arange(1 << (8 * dtype.itemsize), dtype=f"u{dtype.itemsize}").view(dtype)
    with np.errstate(all="ignore"):
        return through(function, _F64)(xp, every)


def wide_lookup(function: Kernel, dtype: Any, xp: Any) -> Kernel:
    """The same lookup with results in f32, in which each of them stands exactly."""
    table = _wide_table(function, np.dtype(dtype), xp)
    return lambda array: table.take(raw_bits(xp, array), mode="wrap")


@cache
def _wide_table(function: Kernel, dtype: np.dtype[Any], xp: Any) -> Any:
    return convert(xp, _table(function, dtype, xp), np.float32)


def adapt(function: Kernel, dtype: Any, how: str) -> Kernel:
    """Make a function fit for a low-precision dtype; itself for any other.

    ``how`` is ``"as is"``, ``"f32"``, ``"f64"`` or ``"table"``, as an op declares it.
    """
    dtype = np.dtype(dtype)
    if how == "as is" or not is_low(dtype):
        return function
    element = element_of(dtype)
    if element.is_integer:
        return through(function, np.int8 if element.kind == "int" else np.uint8)
    if how == "table":
        return unary_table(function, dtype)
    return through(function, np.float32 if how == "f32" else _F64)


#: The same, kept: for functions that are asked for again and again.
adapted = cache(adapt)
