"""Where the slices of a gather and the updates of a scatter of known shapes lie: what is known before any index is, worked out once.

For NumPy. What is given back takes indices whose shape is known. For a scatter it gives None where some window is not inside: what
becomes of those is for the general way (``indexing.py``) to say. For a gather it moves slices inside.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from .indexing import index_vectors, spread_plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from .indexing import Dimensions, Ints

    Placed = Callable[[Any], Any]

#: What NumPy takes as indices without a loss.
INDICES = tuple(np.dtype(name) for name in ("i1", "i2", "i4", "i8", "u1", "u2", "u4"))


def window_at(start_map: Ints, shape: Ints, extents: Ints) -> Callable[[Any], tuple[slice, ...] | None]:
    """Of one index vector: the window of these extents that lies there; None where it is not all inside."""
    whole = [slice(0, extent) for extent in extents]
    moves = [(dim, extents[dim], shape[dim] - extents[dim]) for dim in start_map]
    if len(moves) == len(whole) == 1:
        ((_, reach, limit),) = moves

        def at_first(indices: Any) -> tuple[slice, ...] | None:
            start = indices.item()
            return (slice(start, start + reach),) if 0 <= start <= limit else None

        return at_first

    def at(indices: Any) -> tuple[slice, ...] | None:
        index = whole.copy()
        for (dim, extent, last), start in zip(moves, indices.ravel().tolist(), strict=True):
            if not 0 <= start <= last:
                return None
            index[dim] = slice(start, start + extent)
        return tuple(index)

    return at


def only_window(shape: Ints, update_shape: Ints, numbers: Dimensions) -> tuple[Placed, Placed] | None:
    """Of a scatter of one window: where it lies for given indices, and what is laid there of given updates; else None."""
    plan = spread_plan(shape, update_shape, numbers)
    if not plan.is_single:
        return None
    return window_at(numbers.start_map, shape, plan.extents), _laid(update_shape, plan.order, plan.extents)


def rows_at(shape: Ints, update_shape: Ints, numbers: Dimensions) -> tuple[Placed, Placed, int] | None:
    """Of a scatter of rows, each whole and at an index of its own: the places of the rows, the updates as rows, a row's size.

    None where windows are anything else.
    """
    plan = spread_plan(shape, update_shape, numbers)
    if numbers.operand_batching_dims or any(extent != 1 for extent in plan.moving.values()):
        return None
    if any(dim >= plan.outer for dim in numbers.start_map):
        return None
    strides = [prod(shape[dim + 1 : plan.outer]) for dim in numbers.start_map]
    limits = [shape[dim] for dim in numbers.start_map]
    count = prod(update_shape) // plan.row
    laid = _laid(update_shape, plan.order, (count,) if plan.row == 1 else (count, plan.row))
    at = _flat_places(limits, strides, numbers.index_vector_dim)
    return at, laid, plan.row


def gathered_at(
    shape: Ints, indices: Ints, numbers: Dimensions, sizes: Ints, result: Ints
) -> Callable[[Any, Any], Any] | None:
    """The gather of one slice, or of slices that are single along all dimensions that are not taken whole; None of others."""
    if numbers.operand_batching_dims:
        return None
    places = tuple(size for axis, size in enumerate(indices) if axis != numbers.index_vector_dim)
    moves = [(dim, shape[dim] - sizes[dim]) for dim in numbers.start_map]
    if prod(places) == 1:
        return _one_slice(moves, sizes, result)
    picked = [dim for dim in range(len(shape)) if sizes[dim] != shape[dim]]
    taken = sorted({*picked, *numbers.start_map})
    if not taken or any(dim not in numbers.dropped_dims or dim not in numbers.start_map for dim in taken):
        return None
    return _single_places(shape, numbers, taken, places, len(result))


def _one_slice(moves: list[tuple[int, int]], sizes: Ints, result: Ints) -> Callable[[Any, Any], Any]:
    whole = [slice(0, size) for size in sizes]
    if result == () and len(moves) == len(sizes):
        order = [dim for dim, _ in moves]
        limits = [limit for _, limit in moves]
        is_sorted = order == sorted(order)

        def element(operand: Any, indices: Any) -> Any:
            index = [min(max(start, 0), limit) for limit, start in zip(limits, indices.ravel().tolist(), strict=True)]
            if not is_sorted:
                index = [index[order.index(dim)] for dim in range(len(order))]
            return operand[tuple(index)]

        return element

    def taken(operand: Any, indices: Any) -> Any:
        index = whole.copy()
        for (dim, limit), start in zip(moves, indices.ravel().tolist(), strict=True):
            first = min(max(start, 0), limit)
            index[dim] = slice(first, first + sizes[dim])
        found = operand[tuple(index)].copy()
        return found if sizes == result else found.reshape(result)

    return taken


def _single_places(
    shape: Ints, numbers: Dimensions, taken: list[int], places: Ints, rank: int
) -> Callable[[Any, Any], Any] | None:
    """Places in the dimensions that are taken from, which are merged where they are neighbours."""
    first, last = taken[0], taken[-1]
    if last - first + 1 != len(taken):
        return None
    before, after = shape[:first], shape[last + 1 :]
    window = [dim for dim in range(rank) if dim in numbers.window_dims]
    free = [dim for dim in range(rank) if dim not in numbers.window_dims]
    kept = len([dim for dim in range(first) if dim not in numbers.dropped_dims])
    source = [*window[:kept], *free, *window[kept:]]
    order = tuple(source.index(dim) for dim in range(rank))
    is_turned = order != tuple(range(rank))
    merged = (prod(before), prod(shape[first : last + 1]), prod(after))
    shown = tuple(size for dim, size in enumerate(shape) if dim < first and dim not in numbers.dropped_dims)
    shown += places + tuple(size for dim, size in enumerate(shape) if dim > last and dim not in numbers.dropped_dims)
    at = _clamped_places(
        [shape[dim] - 1 for dim in numbers.start_map],
        [prod(shape[dim + 1 : last + 1]) for dim in numbers.start_map],
        numbers.index_vector_dim,
    )
    is_flat = merged[0] == merged[2] == 1

    def take(operand: Any, indices: Any) -> Any:
        if is_flat:
            found = operand.ravel().take(at(indices), None, None, "clip").reshape(shown)
        else:
            found = operand.reshape(merged).take(at(indices), 1, None, "clip").reshape(shown)
        return found.transpose(order) if is_turned else found

    return take


def _clamped_places(limits: list[int], strides: list[int], index_vector_dim: int) -> Placed:
    """Index vectors as places, each component moved inside first."""
    bounds, steps, count = np.array(limits, np.int64), np.array(strides, np.int64), len(limits)
    least, greatest = np.maximum, np.minimum

    def at(indices: Any) -> Any:
        starts = index_vectors(np, indices, index_vector_dim).reshape(-1, count).astype(np.int64, copy=False)
        return greatest(least(starts, 0), bounds).dot(steps)

    return at


def _laid(shape: Ints, order: Ints, wanted: Ints) -> Placed:
    """An array of this shape, transposed and then in the shape that is wanted."""
    if order != tuple(range(len(order))):
        return lambda array: array.transpose(order).reshape(wanted)
    return (lambda array: array) if shape == wanted else (lambda array: array.reshape(wanted))


def _flat_places(limits: list[int], strides: list[int], index_vector_dim: int) -> Placed:
    """Index vectors as places in a row of all that they may mean; None where one is below 0 or too great.

    As unsigned numbers those below 0 are too great as well.
    """
    greatest = np.maximum.reduce
    if len(limits) == 1:
        (limit,), (stride,) = limits, strides

        def at(indices: Any) -> Any:
            places = indices.ravel().astype(np.int64, copy=False)
            if not greatest(places.view(np.uint64)) < limit:
                return None
            return places if stride == 1 else places * stride

        return at
    bounds, steps, count = np.array(limits, np.uint64), np.array(strides, np.int64), len(limits)

    def at_all(indices: Any) -> Any:
        starts = index_vectors(np, indices, index_vector_dim).astype(np.int64).reshape(-1, count)
        return starts.dot(steps) if (starts.view(np.uint64) < bounds).all() else None

    return at_all
