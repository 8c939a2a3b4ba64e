"""Reductions of windows that slide over an array: pooling, ``reduce_window``, running sums.

Every reducer is a function of whole arrays and only has to be associative: elements are combined in index order, but
grouped as suits. One dimension after the other is reduced, the last one first, which keeps that order. In each, a
window of ``n`` elements takes ``n - 1`` passes over the strided array, or about ``2 log2 n`` over the whole one, by
joining windows of 1, 2, 4, … elements.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..backends.abilities import able
from .reduction import fold_neighbours

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Arrays = tuple[Any, ...]
    Combine = Callable[..., Arrays]


def pad(
    xp: Any, array: Any, value: Any, padding: Sequence[tuple[int, int]], interior: Sequence[int] | None = None
) -> Any:
    """Put ``value`` around the array and between its elements.

    :param padding: how many (low, high) for each dimension; negative to cut off
    :param interior: how many between neighbours for each dimension, at least 0
    """
    steps = [inner + 1 for inner in interior or (0,) * array.ndim]
    if all(step == 1 for step in steps) and all(low <= 0 and high <= 0 for low, high in padding):
        ends = zip(array.shape, padding, strict=True)
        return array[tuple(slice(-low, max(-low, size + high)) for size, (low, high) in ends)]
    spread = [(size - 1) * step + 1 if size else 0 for size, step in zip(array.shape, steps, strict=True)]
    shape = [max(0, size + low + high) for size, (low, high) in zip(spread, padding, strict=True)]
    result = xp.empty(shape, array.dtype)
    result[...] = value
    source, target = [], []
    for size, step, length, (low, _) in zip(array.shape, steps, shape, padding, strict=True):
        first = max(0, -(low // step))
        last = max(first, min(size, -((low - length) // step)))
        start = first * step + low
        source.append(slice(first, last))
        target.append(slice(start, start + (last - first) * step, step))
    result[tuple(target)] = array[tuple(source)]
    return result


def window_view(
    xp: Any, array: Any, window: Sequence[int], strides: Sequence[int], dilations: Sequence[int] | None = None
) -> Any:
    """All windows as a read-only view: the dimensions of their places, then those inside a window.

    Windows that do not fit are left out.
    """
    reach = dilations or (1,) * array.ndim
    places = [
        window_count(size, length, step, dilation)
        for size, length, step, dilation in zip(array.shape, window, strides, reach, strict=True)
    ]
    moves = [pitch * step for pitch, step in zip(array.strides, strides, strict=True)]
    inner = [pitch * dilation for pitch, dilation in zip(array.strides, reach, strict=True)]
    view = xp.lib.stride_tricks.as_strided(array, (*places, *window), (*moves, *inner))
    if able(xp).is_host:
        view.flags.writeable = False
    return view


def window_count(size: int, window: int, stride: int = 1, dilation: int = 1) -> int:
    """How many windows fit into a dimension."""
    reach = (window - 1) * dilation + 1 if window else 0
    return 0 if size <= 0 or reach > size else (size - reach) // stride + 1


class _Window(NamedTuple):
    """A window along one dimension."""

    size: int
    stride: int
    dilation: int


def reduce_windows(
    xp: Any,
    arrays: Arrays,
    combine: Combine | np.ufunc,
    initial: Arrays,
    *,
    window_dimensions: Sequence[int],
    window_strides: Sequence[int] | None = None,
    base_dilations: Sequence[int] | None = None,
    window_dilations: Sequence[int] | None = None,
    padding: Sequence[tuple[int, int]] | None = None,
) -> Arrays:
    """Reduce each window of the arrays, which have one shape, to one element of each.

    ``combine(*left, *right)`` gives the combined arrays; for a single array a ufunc that commutes will do. ``initial``
    holds a scalar for each array: padding has this value, the gaps of a dilated array too, and it is combined once with
    every window.
    """
    ones = (1,) * arrays[0].ndim
    windows = [
        _Window(*numbers)
        for numbers in zip(window_dimensions, window_strides or ones, window_dilations or ones, strict=True)
    ]
    gaps = [dilation - 1 for dilation in base_dilations or ones]
    edges = padding or ((0, 0),) * arrays[0].ndim
    function = _of_arrays(combine)
    padded = tuple(pad(xp, array, value, edges, gaps) for array, value in zip(arrays, initial, strict=True))
    # A ufunc commutes: the first dimension first, whose passes read whole rows and leave fewer for the others.
    axes = range(len(windows))
    for axis in axes if isinstance(combine, np.ufunc) else reversed(axes):
        padded = _along(padded, function, windows[axis], axis)
    starts = tuple(xp.asarray(value, array.dtype) for value, array in zip(initial, arrays, strict=True))
    return function(*starts, *padded) if padded[0].size else padded


def reduce_each_window(
    xp: Any,
    arrays: Arrays,
    join: Callable[[Arrays, Arrays], Arrays],
    padding_values: Arrays,
    windows: Sequence[Sequence[int]],
    padding: Sequence[tuple[int, int]],
) -> Arrays:
    """Reduce each window by itself: ``join`` meets no elements that no window has, and shares nothing among windows.

    For functions that may not be called more often than that. Takes as much memory as all windows together; the initial
    value, if there is one, is the caller's to combine.

    :param windows: dimensions, strides, base dilations and window dilations
    """
    sizes, strides, base, dilations = windows
    gaps = [dilation - 1 for dilation in base]
    views = [
        window_view(xp, pad(xp, array, value, padding, gaps), sizes, strides, dilations)
        for array, value in zip(arrays, padding_values, strict=True)
    ]
    places = views[0].shape[: len(sizes)]
    folded = fold_neighbours(join, tuple(view.reshape(prod(places), prod(sizes), 1) for view in views))
    return tuple(x.reshape(places) for x in folded)


def _of_arrays(combine: Combine | np.ufunc) -> Combine:
    return (lambda left, right: (combine(left, right),)) if isinstance(combine, np.ufunc) else combine


def _along(arrays: Arrays, combine: Combine, window: _Window, axis: int) -> Arrays:
    """Reduce the windows along one dimension of the padded arrays."""
    count = window_count(arrays[0].shape[axis], window.size, window.stride, window.dilation)
    if window.size == 1 or count == 0:
        return _every(arrays, axis, 0, count, window.stride)
    doublings = window.size.bit_length() - 1
    joins = window.size.bit_count() - 1
    # By the window alone, not by how many there are: how a window is grouped must not depend on what lies around it.
    if doublings * window.stride + joins < window.size - 1:
        return _by_doubling(arrays, combine, window, axis, count)
    result = _every(arrays, axis, 0, count, window.stride)
    for offset in range(1, window.size):
        result = combine(*result, *_every(arrays, axis, offset * window.dilation, count, window.stride))
    return result


def _every(arrays: Arrays, axis: int, start: int, count: int, stride: int) -> Arrays:
    index = (slice(None),) * axis + (slice(start, start + (count - 1) * stride + 1 if count else start, stride),)
    return tuple(array[index] for array in arrays)


def _by_doubling(arrays: Arrays, combine: Combine, window: _Window, axis: int, count: int) -> Arrays:
    """Join windows of 1, 2, 4, … elements; those that make up the size asked for are put together left to right."""
    result: Arrays = ()
    done, length = 0, 1
    while True:
        if window.size & length:
            # The shorter pieces lie to the left of the longer ones.
            piece = _every(arrays, axis, done * window.dilation, count, window.stride)
            result = combine(*result, *piece) if result else piece
            done += length
        if done == window.size:
            return result
        rest = arrays[0].shape[axis] - length * window.dilation
        left, right = _every(arrays, axis, 0, rest, 1), _every(arrays, axis, length * window.dilation, rest, 1)
        arrays = combine(*left, *right)
        length *= 2
