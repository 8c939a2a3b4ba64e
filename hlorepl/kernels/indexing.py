"""Slices of an array at many places at once, and where they lie (sections "gather" and "scatter")."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..backends.abilities import able
from .casts import convert

if TYPE_CHECKING:
    from collections.abc import Sequence

    Ints = tuple[int, ...]


def forwards(array: Any) -> Any:
    """The array, or a copy of one that lies backwards in memory: there NumPy's loops are others, and round otherwise."""
    return array.copy() if array.ndim and min(array.strides) < 0 else array


class Dimensions(NamedTuple):
    """How index vectors and windows map to the dimensions of an operand; gather's and scatter's numbers alike."""

    window_dims: Ints
    """The dimensions of the slices (result of gather, updates of scatter) that go along a window."""

    dropped_dims: Ints
    """The operand's dimensions along which a window has one element and that the slices do not have."""

    operand_batching_dims: Ints
    indices_batching_dims: Ints
    start_map: Ints
    """Which dimension of the operand each component of an index vector moves along."""

    index_vector_dim: int


def index_vectors(xp: Any, indices: Any, index_vector_dim: int) -> Any:
    """The start indices with their components along a last dimension."""
    if index_vector_dim == indices.ndim:
        return indices[..., None]
    return indices if index_vector_dim == indices.ndim - 1 else xp.moveaxis(indices, index_vector_dim, -1)


def coordinates(xp: Any, starts: Any, numbers: Dimensions, limits: Sequence[tuple[int, int]]) -> dict[int, Any]:
    """The first coordinate of each slice along each dimension of the operand, where it is not 0 throughout.

    :param starts: index vectors ``(…, components)``
    :param limits: the least and greatest coordinate of each dimension; others are clamped
    """
    places = starts.shape[:-1]
    found = {}
    for component, dim in enumerate(numbers.start_map):
        found[dim] = _clamped(xp, starts[..., component], *limits[dim])
    for dim, indices_dim in zip(numbers.operand_batching_dims, numbers.indices_batching_dims, strict=True):
        axis = indices_dim - (indices_dim > numbers.index_vector_dim)
        shape = [1] * len(places)
        shape[axis] = places[axis]
        found[dim] = xp.arange(places[axis]).reshape(shape)
    return found


def _clamped(xp: Any, indices: Any, low: int, high: int) -> Any:
    """Clamped in their own type, so that unsigned ones stay above zero, then int64."""
    if indices.dtype.kind not in "iu":
        indices = convert(xp, indices, np.int64)
    least, greatest = _range(indices.dtype)
    if low > least or high < greatest:
        indices = indices.clip(max(low, least), min(high, greatest))
    return indices.astype(np.int64, copy=False)


@lru_cache(maxsize=16)
def _range(dtype: np.dtype[Any]) -> tuple[int, int]:
    limits = np.iinfo(dtype)
    return int(limits.min), int(limits.max)


class _Plan(NamedTuple):
    """How one gather of fixed shapes runs."""

    limits: tuple[tuple[int, int], ...]
    picked: Ints
    """Dimensions of the operand along which slices are smaller than it: they are merged and taken from."""

    kept: Ints
    together: bool
    """The picked dimensions are neighbours, so that no transposing is needed."""

    strides: dict[int, int]
    partial: Ints
    """Picked dimensions along which the slices have an extent of their own."""

    order: Ints
    """The transposition that brings the dimensions of what was taken into place."""


