"""Windows of images reduced by a ufunc, a few images at a time: what is read again and again stays in cache.

Passes over whole padded images, each row with what belongs to no window, cost less than passes over rows one by one or over
every second element. So each dimension is reduced at every place, and only at the end the places are picked that the strides ask for.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The bytes of the padded images that are worked on at a time.
_BYTES = 192 << 10


def is_pooled(ufunc: Any, dtype: Any) -> bool:
    """Whether ``pool`` is for elements of a type: those that NumPy's own loops know."""
    return isinstance(ufunc, np.ufunc) and dtype.kind in "iuf" and dtype.isbuiltin == 1


def pool(
    ufunc: np.ufunc,
    images: Any,
    initial: Any,
    window: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: Sequence[tuple[int, int]],
) -> Any:
    """Reduce windows of ``images`` (N, C, *spatial) by a ufunc that commutes; ``initial`` is the padding, and combined once with each.

    The first spatial dimension is reduced first, in each the elements in order, or, of more than four, joined by halves.
    """
    spatial = images.shape[2:]
    padded = [size + low + high for size, (low, high) in zip(spatial, padding, strict=True)]
    reach = [(size - 1) * step + 1 for size, step in zip(window, dilations, strict=True)]
    out = [(size - each) // step + 1 for size, each, step in zip(padded, reach, strides, strict=True)]
    count = math.prod(images.shape[:2])
    result = np.empty((count, *out), images.dtype)
    if result.size:
        step = max(1, _BYTES // (math.prod(padded) * images.itemsize))
        flat = images.reshape(count, *spatial)
        work = _Windows(ufunc, padded, window, dilations)
        start = np.asarray(initial, images.dtype)
        # Where it is the least of all numbers, nothing is left of it.
        combines = ufunc is not np.maximum or initial != (
            -np.inf if start.dtype.kind == "f" else np.iinfo(start.dtype).min
        )
        buffer = np.full((min(step, count), *padded), initial, images.dtype)
        source, target = _inside(spatial, padding)
        places = (slice(None), *(slice(0, (n - 1) * s + 1, s) for n, s in zip(out, strides, strict=True)))
        for first in range(0, count, step):
            part = flat[first : first + step]
            filled = buffer[: len(part)]
            filled[target] = part[source]
            picked, out_part = work.reduced(filled)[places], result[first : first + step]
            if combines:
                ufunc(start, picked, out=out_part)
            else:
                out_part[...] = picked
    return result.reshape(*images.shape[:2], *out)


def _inside(spatial: Sequence[int], padding: Sequence[tuple[int, int]]) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """What is read of an image, and where it lies in the padded one; padding may be negative."""
    ends = [*zip(spatial, padding, strict=True)]
    source = (slice(None), *(slice(max(0, -low), size + min(0, high)) for size, (low, high) in ends))
    target = (
        slice(None),
        *(slice(max(0, low), max(0, low) + size + min(0, low) + min(0, high)) for size, (low, high) in ends),
    )
    return source, target


class _Windows:
    """The reduction of all windows of a block of padded images, at every place."""

    def __init__(self, ufunc: np.ufunc, padded: Sequence[int], window: Sequence[int], dilations: Sequence[int]):
        self.ufunc = ufunc
        pitches = [math.prod(padded[axis + 1 :]) * step for axis, step in enumerate(dilations)]
        self.axes = [*zip(window, pitches, strict=True)]

    def reduced(self, block: Any) -> Any:
        """For each element that begins a window the result of that; others hold anything."""
        values = block.reshape(-1)
        for size, pitch in self.axes:
            if size.bit_length() + size.bit_count() < size + 1:
                values = self._by_doubling(values, size, pitch)
            else:
                values = self._one_by_one(values, size, pitch)
        return values.reshape(block.shape)

    def _joined(self, left: Any, right: Any, distance: int) -> Any:
        made = np.empty(left.size, left.dtype)  # what is not written here is not read
        if distance < left.size:
            self.ufunc(left[:-distance], right[distance:], out=made[:-distance])
        return made

    def _one_by_one(self, values: Any, size: int, pitch: int) -> Any:
        result = values
        for place in range(1, size):
            result = self._joined(result, values, place * pitch)
        return result

    def _by_doubling(self, values: Any, size: int, pitch: int) -> Any:
        """Windows of 1, 2, 4, … elements; the shorter pieces of what is asked for lie to the left of the longer ones."""
        result: Any = None
        done, length = 0, 1
        while True:
            if size & length:
                result = values if result is None else self._joined(result, values, done * pitch)
                done += length
            if done == size:
                return result
            values = self._joined(values, values, length * pitch)
            length *= 2
