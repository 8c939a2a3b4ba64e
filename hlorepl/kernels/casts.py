"""Conversions between element types, bit for bit, and ``reduce_precision``.

Rules (sections "convert", "bitcast_convert" and "reduce_precision" of the specification; where it leaves room, XLA's):
integers wrap, floats to integers drop the fraction, clamp to the range of the target and turn NaN into 0, anything to
i1 is ``!= 0``, complex to real drops the imaginary part, and every conversion to a float rounds once, to nearest even.

Callers have NumPy's floating-point warnings switched off (``np.errstate(all="ignore")``), as everywhere in these rooms.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..backends.abilities import able
from ..ir.rounding import to_odd
from ..ir.types import ElementType, element_of, integer_range

if TYPE_CHECKING:
    from collections.abc import Callable

    Cast = Callable[[Any, Any], Any]

_F32, _F64 = np.dtype(np.float32), np.dtype(np.float64)
#: Float dtypes that NumPy converts to directly and correctly.
_NATIVE_FLOATS = (np.dtype(np.float16), _F32, _F64)


def convert(xp: Any, array: Any, dtype: Any) -> Any:
    """The array with its elements converted to another element type; itself when it has that type."""
    target = np.dtype(dtype)
    return array if array.dtype == target else converter(array.dtype, target)(xp, array)


@cache
def converter(source: np.dtype[Any], target: np.dtype[Any]) -> Cast:
    """The function ``(xp, array) -> array`` that converts between two different dtypes."""
    origin, aim = element_of(source), element_of(target)
    if origin.is_complex:
        return _from_complex(origin, aim)
    if aim.is_complex:
        to_part = _optional(source, aim.part.dtype)
        return lambda xp, x: to_part(xp, x).astype(target)
    if aim.is_bool:
        widen = _optional(source, _holder(origin))
        return lambda xp, x: widen(xp, x) != 0
    if aim.is_integer:
        return _float_to_integer(origin, aim) if origin.is_float else _integer_to_integer(origin, aim)
    return _float_to_float(origin, aim) if origin.is_float else _integer_to_float(origin, aim)


def _optional(source: np.dtype[Any], target: np.dtype[Any]) -> Cast:
    return (lambda xp, x: x) if source == target else converter(source, target)


def _holder(element: ElementType) -> np.dtype[Any]:
    """The smallest dtype that NumPy computes with and that holds every value of a real element type."""
    if element.is_float:
        return element.dtype if element.dtype in (_F32, _F64) else _F32
    if element.is_integer and element.bits < 8:
        return np.dtype(np.int8 if element.kind == "int" else np.uint8)
    return element.dtype


def _from_complex(origin: ElementType, aim: ElementType) -> Cast:
    if aim.is_complex:
        return lambda xp, x: x.astype(aim.dtype)
    from_part = _optional(origin.part.dtype, aim.dtype)
    return lambda xp, x: from_part(xp, x.real)


def _integer_to_integer(origin: ElementType, aim: ElementType) -> Cast:
    """Keep the low bits; i1 counts as 0 and 1."""
    held, target = _holder(origin), aim.dtype
    if held == origin.dtype and _holder(aim) == target:
        return lambda xp, x: x.astype(target)
    if held == origin.dtype:
        return lambda xp, x: x.astype(_holder(aim)).astype(target)
    return lambda xp, x: x.astype(held).astype(target)


def _float_to_integer(origin: ElementType, aim: ElementType) -> Cast:
    held, target = _holder(aim), aim.dtype
    widen = _optional(origin.dtype, _holder(origin))
    low, high = integer_range(aim)
    # The limits are powers of two, so any float type holds ``low`` and ``high + 1`` exactly.
    lower, upper = float(low), float(high + 1)
    finish = _optional(held, target)

    def cast(xp: Any, x: Any) -> Any:
        x = widen(xp, x)
        if able(xp).is_host and bool(((x >= lower) & (x < upper)).all()):  # elsewhere asking would stop the device
            return finish(xp, x.astype(held))
        below, above = x < lower, x >= upper
        kept = xp.where(below | above | xp.isnan(x), x.dtype.type(0), x).astype(held)
        kept = xp.where(above, held.type(high), xp.where(below, held.type(low), kept))
        return finish(xp, kept)

    return cast


def _integer_to_float(origin: ElementType, aim: ElementType) -> Cast:
    held, target = _holder(origin), aim.dtype
    narrow = held != origin.dtype
    if target in (_F32, _F64):
        return (lambda xp, x: x.astype(held).astype(target)) if narrow else (lambda xp, x: x.astype(target))
    if origin.bits <= 16:
        finish_exact = converter(_F32, target)
        return lambda xp, x: finish_exact(xp, x.astype(held).astype(_F32))
    finish = converter(_F64, target)
    if origin.bits == 64:
        return lambda xp, x: finish(xp, _sticky(xp, x).astype(_F64))
    return lambda xp, x: finish(xp, x.astype(held).astype(_F64))


def _sticky(xp: Any, x: Any) -> Any:
    """64-bit integers cut to what a double holds; bits that are lost leave a mark that later rounding sees."""
    limit = x.dtype.type(1 << 53)
    large = x >= limit
    if x.dtype.kind == "i":
        large = large | (x <= -limit)
    lost = (x & x.dtype.type(0x7FF)) != 0
    cut = ((x >> x.dtype.type(11)) << x.dtype.type(11)) | (lost.astype(x.dtype) << x.dtype.type(11))
    return xp.where(large, cut, x)


def _float_to_float(origin: ElementType, aim: ElementType) -> Cast:
    source, target = origin.dtype, aim.dtype
    if source in _NATIVE_FLOATS and target in _NATIVE_FLOATS:
        return lambda xp, x: x.astype(target)
    if source == _F64:
        return lambda xp, x: to_odd(xp, x).astype(target)
    if source == _F32:
        return lambda xp, x: x.astype(target)
    finish = _optional(_F32, target)
    return lambda xp, x: finish(xp, x.astype(_F32))


# --- bitcast_convert ---------------------------------------------------------------------------------------------


def bitcast(xp: Any, array: Any, dtype: Any) -> Any:
    """The same bits as other elements; little-endian, so the first narrow element is the lowest part of the wide one.

    A narrower target appends an axis with the parts, a wider one takes the last axis away.
    """
    target = np.dtype(dtype)
    before, after = element_of(array.dtype).bits, element_of(target).bits
    if before == after:
        return array.view(target)
    if min(before, after) < 8:
        return _split(xp, array, target) if after < before else _join(xp, array, target)
    if after < before:
        flat = xp.ascontiguousarray(array).reshape(-1)
        return flat.view(target).reshape((*array.shape, before // after))
    size = int(np.prod(array.shape[:-1]))
    return xp.ascontiguousarray(array).reshape(-1).view(target).reshape(size).reshape(array.shape[:-1])


def _split(xp: Any, array: Any, target: np.dtype[Any]) -> Any:
    """Into elements of less than a byte, each in a byte of its own."""
    before, after = element_of(array.dtype).bits, element_of(target).bits
    unsigned = raw_bits(xp, array)
    shifts = xp.arange(0, before, after, dtype=unsigned.dtype)
    parts = (unsigned[..., None] >> shifts) & unsigned.dtype.type((1 << after) - 1)
    return parts.astype(np.uint8).view(target)


def _join(xp: Any, array: Any, target: np.dtype[Any]) -> Any:
    """Out of elements of less than a byte."""
    before, after = element_of(array.dtype).bits, element_of(target).bits
    word = np.dtype(f"u{max(after, 8) // 8}")
    shifts = xp.arange(0, after, before, dtype=word)
    whole = (raw_bits(xp, array).astype(word) << shifts).sum(axis=-1, dtype=word)
    return xp.asarray(whole, dtype=word).view(target)


def raw_bits(xp: Any, array: Any) -> Any:
    """The bits of each element as an unsigned integer of its storage width; unused high bits are 0."""
    unsigned = array.view(f"u{array.dtype.itemsize}")
    bits = element_of(array.dtype).bits
    return unsigned if bits >= 8 else unsigned & np.uint8((1 << bits) - 1)


# --- reduce_precision --------------------------------------------------------------------------------------------

#: Exponent and mantissa bits of the types that follow IEEE-754 in their whole range.
_LAYOUTS = {
    "f64": (11, 52),
    "f32": (8, 23),
    "f16": (5, 10),
    "bf16": (8, 7),
    "f8E5M2": (5, 2),
    "f8E4M3": (4, 3),
    "f8E3M4": (3, 4),
}


def reduce_precision(xp: Any, array: Any, exponent_bits: int, mantissa_bits: int) -> Any:
    """Round to a float format with that many exponent and mantissa bits, and back.

    What does not fit the exponent becomes infinite or, when too small for a normal number, zero of the same sign;
    a NaN stays as it is. Types without IEEE-754's layout are computed in f32.
    """
    layout = _LAYOUTS.get(element_of(array.dtype).name)
    if layout is None:
        wide = convert(xp, array, _F32)
        return convert(xp, reduce_precision(xp, wide, exponent_bits, mantissa_bits), array.dtype)
    exponent, mantissa = layout
    bits = array.view(f"u{array.dtype.itemsize}")
    word = bits.dtype.type
    out = bits
    if mantissa_bits < mantissa:
        dropped = mantissa - mantissa_bits
        last = (out >> word(dropped)) & word(1)
        out = (out + (word((1 << (dropped - 1)) - 1) + last)) & ~word((1 << dropped) - 1)
    infinity, sign = word(((1 << exponent) - 1) << mantissa), word(1 << (exponent + mantissa))
    if exponent_bits < exponent:
        bias, reduced = (1 << (exponent - 1)) - 1, (1 << (exponent_bits - 1)) - 1
        size = out & infinity
        out = xp.where(size > word((bias + reduced) << mantissa), (out & sign) | infinity, out)
        out = xp.where(size <= word((bias - reduced) << mantissa), out & sign, out)
    is_nan = (bits & ~sign) > infinity
    return xp.where(is_nan, bits, out).view(array.dtype)