@lru_cache(maxsize=512)
def _plan(shape: Ints, places_rank: int, numbers: Dimensions, sizes: Ints) -> _Plan:
    rank = len(shape)
    dropped = {*numbers.dropped_dims, *numbers.operand_batching_dims}
    kept = tuple(d for d in range(rank) if d not in dropped and sizes[d] == shape[d])
    picked = tuple(d for d in range(rank) if d not in kept)
    partial = tuple(d for d in picked if d not in dropped)
    strides, stride = {}, 1
    for dim in reversed(picked):
        strides[dim] = stride
        stride *= shape[dim]
    together = not picked or picked[-1] - picked[0] + 1 == len(picked)
    first = picked[0] if picked else 0
    before = tuple(d for d in kept if d < first) if together else ()
    after = tuple(d for d in kept if d not in before)
    result_rank = places_rank + rank - len(dropped)
    places = [d for d in range(result_rank) if d not in numbers.window_dims]
    window = dict(zip((d for d in range(rank) if d not in dropped), numbers.window_dims, strict=True))
    lie = [*(window[d] for d in before), *places, *(window[d] for d in partial), *(window[d] for d in after)]
    order = tuple(lie.index(d) for d in range(result_rank))
    limits = tuple((0, max(0, size - extent)) for size, extent in zip(shape, sizes, strict=True))
    return _Plan(limits, picked, kept, together, strides, partial, order)


def gather(xp: Any, operand: Any, indices: Any, numbers: Dimensions, sizes: Ints) -> Any:
    """Slices of ``sizes`` of the operand at the start indices, which are clamped so that each slice is inside."""
    starts = index_vectors(xp, indices, numbers.index_vector_dim)
    places = starts.shape[:-1]
    plan = _plan(operand.shape, len(places), numbers, sizes)
    first = coordinates(xp, starts, numbers, plan.limits)
    extents = {dim: sizes[dim] for dim in plan.partial}
    flat: Any = None
    for dim in plan.picked:
        along = _along(xp, first, dim, extents)
        if along is not None:
            term = along if plan.strides[dim] == 1 else along * plan.strides[dim]
            flat = term if flat is None else flat + term
    flat = _spread_over(xp, xp.zeros((), np.int64) if flat is None else flat, (*places, *extents.values()))
    return _take(xp, operand, flat, plan).transpose(plan.order)


def _spread_over(xp: Any, array: Any, shape: Ints) -> Any:
    return array if array.shape == shape else xp.broadcast_to(array, shape)


def _take(xp: Any, operand: Any, flat: Any, plan: _Plan) -> Any:
    """Elements along the merged picked dimensions, with the kept dimensions around them."""
    shape = operand.shape
    if plan.together:
        start = plan.picked[0] if plan.picked else 0
        before, after = shape[:start], shape[start + len(plan.picked) :]
    else:
        before, after = (), tuple(shape[d] for d in plan.kept)
        operand = operand.transpose((*plan.picked, *plan.kept))
    length = prod(shape[d] for d in plan.picked)
    merged = operand.reshape(prod(before), length, prod(after))
    if merged.size == 0:
        return xp.zeros((*before, *flat.shape, *after), operand.dtype)
    places = flat.reshape(-1)
    if merged.shape[0] == merged.shape[2] == 1:
        taken = merged.reshape(-1)[places]
    elif able(xp).is_host:  # the places are inside: not having it checked again saves half the time
        taken = merged.take(places, axis=1, mode="clip")
    else:
        taken = xp.take(merged, places, axis=1)
    return taken.reshape((*before, *flat.shape, *after))


def _along(xp: Any, first: dict[int, Any], dim: int, extents: dict[int, int]) -> Any:
    """The coordinates of all elements of all slices along one dimension; None where all are 0.

    The array spreads over the slices' places and then the dimensions in ``extents``.
    """
    start = first[dim][(..., *(None,) * len(extents))] if dim in first else None
    if dim not in extents:
        return start
    behind = len(extents) - 1 - list(extents).index(dim)
    offsets = xp.arange(extents[dim]).reshape((-1, *(1,) * behind))
    return offsets if start is None else start + offsets


class Spread(NamedTuple):
    """Where updates go: rows of a target seen as ``(places, row)``."""

    positions: Any
    updates: tuple[Any, ...]
    row: int


