"""How far numbers of a type are apart."""

from __future__ import annotations

from typing import Any

from ...ir.types import element_of

#: The type in which differences of each kind of element are exact, or as good as they can be.
WIDE = {"bool": "int64", "int": "int64", "uint": "uint64", "float": "float64"}


def ulps(xp: Any, a: Any, b: Any) -> Any:
    """How many numbers of the type lie from ``a`` to ``b``, as uint64."""
    x, y = ordered(xp, a), ordered(xp, b)
    return xp.where(x > y, x - y, y - x).astype(xp.uint64)


def ordered(xp: Any, array: Any) -> Any:
    """Integers in the order of the floats, neighbours one apart; -0 and 0 are one number."""
    element = element_of(array.dtype)
    if not element.is_float:
        return array.astype(WIDE[element.kind])
    bits = xp.ascontiguousarray(array).view(f"u{array.dtype.itemsize}").reshape(array.shape).astype(xp.uint64)
    if element.name == "f8E8M0FNU":
        return bits.astype(xp.int64)
    sign = xp.uint64(1 << (element.bits - 1))
    magnitude = (bits & (sign - xp.uint64(1))).astype(xp.int64)
    return xp.where(bits & sign != 0, -magnitude, magnitude)
