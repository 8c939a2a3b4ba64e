"""Updates of single places or rows of arrays, where several updates may meet (section "scatter")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .casts import convert
from .reduction import Known, Reducer
from .sorting import stable_order

if TYPE_CHECKING:
    from collections.abc import Callable

    Arrays = tuple[Any, ...]

#: Rows of so many elements are updated whole.
_LONG_ROW = 16


def scatter_at(xp: Any, how: Reducer, targets: Arrays, positions: Any, updates: Arrays, unique: bool = False) -> Arrays:
    """``targets[position] = join(targets[position], update)`` for each update in order; the targets are overwritten.

    :param targets: arrays ``(places, row)``
    :param positions: which place, for each update; negative ones are dropped
    :param updates: arrays ``(len(positions), row)``
    :param unique: no position comes twice
    :returns: the targets, or new arrays in their stead
    """
    if positions.size and bool((positions < 0).any()):
        kept = xp.nonzero(positions >= 0)[0]
        positions, updates = positions[kept], tuple(update[kept] for update in updates)
    if positions.size == 0:
        return targets
    if isinstance(how, Known):
        how = how.knowing((targets[0] if len(targets[0]) < len(positions) else targets[0][positions], updates[0]))
        if not unique and not how.has_signed_zero:
            return (_accumulate(xp, how, targets[0], positions, updates[0]),)
    if unique:
        _apply(how.join, targets, positions, updates)
    else:
        for chosen in rounds(xp, positions):
            _apply(how.join, targets, positions[chosen], tuple(update[chosen] for update in updates))
    return targets


def _apply(join: Callable[[Arrays, Arrays], Arrays], targets: Arrays, positions: Any, updates: Arrays) -> None:
    """One update for each position."""
    results = join(tuple(target[positions] for target in targets), updates)
    for target, result in zip(targets, results, strict=True):
        target[positions] = result.astype(target.dtype, copy=False)


def assign_at(xp: Any, targets: Arrays, positions: Any, updates: Arrays) -> Arrays:
    """``targets[position] = update``; of several updates of one place one and the same wins in all targets."""
    if positions.size and bool((positions < 0).any()):
        kept = xp.nonzero(positions >= 0)[0]
        positions, updates = positions[kept], tuple(update[kept] for update in updates)
    for target, update in zip(targets, updates, strict=True):
        target[positions] = update
    return targets


def rounds(xp: Any, positions: Any) -> list[Any]:
    """The numbers of the updates in groups in which no position comes twice; the first update of each place first."""
    order = stable_order(xp, [positions.astype(np.uint64)])
    sorted_positions = positions[order]
    places = xp.arange(len(order))
    is_first = xp.ones(len(order), dtype=bool)
    is_first[1:] = sorted_positions[1:] != sorted_positions[:-1]
    if bool(is_first.all()):
        return [slice(None)]
    rank = places - xp.maximum.accumulate(xp.where(is_first, places, 0))
    by_rank = order[stable_order(xp, [rank.astype(np.uint64)])]
    ends = xp.cumsum(xp.bincount(rank)).tolist()
    return [by_rank[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _accumulate(xp: Any, how: Known, target: Any, positions: Any, update: Any) -> Any:
    """By ``ufunc.at`` for single places, which is fast; rows are sorted by their place and reduced first."""
    work, addend = convert(xp, target, how.dtype), convert(xp, update, how.dtype)
    if target.shape[1] == 1:
        how.ufunc.at(work.reshape(-1), positions, addend.reshape(-1))
    elif target.shape[1] < _LONG_ROW:
        places = positions[:, None] * target.shape[1] + xp.arange(target.shape[1])
        how.ufunc.at(work.reshape(-1), places.reshape(-1), addend.reshape(-1))
    else:
        order = stable_order(xp, [positions.astype(np.uint64)])
        positions = positions[order]
        starts = xp.nonzero(xp.concatenate([xp.ones(1, dtype=bool), positions[1:] != positions[:-1]]))[0]
        joined = how.ufunc.reduceat(addend[order], starts, axis=0)
        chosen = positions[starts]
        work[chosen] = how.ufunc(work[chosen], joined)
    return convert(xp, work, target.dtype)