class _SpreadPlan(NamedTuple):
    """How the updates of one scatter of fixed shapes lie."""

    extents: Ints
    """Of a window along each dimension of the target."""

    outer: int
    """The dimensions from here on are whole in every window: a row."""

    row: int
    moving: dict[int, int]
    """The extents of the dimensions before, where the updates have these."""

    limits: tuple[tuple[int, int], ...]
    order: Ints
    """The transposition of the updates that brings places before windows."""

    is_single: bool
    """There is one window."""


@lru_cache(maxsize=512)
def spread_plan(shape: Ints, update_shape: Ints, numbers: Dimensions) -> _SpreadPlan:
    dropped = {*numbers.dropped_dims, *numbers.operand_batching_dims}
    window = [d for d in range(len(shape)) if d not in dropped]
    extents = [1] * len(shape)
    for d, update_dim in zip(window, numbers.window_dims, strict=True):
        extents[d] = update_shape[update_dim]
    outer = len(shape)
    while outer and (d := outer - 1) in window and d not in numbers.start_map and extents[d] == shape[d]:
        outer -= 1
    places = [d for d in range(len(update_shape)) if d not in numbers.window_dims]
    return _SpreadPlan(
        extents=tuple(extents),
        outer=outer,
        row=prod(shape[outer:]),
        moving={d: extents[d] for d in window if d < outer},
        limits=tuple((-extent, size) for extent, size in zip(extents, shape, strict=True)),
        order=(*places, *numbers.window_dims),
        is_single=all(update_shape[d] == 1 for d in places),
    )


def spread(xp: Any, shape: Ints, indices: Any, updates: tuple[Any, ...], numbers: Dimensions) -> Spread:
    """The updates of a scatter as rows, with the place of each in a target of that shape; -1 where it lies outside.

    A row is what lies along the last dimensions of the target that every window covers whole.
    """
    plan = spread_plan(shape, updates[0].shape, numbers)
    starts = index_vectors(xp, indices, numbers.index_vector_dim)
    first = coordinates(xp, starts, numbers, plan.limits)
    lie = (*starts.shape[:-1], *plan.moving.values())
    positions = _positions(xp, first, shape[: plan.outer], plan.moving, lie)
    count = positions.size
    return Spread(positions, tuple(x.transpose(plan.order).reshape(count, plan.row) for x in updates), plan.row)


def single_window(
    shape: Ints, indices: Any, updates: tuple[Any, ...], numbers: Dimensions
) -> tuple[tuple[slice, ...], tuple[Any, ...]] | None:
    """Where the only window of a scatter lies in a target, and the updates inside it; None when there are several."""
    plan = spread_plan(shape, updates[0].shape, numbers)
    if not plan.is_single:
        return None
    first = dict(zip(numbers.start_map, indices.reshape(-1).tolist(), strict=True))
    target, source = [], []
    for d, (size, extent) in enumerate(zip(shape, plan.extents, strict=True)):
        start = int(first.get(d, 0))
        low = min(max(start, 0), size)
        high = max(low, min(start + extent, size))
        target.append(slice(low, high))
        source.append(slice(low - start, high - start) if high > low else slice(0, 0))
    inside = tuple(source)
    return tuple(target), tuple(x.transpose(plan.order).reshape(plan.extents)[inside] for x in updates)


def _positions(xp: Any, first: dict[int, Any], shape: Ints, extents: dict[int, int], lie: Ints) -> Any:
    """Places in the flattened ``shape``; -1 outside."""
    flat: Any = None
    inside: Any = None
    for dim, size in enumerate(shape):
        along = _along(xp, first, dim, extents)
        if flat is not None and size != 1:
            flat = flat * size
        if along is None:
            continue
        flat = along if flat is None else flat + along
        if dim in first:
            fits = (along >= 0) & (along < size)
            inside = fits if inside is None else inside & fits
    if flat is None:
        flat = xp.zeros((), dtype=np.int64)
    if inside is not None and not bool(inside.all()):
        flat = xp.where(inside, flat, -1)
    return _spread_over(xp, flat, lie).reshape(-1)
