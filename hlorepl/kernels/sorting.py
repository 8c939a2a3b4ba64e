"""Stable sorting of whole arrays: by keys, or by a function that compares any two elements of many pairs at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.types import element_of
from .casts import convert, raw_bits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Less = Callable[..., Any]

#: NumPy sorts 16 bits and less by radix, so that packing does not pay.
_RADIX_BYTES = 2
_SMALL = 16
#: The only float whose bits are in the order of its numbers, NaN last.
_WITHOUT_SIGN = "f8E8M0FNU"


def order_bits(xp: Any, keys: Any, total: bool) -> Any:
    """Unsigned integers that are in the same order as the keys, and equal where the keys are.

    Floats: ``total`` is IEEE's total order, -NaN < -inf < … < -0 < +0 < … < inf < NaN; without it zeros are equal, and
    so are all NaNs, which come last.
    """
    element = element_of(keys.dtype)
    unsigned = np.dtype(f"u{keys.dtype.itemsize}")
    if element.is_bool or element.kind == "uint":
        return keys.view(unsigned) if element.is_bool else convert(xp, keys, unsigned)
    if element.is_integer:
        top = unsigned.type(1 << (8 * unsigned.itemsize - 1))
        return convert(xp, keys, f"i{unsigned.itemsize}").view(unsigned) ^ top
    bits = raw_bits(xp, keys)
    if element.name == _WITHOUT_SIGN:
        return bits
    top, ones = _masks(element.bits, unsigned)
    if not total:
        bits = xp.where(keys == keys.dtype.type(0), unsigned.type(0), bits)
        bits = xp.where(xp.isnan(keys), ones ^ top, bits)
    if element.bits < 8 * unsigned.itemsize:
        return bits ^ xp.where((bits & top) != 0, ones, top)
    signs = bits.view(f"i{unsigned.itemsize}") >> (element.bits - 1)  # all ones where negative
    return bits ^ (signs.view(unsigned) | top)


def from_order_bits(xp: Any, bits: Any, dtype: np.dtype[Any]) -> Any:
    """The numbers that ``order_bits`` (of the total order) made these of. Types of 8 bits and more only."""
    element = element_of(dtype)
    if element.is_bool or element.kind == "uint" or element.name == _WITHOUT_SIGN:
        return bits.view(dtype)
    top, ones = _masks(element.bits, bits.dtype)
    if element.is_integer:
        return (bits ^ top).view(dtype)
    return (bits ^ xp.where((bits & top) != 0, top, ones)).view(dtype)


def _masks(width: int, unsigned: np.dtype[Any]) -> tuple[Any, Any]:
    """The sign bit, and all bits."""
    return unsigned.type(1 << (width - 1)), unsigned.type((1 << width) - 1)


def stable_order(xp: Any, keys: Sequence[Any]) -> Any:
    """The order of places along the last axis that sorts by the first key, then the next, …; equal ones stay in order.

    Keys are unsigned integers of one shape.
    """
    pieces = [piece for key in keys for piece in _halves(key)]
    order = _stable_argsort(xp, pieces[-1])
    for piece in reversed(pieces[:-1]):
        again = _stable_argsort(xp, xp.take_along_axis(piece, order, axis=-1))
        order = xp.take_along_axis(order, again, axis=-1)
    return order


def _halves(key: Any) -> list[Any]:
    """A 64-bit key as two of 32 bits, or as one when the range of its values allows."""
    if key.dtype.itemsize < 8 or key.size == 0:
        return [key]
    low = key.min()
    if key.max() - low <= np.uint64(0xFFFFFFFF):
        return [(key - low).astype(np.uint32)]
    return [(key >> np.uint64(32)).astype(np.uint32), key.astype(np.uint32)]


def _stable_argsort(xp: Any, key: Any) -> Any:
    """A key of 17 to 32 bits is sorted as one number with its place: several times as fast as NumPy's stable sort."""
    if key.dtype.itemsize <= _RADIX_BYTES or key.shape[-1] <= _SMALL:
        return xp.argsort(key, axis=-1, kind="stable")
    places = xp.arange(key.shape[-1], dtype=np.uint64)
    packed = xp.sort((key.astype(np.uint64) << np.uint64(32)) | places, axis=-1)
    return (packed & np.uint64(0xFFFFFFFF)).astype(np.int64)


