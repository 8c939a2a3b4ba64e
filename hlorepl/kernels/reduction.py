"""Reductions of whole arrays along axes, and prefixes of them, for any body (section "reduce" of the specification).

The specification allows any binary tree over the elements in index order, with initial values anywhere. A ``Reducer``
says how two arrays of partial results are joined (``join``), how an axis is folded (``fold``) and how its prefixes are
made (``prefixes``):

- ``Known``: one op that forms a monoid. Sums of floats are pairwise along every axis; floats of 16 bits and less are
  accumulated in f32, 2- and 4-bit integers in 8 bits, and rounded or wrapped once. ``maximum`` and ``minimum`` give
  NaN when there is one and order -0 before +0.
- ``General``: any function of several arrays. Neighbours are joined level by level, so the function is called on whole
  arrays a number of times that grows with the logarithm of the size.

Arrays come in tuples, one for each operand of the reduction.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from ..backends.abilities import able
from ..ir.types import ElementType, element_of, integer_range
from .casts import convert
from .lowprecision import is_low
from .numbers import is_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Arrays = tuple[Any, ...]

#: NumPy's loops over so few elements cost more than what they do: such axes are joined or transposed instead.
_NARROW = 16
#: So many terms are added one after the other before pairs take over: what NumPy does along the last axis.
_BLOCK = 16
#: Lines of so many elements are added by ``einsum``.
_SHORT = 128
#: Lines of so many elements are joined one by one, as ``accumulate`` would.
_LONG = 256
_PREFIX_BLOCK = 512
#: What short sums are taken in.
_WIDE = {"float32": "float64", "complex64": "complex128"}

#: The ops, by their bare names, that join values in any order to the same result, up to rounding.
MONOIDS = ("add", "multiply", "maximum", "minimum", "and", "or", "xor")
#: What the ops of numbers are on truth values.
_BOOLEAN = {"add": "or", "multiply": "and", "maximum": "or", "minimum": "and"}


class Reducer:
    """How partial results are joined. Subclasses fold along axis 1 of arrays of three dimensions."""

    def widened(self, arrays: Arrays) -> Arrays:
        """The arrays in the dtypes in which they are reduced."""
        return arrays

    def knowing(self, arrays: Arrays) -> Reducer:
        """The same reducer, perhaps quicker, for reductions of nothing but these arrays."""
        return self

    @property
    def wider(self) -> Reducer:
        """The same reducer in more digits, where sums of few numbers may cancel."""
        return self

    def join(self, lhs: Arrays, rhs: Arrays) -> Arrays:
        raise NotImplementedError

    def fold(self, arrays: Arrays) -> Arrays:
        """``(a, n, b)`` to ``(a, b)``; n is not 0."""
        raise NotImplementedError

    def prefixes(self, arrays: Arrays) -> Arrays:
        """``(a, n, b)`` to the same shape: at each place all elements up to it along axis 1, joined."""
        raise NotImplementedError

    def suffixes(self, arrays: Arrays) -> Arrays:
        """At each place all elements from it on along axis 1, joined."""
        raise NotImplementedError

    def begun(self, inits: Arrays, arrays: Arrays) -> Arrays:
        """What is left of all elements, with the initial values before them."""
        return self.join(inits, arrays)

    def is_identity(self, inits: Arrays) -> bool:
        """Whether joining with the initial values is known to change nothing after the first time."""
        return False


class Known(Reducer):
    """One of the ops in ``MONOIDS`` on one array."""

    def __init__(self, xp: Any, name: str, dtype: np.dtype[Any]):
        self.xp = xp
        self.is_host = able(xp).is_host
        self.dtype = _accumulator(np.dtype(dtype))
        self.name = _BOOLEAN.get(name, name) if self.dtype.kind == "b" else name
        self.ufunc = getattr(xp, f"bitwise_{self.name}" if self.name in ("and", "or", "xor") else self.name)
        self.is_extremum = self.name in ("maximum", "minimum")
        self.has_signed_zero = self.is_extremum and self.dtype.kind == "f"

    def widened(self, arrays: Arrays) -> Arrays:
        return (convert(self.xp, arrays[0], self.dtype),)

    def knowing(self, arrays: Arrays) -> Known:
        """The sign of zero need not be looked at where there is no -0."""
        if not self.has_signed_zero or not self.is_host or any(_has_minus_zero(self.xp, x) for x in arrays):
            return self
        plain = copy(self)
        plain.has_signed_zero = False
        return plain

    @property
    def wider(self) -> Known:
        wide = _WIDE.get(self.dtype.name) if self.name == "add" else None
        return self if wide is None else Known(self.xp, "add", np.dtype(wide))

    def join(self, lhs: Arrays, rhs: Arrays) -> Arrays:
        a, b = lhs[0], rhs[0]
        result = self.ufunc(a, b)
        if self.has_signed_zero and self._may_hold_zero(result):
            keep_plus = self.xp.signbit(a) & self.xp.signbit(b) if self.name == "maximum" else None
            minus = self.xp.signbit(a) | self.xp.signbit(b) if keep_plus is None else keep_plus
            return (self._signed_zeros(result, minus),)
        return (result,)

    def fold(self, arrays: Arrays) -> Arrays:
        x = arrays[0]
        if x.shape[1] <= _NARROW >= x.shape[2]:
            return fold_neighbours(self.join, arrays)
        if x.shape[2] == 1:  # NumPy adds pairwise along contiguous rows
            rows = self.xp.ascontiguousarray(x).reshape(x.shape[:2])
            return (self._total(rows, 1).reshape(x.shape[0], 1),)
        if self.name == "add" and self.dtype.kind in "fc":
            part = x
            while part.shape[1] > _BLOCK:
                part = self._blocks(part)
            found = self._total(part, 1)
            return (_signed(found, x) if self._adds_by_einsum(x) else found,)
        return (self._total(x, 1),)

    def _adds_by_einsum(self, x: Any) -> bool:
        """Whether ``einsum`` adds, quicker in short lines; it begins with 0, so that a sum of -0 alone has to be seen to."""
        return self.is_host and self.dtype.kind == "f" and is_plain(self.dtype) and x.shape[2] <= _SHORT

    def _blocks(self, x: Any) -> Any:
        a, n, b = x.shape
        whole = n // _BLOCK
        cut = x[:, : whole * _BLOCK].reshape(a, whole, _BLOCK, b)
        sums = np.einsum("abcd->abd", cut) if self._adds_by_einsum(x) else cut.sum(axis=2)
        if whole * _BLOCK == n:
            return sums
        return self.xp.concatenate([sums, x[:, whole * _BLOCK :].sum(axis=1, keepdims=True)], axis=1)

    def _total(self, x: Any, axis: int) -> Any:
        if self.name == "add":
            return x.sum(axis=axis, dtype=self.dtype)
        if self.name == "multiply":
            return x.prod(axis=axis, dtype=self.dtype)
        if self.is_extremum:
            return self._extremum(x, axis)
        if self.dtype.kind == "b" and self.name != "xor":
            return x.all(axis=axis) if self.name == "and" else x.any(axis=axis)
        return self._bitwise(x, axis)

    def _extremum(self, x: Any, axis: int) -> Any:
        take = "max" if self.name == "maximum" else "min"
        result = getattr(x, take)(axis=axis)
        if not self.has_signed_zero or not self._may_hold_zero(result):
            return result
        # Where the largest is zero, no element is above +0, whose bits are the integer 0, and -0 is the least integer;
        # where the smallest is zero, only -0 is negative as an integer. So one look at the bits finds the sign.
        bits = getattr(x.view(f"i{self.dtype.itemsize}"), take)(axis=axis)
        return self._signed_zeros(result, bits < 0)

    def _may_hold_zero(self, x: Any) -> bool:
        """Elsewhere than on the host asking would cost more than the work that it saves."""
        return not self.is_host or bool((x == 0).any())

    def _signed_zeros(self, result: Any, minus: Any) -> Any:
        zero = self.dtype.type(0)
        return self.xp.where(result == 0, self.xp.where(minus, -zero, zero), result)

    def with_zeros(self, result: Any, x: Any, init: float, cut: tuple[int, ...], axis: int) -> Any:
        """An extremum of floats along an axis of ``x`` in the shape ``cut``, in which zeros have the right sign."""
        if np.count_nonzero(result) == result.size:
            return result
        # As in ``_extremum``; the bits of the initial value stand among those of the elements.
        held = f"i{self.dtype.itemsize}"
        bits, first = x.reshape(cut).view(held), self.dtype.type(init).view(held)
        minus = (self.ufunc.reduce(bits, axis, None, None, False, first) < 0) & (result == 0)
        found = result + self.dtype.type(0)  # every zero is +0
        return self.xp.where(minus, -found, found) if np.count_nonzero(minus) else found

    def _bitwise(self, x: Any, axis: int) -> Any:
        """These commute, so halves are joined, which keeps memory contiguous."""
        x = self.xp.moveaxis(x, axis, 0)
        while len(x) > 1:
            half = len(x) // 2
            joined = self.ufunc(x[:half], x[half : 2 * half])
            x = joined if 2 * half == len(x) else self.xp.concatenate([joined, x[2 * half :]])
        return x[0]

    def prefixes(self, arrays: Arrays) -> Arrays:
        x = arrays[0]
        if self.name == "add" and self.dtype.kind in "fc":
            return (self._running_sum(x),)
        if self.name in ("add", "multiply"):
            return (self._accumulated(x, self.dtype),)
        if self.is_extremum and self.is_host and not self.knowing(arrays).has_signed_zero:
            return (self._accumulated(x, self.dtype),)
        return scan(self.xp, self.join, arrays)

    def suffixes(self, arrays: Arrays) -> Arrays:
        return tuple(x[:, ::-1] for x in self.prefixes((arrays[0][:, ::-1],)))

    def _accumulated(self, x: Any, dtype: np.dtype[Any]) -> Any:
        """One element after the other along axis 1; whole lines at a time where these are long, for NumPy goes along the axis alone."""
        a, n, b = x.shape
        if not self.is_host or self.dtype.kind == "b" or b < _NARROW or a * b < _LONG:
            if self.name in ("add", "multiply"):
                return (self.xp.cumsum if self.name == "add" else self.xp.cumprod)(x, axis=1, dtype=dtype)
            return self.ufunc.accumulate(x, axis=1)
        out = np.empty(x.shape, dtype)
        out[:, 0] = x[:, 0]
        for place in range(1, n):
            self.ufunc(out[:, place - 1], x[:, place], out=out[:, place])
        return out

    def _running_sum(self, x: Any) -> Any:
        """f32 by way of f64; f64 in blocks, whose totals are summed likewise, so that errors stay small.

        What comes after a place makes no difference to it.
        """
        if self.dtype.itemsize // (2 if self.dtype.kind == "c" else 1) <= 4:
            wide = np.dtype(np.complex128 if self.dtype.kind == "c" else np.float64)
            return self._accumulated(x, wide).astype(self.dtype)
        a, n, b = x.shape
        if n <= _PREFIX_BLOCK:
            return self.xp.cumsum(x, axis=1)
        whole = n // _PREFIX_BLOCK
        cut = whole * _PREFIX_BLOCK
        inner = self.xp.cumsum(x[:, :cut].reshape(a, whole, _PREFIX_BLOCK, b), axis=2)
        before = self._running_sum(inner[:, :, -1])
        inner[:, 1:] += before[:, :-1, None]
        parts = [inner.reshape(a, cut, b)]
        if cut < n:
            parts.append(self.xp.cumsum(x[:, cut:], axis=1) + before[:, -1:])
        return parts[0] if len(parts) == 1 else self.xp.concatenate(parts, axis=1)

    def is_identity(self, inits: Arrays) -> bool:
        return bool((inits[0] == identity(self.name, self.dtype).item()).all())


class General(Reducer):
    """Any body: ``body(*lhs, *rhs)`` gives a tuple of arrays of the shape that the arguments broadcast to."""

    def __init__(self, xp: Any, body: Callable[..., Arrays]):
        self.xp = xp
        self.body = body

    def join(self, lhs: Arrays, rhs: Arrays) -> Arrays:
        results = self.body(*lhs, *rhs)
        shape = np.broadcast_shapes(lhs[0].shape, rhs[0].shape)
        return tuple(r if r.shape == shape else self.xp.broadcast_to(r, shape) for r in results)

    def fold(self, arrays: Arrays) -> Arrays:
        return fold_neighbours(self.join, arrays)

    def prefixes(self, arrays: Arrays) -> Arrays:
        return scan(self.xp, self.join, arrays)

    def suffixes(self, arrays: Arrays) -> Arrays:
        flipped = tuple(x[:, ::-1] for x in arrays)
        return tuple(x[:, ::-1] for x in scan(self.xp, lambda later, earlier: self.join(earlier, later), flipped))


class Extreme(General):
    """The body of argmax or argmin: a value and its number, of equal values the first, NaN before all (``nan_first``) or as the
    body says.
    """

    def __init__(self, xp: Any, body: Callable[..., Arrays], largest: bool, nan_first: bool = True):
        super().__init__(xp, body)
        self.largest = largest
        self.pick = xp.argmax if largest else xp.argmin
        self.nan_first = nan_first

    def fold(self, arrays: Arrays) -> Arrays:
        values, numbers = arrays
        if not _is_plain(values.dtype) or not self._go_up(numbers):
            return super().fold(arrays)
        places = self.pick(values, axis=1)
        if (
            not able(self.xp).picks_first_nan and values.dtype.kind == "f"
        ):  # which of several NaNs is picked there is not said
            is_nan = self.xp.isnan(values)
            places = self.xp.where(is_nan.any(axis=1), self.xp.argmax(is_nan, axis=1), places)
        found = self._picked(values, places)
        if not self.nan_first and values.dtype.kind == "f" and bool(self.xp.isnan(found).any()):
            return super().fold(arrays)
        if _is_line(numbers):
            return found, numbers[0, :, 0][places]
        return found, self.xp.take_along_axis(numbers, places[:, None], axis=1)[:, 0]

    def _picked(self, values: Any, places: Any) -> Any:
        """The elements at some places along axis 1."""
        a, n, b = values.shape
        if b == 1 and able(self.xp).is_host and values.flags.c_contiguous:
            return values.reshape(-1).take(places.reshape(-1) + np.arange(0, a * n, n)).reshape(a, 1)
        return self.xp.take_along_axis(values, places[:, None], axis=1)[:, 0]

    def begun(self, inits: Arrays, arrays: Arrays) -> Arrays:
        better = arrays[0] > inits[0] if self.largest else arrays[0] < inits[0]
        return (
            arrays
            if able(self.xp).is_host and _is_plain(inits[0].dtype) and bool(better.all())
            else self.join(inits, arrays)
        )

    @staticmethod
    def _go_up(numbers: Any) -> bool:
        if _is_line(numbers):
            numbers = numbers[:1, :, :1]
        return bool((numbers[:, 1:] > numbers[:, :-1]).all())


def _is_line(x: Any) -> bool:
    """Whether an array of three dimensions is one line along axis 1, repeated in memory of its own."""
    return all(x.shape[axis] == 1 or x.strides[axis] == 0 for axis in (0, 2))


def _is_plain(dtype: np.dtype[Any]) -> bool:
    """A type that NumPy itself knows."""
    return dtype.kind in "biuf"


def reducer(xp: Any, op_name: str | None, body: Callable[..., Arrays], dtypes: Sequence[np.dtype[Any]]) -> Reducer:
    """The reducer of a body; ``op_name`` is the full name of its only op, when it is one op of its arguments."""
    if is_by_one_op(op_name) and len(dtypes) == 1:
        return Known(xp, op_name.partition(".")[2], dtypes[0])
    return General(xp, body)


def is_by_one_op(name: str | None) -> TypeGuard[str]:
    """Whether the only op of a body, by its full name, has a reduction of its own."""
    dialect, _, op_name = (name or "").partition(".")
    return dialect == "stablehlo" and op_name in MONOIDS


@lru_cache(maxsize=64)
def _accumulator(dtype: np.dtype[Any]) -> np.dtype[Any]:
    if not is_low(dtype):
        return dtype
    element = element_of(dtype)
    return np.dtype(np.float32 if element.is_float else np.int8 if element.kind == "int" else np.uint8)


def _signed(sums: Any, x: Any) -> Any:
    """Sums along axis 1 that began with 0: where there was nothing but -0, that is the sum."""
    if np.count_nonzero(sums) < sums.size:
        may_be = (sums == 0) & (x[:, 0] == 0) & np.signbit(x[:, 0])
        if may_be.any():
            sums[may_be & ((x == 0) & np.signbit(x)).all(1)] = -0.0
    return sums


def _has_minus_zero(xp: Any, x: Any) -> bool:
    zeros = x == 0
    return bool(zeros.any()) and bool((zeros & xp.signbit(x)).any())


def identity(name: str, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """The value that changes nothing when ``name`` joins it with another: -0 for sums, so that -0 stays."""
    element = element_of(dtype)
    if name in ("maximum", "minimum"):
        value: Any = _extreme(element, largest=name == "minimum")
    elif name == "add":
        value = complex(-0.0, -0.0) if element.is_complex else -0.0 if element.is_float else 0
    elif name == "and":
        value = -1 if element.kind == "int" else _extreme(element, largest=True)
    else:
        value = 1 if name == "multiply" else 0
    return np.asarray(value).astype(dtype)


def _extreme(element: ElementType, largest: bool) -> Any:
    """The least or the largest value; infinite where the type has infinities."""
    if element.is_bool:
        return largest
    if element.is_integer:
        return integer_range(element)[largest]
    if element.is_complex:
        return complex(np.inf, np.inf) if largest else complex(-np.inf, -np.inf)
    infinite = np.asarray(np.inf if largest else -np.inf).astype(element.dtype)
    if np.isinf(infinite):
        return infinite
    import ml_dtypes  # late: ml_dtypes

    limits = ml_dtypes.finfo(element.dtype)
    return limits.max if largest else limits.min


def reduce(xp: Any, how: Reducer, arrays: Arrays, inits: Arrays, axes: Sequence[int]) -> Arrays:
    """Reduce along ``axes``; the initial values come once, before everything else."""
    dtypes = [x.dtype for x in arrays]
    arrays, inits = how.widened(arrays), how.widened(inits)
    shape = arrays[0].shape
    kept = tuple(size for axis, size in enumerate(shape) if axis not in axes)
    if 0 in shape:
        results = tuple(xp.broadcast_to(init, kept).copy() for init in inits)
    else:
        for before, n, after in _runs(shape, frozenset(axes)):
            arrays = tuple(x.reshape(before, n, after) for x in arrays)
            if 1 < after <= _NARROW < n:
                arrays = tuple(xp.ascontiguousarray(x.swapaxes(1, 2)).reshape(before * after, n, 1) for x in arrays)
            arrays = how.fold(arrays)
        results = how.begun(inits, tuple(x.reshape(kept) for x in arrays))
    return tuple(convert(xp, x, dtype) for x, dtype in zip(results, dtypes, strict=True))


def known_text(
    how: Known, shape: tuple[int, ...], dtype: np.dtype[Any], axes: tuple[int, ...]
) -> tuple[str, dict[str, Any]] | None:
    """``reduce`` of one array as an expression of ``a0``, the initial value ``n1`` and names; None where more is to be done."""
    if not how.is_host or not is_plain(dtype) or 0 in shape or how.name == "xor" and dtype.kind == "b":
        return None
    runs = _runs(shape, frozenset(axes))
    if len(runs) > 1:
        return None
    kept = tuple(size for axis, size in enumerate(shape) if axis not in axes)
    before, n, after = runs[0] if runs else (prod(shape), 1, 1)
    if after > 1 and (n > _NARROW and how.name == "add" and dtype.kind == "f" or n > _NARROW >= after):
        return None
    whole = kept == () or before == after == 1
    cut = (n,) if whole else (before, n) if after == 1 else (n, after) if before == 1 else (before, n, after)
    axis = 0 if before == 1 else 1
    text, made = "{a0}" if shape == cut else "{a0}.reshape({cut})", () if whole else (*cut[:axis], *cut[axis + 1 :])
    if n > _NARROW and dtype.kind == "f" and after == 1 and not whole:
        text = f"{{contiguous}}({text})"
    names: dict[str, Any] = {"cut": cut, "kept": kept, "contiguous": np.ascontiguousarray}
    names |= {"f": how.ufunc.reduce, "dtype": dtype, "axis": axis}
    text = f"{{f}}({text}, {{axis}}, {{dtype}}, None, False, {{n1}})"
    if how.has_signed_zero:
        names["signed"] = how.with_zeros
        text = f"{{signed}}({text}, {{a0}}, {{n1}}, {{cut}}, {{axis}})"
    return text if made == kept else f"{text}.reshape({{kept}})", names


@lru_cache(maxsize=1024)
def _runs(shape: tuple[int, ...], axes: frozenset[int]) -> list[tuple[int, int, int]]:
    """Neighbouring axes to reduce, merged, from the last on: the sizes before, in and after each run of them."""
    runs = []
    axis = len(shape)
    after = 1
    while axis > 0:
        n = 1
        while axis > 0 and axis - 1 not in axes:
            axis -= 1
            after *= shape[axis]
        while axis > 0 and axis - 1 in axes:
            axis -= 1
            n *= shape[axis]
        before = int(np.prod(shape[:axis], dtype=np.int64))
        if n > 1:
            runs.append((before, n, after))
    return runs


def fold_neighbours(join: Callable[[Arrays, Arrays], Arrays], arrays: Arrays) -> Arrays:
    """Fold axis 1 by joining neighbours until one is left: index order is kept."""
    tail: Arrays | None = None
    while (n := arrays[0].shape[1]) > 1:
        if n % 2:
            last = tuple(x[:, n - 1 :] for x in arrays)
            tail = last if tail is None else join(last, tail)
        arrays = join(tuple(x[:, 0 : n - 1 : 2] for x in arrays), tuple(x[:, 1:n:2] for x in arrays))
    if tail is not None:
        arrays = join(arrays, tail)
    return tuple(x[:, 0] for x in arrays)


def scan(xp: Any, join: Callable[[Arrays, Arrays], Arrays], arrays: Arrays) -> Arrays:
    """All prefixes along axis 1: linear work in two calls of ``join`` for each level of halving."""
    n = arrays[0].shape[1]
    if n < 2:
        return arrays
    even = tuple(x[:, 0 : n - n % 2 : 2] for x in arrays)
    odd = tuple(x[:, 1::2] for x in arrays)
    through_odd = scan(xp, join, join(even, odd))
    between = join(tuple(x[:, : (n - 1) // 2] for x in through_odd), tuple(x[:, 2::2] for x in arrays)) if n > 2 else ()
    results = []
    for index, (x, pairs) in enumerate(zip(arrays, through_odd, strict=True)):
        result = xp.empty(x.shape, pairs.dtype)
        result[:, 0] = x[:, 0]
        result[:, 1::2] = pairs
        if n > 2:
            result[:, 2::2] = between[index]
        results.append(result)
    return tuple(results)
