"""What a value is like, whatever it is: arrays of every element type, Python's numbers, sequences, tuples, text.

Nothing is copied but for complex numbers (their magnitudes); to look for what is not finite takes a byte an element for a while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ..engine.finite import arrays_in, not_finite
from ..ir.types import TensorType
from ..value_text import kind_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.types import Type


class Summary:
    """``type`` as text, ``bytes``, ``size`` (elements); how many ``nans`` and ``infinities``; ``low`` and ``high``.

    ``low`` and ``high`` are numbers of the value's own type, and pass over NaN where there are others. They are None where
    there are no elements, or none that have an order; of complex numbers they are magnitudes.
    """

    __slots__ = ("bytes", "high", "infinities", "low", "nans", "size", "type")

    def __init__(self, value: Any, declared: Type | None = None):
        self.type = type_text(value, declared)
        self.bytes = bytes_of(value)
        self.nans = self.infinities = self.size = 0
        self.low: Any = None
        self.high: Any = None
        for array in arrays_in(value):
            self._add(array)

    def _add(self, array: Any) -> None:
        import numpy as np  # late: NumPy

        self.size += array.size
        if not array.size or array.dtype.kind not in "biufcV":
            return
        nans, infinities = not_finite(array)
        self.nans += nans
        self.infinities += infinities
        numbers = np.abs(array) if array.dtype.kind == "c" else array
        with np.errstate(all="ignore"):
            low, high = np.fmin.reduce(numbers, axis=None), np.fmax.reduce(numbers, axis=None)
        self.low = low if self.low is None else extreme([self.low, low], min)
        self.high = high if self.high is None else extreme([self.high, high], max)


def extreme(numbers: list[Any], choose: Any) -> Any:
    """The least or the greatest number, NaN only where there is nothing else; None where there is none at all."""
    known = [number for number in numbers if number is not None]
    return choose([number for number in known if number == number] or known, key=float, default=None)


def bytes_of(value: Any) -> int:
    """The bytes of all elements of a value; what is on a device stays there."""
    if hasattr(value, "nbytes"):
        return value.nbytes
    if isinstance(value, list | tuple):
        return sum(map(bytes_of, cast("Sequence[Any]", value)))
    return sum(array.nbytes for array in arrays_in(value))


def type_text(value: Any, declared: Type | None = None) -> str:
    """The type of a value: the declared one, with the sizes that the value has."""
    if isinstance(declared, TensorType) and not declared.is_static and hasattr(value, "shape"):
        return str(declared.with_shape(tuple(value.shape)))
    if declared is not None:
        return str(declared)
    return kind_text(value)
