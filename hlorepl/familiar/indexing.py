"""``%v[0]``, ``%v[:, 1:3]``: parts of a tensor by NumPy's rules, as slices, reverses and reshapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ir.core import Value
from ..ir.types import TensorType
from .shapes import take
from .table import refuse, reshaped, tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ops.builder import Builder

    #: A number, a slice, ``None`` (a new dimension), ``...`` (those between), or a value of whole numbers.
    Item = Any


def indexed(b: Builder, x: Value, items: Sequence[Item]) -> Value:
    """The part of a tensor that the items between brackets say."""
    items = _whole(tensor(x).rank, items)
    axis = 0
    starts: list[int] = []
    limits: list[int] = []
    strides: list[int] = []
    turned: list[int] = []
    for item in items:
        if item is None:
            continue
        start, limit, stride = _extent(item, tensor(x).sizes[axis], axis)
        if stride < 0:
            turned.append(axis)
        starts.append(start)
        limits.append(limit)
        strides.append(abs(stride))
        axis += 1
    found = _sliced(b, x, starts, limits, strides)
    found = b.value("reverse", found, dimensions=turned) if turned else found
    found, left = _taken(b, found, items)
    return _shaped(b, found, left)


def _whole(rank: int, items: Sequence[Item]) -> list[Item]:
    """The items with one for each dimension."""
    count = sum(item is not None and item is not ... for item in items)
    if count > rank:
        refuse(f"there are {count} indices, and the tensor is of rank {rank}")
    dots = [place for place, item in enumerate(items) if item is ...]
    if len(dots) > 1:
        refuse("... stands once among indices")
    place = dots[0] if dots else len(items)
    behind = items[place + 1 :] if dots else []
    return [*items[:place], *[slice(None)] * (rank - count), *behind]


def _extent(item: Item, size: int, axis: int) -> tuple[int, int, int]:
    """Where a slice begins and ends, and its stride; below zero it is turned after."""
    if isinstance(item, Value):
        return 0, size, 1
    if isinstance(item, int):
        if not -size <= item < size:
            refuse(f"index {item} is outside of dimension {axis}, whose size is {size}")
        return item % size, item % size + 1, 1
    if item.step == 0:
        refuse("the step of a slice is not zero")
    start, stop, step = item.indices(size)
    count = len(range(start, stop, step))
    if step > 0:
        return start, max(start, stop), step
    last = start + (count - 1) * step
    return (last, start + 1, step) if count else (0, 0, step)


def _sliced(b: Builder, x: Value, starts: list[int], limits: list[int], strides: list[int]) -> Value:
    sizes = tensor(x).sizes
    if all(s == 0 for s in starts) and list(sizes) == limits and all(s == 1 for s in strides):
        return x
    return b.value("slice", x, start_indices=starts, limit_indices=limits, strides=strides)


def _taken(b: Builder, x: Value, items: list[Item]) -> tuple[Value, list[Item]]:
    """The places that values say, one dimension after the other; what is left of the items."""
    left, axis, lists = list(items), 0, 0
    for place, item in enumerate(items):
        if item is None:
            continue
        if isinstance(item, Value):
            of = item.type
            if not isinstance(of, TensorType) or of.rank > 1 or not of.element.is_integer:
                refuse(
                    f"an index is a number, a slice or a value of whole numbers of rank 0 or 1, not {of}; where takes a mask"
                )
            lists += of.rank
            if lists > 1:
                refuse("one index of rank 1 stands among indices, and no more; the op gather takes any")
            x = take(b, x, item, axis)
            axis -= of.rank == 0
            left[place] = slice(None) if of.rank else ...
        axis += 1
    return x, [item for item in left if item is not ...]


def _shaped(b: Builder, x: Value, items: list[Item]) -> Value:
    """Dimensions that a number took out, and new ones of size 1."""
    sizes: list[int] = []
    rest = iter(tensor(x).sizes)
    for item in items:
        if item is None:
            sizes.append(1)
            continue
        size = next(rest)
        if not isinstance(item, int):
            sizes.append(size)
    return reshaped(b, x, sizes)