def smallest(xp: Any, key: Any, k: int) -> Any:
    """The places of the ``k`` smallest along the last axis, in order; of equal ones the first. ``k`` is at least 1.

    The rest is not sorted: what is no greater than the k-th is picked out first.
    """
    rows = key.reshape(-1, key.shape[-1])
    limit = xp.partition(rows, k - 1, axis=1)[:, k - 1 : k]
    row, place = xp.nonzero(rows <= limit)
    order = stable_order(xp, [row.astype(np.uint64), rows[row, place]])
    ends = xp.cumsum(xp.bincount(row, minlength=len(rows)))
    starts = xp.concatenate([xp.zeros(1, ends.dtype), ends[:-1]])
    return place[order][starts[:, None] + xp.arange(k)].reshape(*key.shape[:-1], k)


def order_by(xp: Any, columns: Sequence[Any], less: Less, everywhere: bool = True) -> Any:
    """The stable order of places along the last axis of ``(rows, n)`` columns by ``less(a, a', b, b', …)``.

    Runs of 1, 2, 4, … places are merged; each element finds its place in the other run by bisection, all at once. So
    ``less`` is called on whole arrays, some log2(n)² / 2 times. One that contradicts itself gives some permutation.

    :param everywhere: the arrays may hold pairs that nothing depends on; without it they are only those to be compared
    """
    rows, n = columns[0].shape
    places = xp.arange(n, dtype=np.int64)
    first_of_row = xp.arange(rows, dtype=np.int64)[:, None] * n
    order = xp.broadcast_to(places, (rows, n)).copy()
    run = 1
    while run < n:
        mine = [xp.take_along_axis(column, order, axis=1) for column in columns]
        target = _merge_targets(xp, mine, less, places, run, everywhere)
        flat = (target + first_of_row).reshape(-1)
        taken = xp.zeros(rows * n, dtype=bool)
        taken[flat] = True
        if not bool(taken.all()):
            target = xp.argsort(xp.argsort(target, axis=1, kind="stable"), axis=1, kind="stable")
            flat = (target + first_of_row).reshape(-1)
        merged = xp.empty(rows * n, order.dtype)
        merged[flat] = order.reshape(-1)
        order, run = merged.reshape(rows, n), 2 * run
    return order


def _merge_targets(xp: Any, mine: list[Any], less: Less, places: Any, run: int, everywhere: bool) -> Any:
    """Where each element goes when neighbouring runs are merged."""
    rows, n = mine[0].shape
    block = places // (2 * run) * (2 * run)
    is_left = places - block < run
    middle = xp.minimum(block + run, n)
    first = xp.where(is_left, middle, block)
    low = xp.broadcast_to(first, (rows, n)).copy()
    high = xp.broadcast_to(xp.where(is_left, xp.minimum(block + 2 * run, n), middle), (rows, n)).copy()
    while True:
        active = low < high
        if not bool(active.any()):
            break
        centre = xp.minimum((low + high) >> 1, n - 1)
        others = [xp.take_along_axis(column, centre, axis=1) for column in mine]
        # Before an element of the left run come the right ones that are less; before one of the right, the left ones
        # that it is not less than.
        if everywhere:
            before_left = less(*_interleaved(others, mine))
            before_right = ~less(*_interleaved(mine, others))
            go_on = xp.where(is_left, before_left, before_right) & active
        else:
            go_on = xp.zeros(active.shape, dtype=bool)
            left, right = active & is_left, active & ~is_left
            go_on[left] = less(*_interleaved(_chosen(others, left), _chosen(mine, left)))
            go_on[right] = ~less(*_interleaved(_chosen(mine, right), _chosen(others, right)))
        low = xp.where(go_on, centre + 1, low)
        high = xp.where(active & ~go_on, centre, high)
    return places + (low - first) - xp.where(is_left, 0, run)


def _chosen(columns: Sequence[Any], mask: Any) -> list[Any]:
    return [column[mask] for column in columns]


def _interleaved(left: Sequence[Any], right: Sequence[Any]) -> list[Any]:
    return [column for pair in zip(left, right, strict=True) for column in pair]
