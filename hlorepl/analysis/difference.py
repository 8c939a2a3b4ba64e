"""How two values differ: how many elements, where first, how far apart at most, and where NaN stands in one of them alone.

By value: NaN equals NaN, -0 equals 0 (which is told). Integers are compared exactly, also those of two types; complex numbers part by
part; quantized tensors by storage integers, and how far apart what they stand for is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..backends import host
from ..ir.types import QuantizedType, TensorType, element_of
from ..kernels.quantization import dequantize
from ..ops.testing.distance import ulps
from ..value_text import array_text, float_text, scalar_text
from ..wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..ir.types import Type

    #: Where an element stands.
    Index = tuple[int, ...]


class Furthest(NamedTuple):
    """The greatest of some distances, and where it is."""

    by: Any
    at: Index


class Difference:
    """``differing`` of ``size`` elements; -1 where shapes differ, so that none can be compared.

    ``first`` is where the first of them is; ``ulp`` (of one float type), ``absolute`` and ``relative`` the greatest distances
    of numbers that are finite in both; ``nan_left``, ``nan_right`` and ``nan_both`` count NaNs, ``zeros`` those zeros that differ in sign.
    """

    def __init__(self, a: Any, b: Any, of_a: Type | None = None, of_b: Type | None = None):
        self.a, self.b = np.asarray(host(a)), np.asarray(host(b))
        self.types = (of_a, of_b)
        self.size = self.a.size
        self.differing = 0
        self.zeros = 0
        self.first: Index | None = None
        self.ulp: Furthest | None = None
        self.absolute: Furthest | None = None
        self.relative: Furthest | None = None
        self.nan_left = self.nan_right = self.nan_both = 0
        self.nan_first: Index | None = None
        if self.a.shape != self.b.shape:
            self.differing = -1
        elif self.size:
            with np.errstate(all="ignore"):
                self._compare()

    @property
    def are_equal(self) -> bool:
        """Whether all elements are equal; of values of other types as well."""
        return not self.differing

    @property
    def are_same_type(self) -> bool:
        """Whether the element types are the same; of a quantized type with all its scales."""
        return self.a.dtype == self.b.dtype and self._element(0) == self._element(1)

    def _element(self, side: int) -> Any:
        of = self.types[side]
        return of.element if isinstance(of, TensorType) else element_of((self.a, self.b)[side].dtype)

    def _compare(self) -> None:
        equal = _each_part(np.logical_and, _equal, self.a, self.b)
        self.differing = int(self.size - np.count_nonzero(equal))
        self._count_nans()
        if self.differing:
            self.first = _first(~equal)
            self._measure(~equal)
        elif self.a.dtype == self.b.dtype and _is_float(self.a):
            self.zeros = sum(
                int(np.count_nonzero(np.signbit(x) != np.signbit(y))) for x, y in _parts(self.a == 0, self.a, self.b)
            )

    def _count_nans(self) -> None:
        left, right = _nans(self.a), _nans(self.b)
        both = left & right
        self.nan_both = int(np.count_nonzero(both))
        self.nan_left = int(np.count_nonzero(left)) - self.nan_both
        self.nan_right = int(np.count_nonzero(right)) - self.nan_both
        if self.nan_left or self.nan_right:
            self.nan_first = _first(left ^ right)

    def _measure(self, bad: Any) -> None:
        """How far elements that differ are apart, where both are finite."""
        a, b = self._numbers(0), self._numbers(1)
        bad = bad & _finite(a) & _finite(b)
        if not bad.any():
            return
        places = np.flatnonzero(bad)
        a, b = a.reshape(-1)[places], b.reshape(-1)[places]
        if self.a.dtype == self.b.dtype and _is_float(self.a):
            apart = _each_part(np.maximum, lambda x, y: ulps(np, x, y), a, b)
            self.ulp = self._furthest(apart, places)
        distance, size = _distance(a, b), np.maximum(_size(a), _size(b))
        self.absolute = self._furthest(distance, places)
        self.relative = self._furthest(distance / size, places)

    def _numbers(self, side: int) -> Any:
        """The numbers that a value stands for."""
        array, of = (self.a, self.b)[side], self._element(side)
        return dequantize(np, array, of) if isinstance(of, QuantizedType) else array

    def _furthest(self, distances: Any, places: Any) -> Furthest:
        at = int(np.argmax(distances))
        return Furthest(distances[at], _index(int(places[at]), self.a.shape))

    def text(self, left: str, right: str) -> str:
        """For a person, with the names of the two."""
        lines = [self._head(left, right)]
        if not self.are_same_type and self.differing >= 0:
            lines.append(f"their types differ: {self.types[0] or self.a.dtype} and {self.types[1] or self.b.dtype}")
        apart = (("ulp", self.ulp), ("absolute", self.absolute), ("relative", self.relative))
        lines += [f"  at most {_number(each.by)} {what}{_at(each.at)}" for what, each in apart if each is not None]
        if self.nan_left or self.nan_right:
            text = (
                f"  NaN in {left} alone: {self.nan_left}, in {right} alone: {self.nan_right}, in both: {self.nan_both}"
            )
            lines.append(f"{text}; the first in one of them{_at(self.nan_first or ())}")
        elif self.nan_both:
            lines.append(f"  NaN at the same {counted(self.nan_both, 'place')} in both")
        if self.zeros:
            lines.append(f"  {counted(self.zeros, 'zero')} of another sign")
        return "\n".join(lines)

    def _head(self, left: str, right: str) -> str:
        if self.differing < 0:
            shapes = f"{list(self.a.shape)} and {list(self.b.shape)}"
            return f"{left} and {right} differ in shape: {shapes}"
        if self.first is None:
            return f"{left} and {right} are equal: {counted(self.size, 'element')}"
        a, b = (self._element_text(side) for side in (0, 1))
        count = f"{self.differing} of {counted(self.size, 'element')}" if self.size > 1 else "one element"
        return f"{left} and {right} differ in {count}, first{_at(self.first) or ''}: {a} and {b}"

    def _element_text(self, side: int) -> str:
        array = (self.a, self.b)[side]
        return array_text(None, np.asarray(array[self.first]))


def _at(index: Index) -> str:
    return f" at {list(index)}" if index else ""


def _number(value: Any) -> str:
    if value.dtype.kind in "iu":
        return scalar_text(value)
    return float_text(np.float64(f"{float(value):.4g}"))


def _index(place: int, shape: Index) -> Index:
    return tuple(int(each) for each in np.unravel_index(place, shape)) if shape else ()


def _first(mask: Any) -> Index:
    return _index(int(np.argmax(mask)), mask.shape)


def _parts(where: Any, *arrays: Any) -> Any:
    """The chosen elements of arrays; of complex ones first their real, then their imaginary parts."""
    chosen = [array[where] for array in arrays]
    if chosen[0].dtype.kind != "c":
        return [chosen]
    return [[array.real for array in chosen], [array.imag for array in chosen]]


def _each_part(join: Any, function: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """What a function gives for two arrays; where one is complex, for their parts, joined."""
    if "c" not in (a.dtype.kind, b.dtype.kind):
        return function(a, b)
    return join(function(a.real, b.real), function(_imaginary(a), _imaginary(b)))


def _imaginary(array: Any) -> Any:
    return array.imag if array.dtype.kind == "c" else np.zeros(array.shape, array.dtype)


def _is_float(array: Any) -> bool:
    return element_of(array.dtype).kind in ("float", "complex")


def _nans(array: Any) -> Any:
    return np.isnan(array) if _is_float(array) else np.zeros(array.shape, bool)


def _finite(array: Any) -> Any:
    return np.isfinite(array) if _is_float(array) else np.ones(array.shape, bool)


def _equal(a: Any, b: Any) -> Any:
    """Which elements are equal; whole numbers of different types exactly."""
    if a.dtype != b.dtype:
        a, b = _widened(a), _widened(b)
        if {a.dtype.kind, b.dtype.kind} == {"i", "u"}:
            signed, unsigned = (a, b) if a.dtype.kind == "i" else (b, a)
            return (signed >= 0) & (signed.astype(np.uint64) == unsigned)
        if a.dtype != b.dtype:  # a whole number and a float: equal where the float is that number, exactly
            whole, numbers = (b, a) if a.dtype.kind == "f" else (a, b)
            return (whole.astype(np.float64) == numbers) & (_back(numbers, whole.dtype) == whole)
    return (a == b) | (np.isnan(a) & np.isnan(b)) if _is_float(a) else a == b


def _back(numbers: Any, dtype: Any) -> Any:
    """Floats as whole numbers, those that are in their range."""
    limits = np.iinfo(dtype)
    inside = (numbers >= float(limits.min)) & (numbers < float(limits.max))
    return np.where(inside, numbers, 0).astype(dtype)


def _widened(array: Any) -> Any:
    """The same numbers in the widest type of their kind."""
    return array.astype(
        {"bool": np.int64, "int": np.int64, "uint": np.uint64}.get(element_of(array.dtype).kind, np.float64)
    )


def _size(array: Any) -> Any:
    """How large numbers are, as f64."""
    return np.abs(array if array.dtype.kind == "c" else array.astype(np.float64))


def _distance(a: Any, b: Any) -> Any:
    """How far numbers are apart: whole ones of one type exactly."""
    if a.dtype == b.dtype and element_of(a.dtype).kind in ("int", "uint", "bool"):
        return ulps(np, a, b)
    if "c" in (a.dtype.kind, b.dtype.kind):
        return np.abs(a.astype(np.complex128) - b.astype(np.complex128))
    return np.abs(a.astype(np.float64) - b.astype(np.float64))
