"""Updates of single places or rows of arrays, where several updates may meet (section "scatter")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..backends.abilities import able
from .casts import convert
from .reduction import Known, Reducer
from .sorting import stable_order

if TYPE_CHECKING:
    from collections.abc import Callable

    Arrays = tuple[Any, ...]

#: A sparse product pays for sums of rows of so many elements, and so many elements in all.
_LONG_ROW = 16
_MANY = 1 << 14


def scatter_at(
    xp: Any,
    how: Reducer,
    targets: Arrays,
    positions: Any,
    updates: Arrays,
    unique: bool = False,
    inside: bool = False,
) -> Arrays:
    """``targets[position] = join(targets[position], update)`` for each update in order; the targets are overwritten.

    :param targets: arrays ``(places, row)``
    :param positions: which place, for each update; negative ones are dropped
    :param updates: arrays ``(len(positions), row)``
    :param unique: no position comes twice
    :param inside: no position is negative
    :returns: the targets, or new arrays in their stead
    """
    if not inside and positions.size and bool((positions < 0).any()):
        kept = xp.nonzero(positions >= 0)[0]
        positions, updates = positions[kept], tuple(update[kept] for update in updates)
    if positions.size == 0:
        return targets
    if isinstance(how, Known):
        how = how.knowing((targets[0] if len(targets[0]) < len(positions) else targets[0][positions], updates[0]))
        atomic = able(xp).atomic(how.name, how.dtype)
        if not unique and not how.has_signed_zero and atomic is not None:
            return (_accumulate(xp, how, atomic, targets[0], positions, updates[0]),)
    if unique:
        _apply(how.join, targets, positions, updates)
        return targets
    held = how.widened(targets) if isinstance(how, Known) else targets
    for chosen in rounds(xp, positions):
        _apply(how.join, held, positions[chosen], tuple(update[chosen] for update in updates))
    return tuple(convert(xp, array, target.dtype) for array, target in zip(held, targets, strict=True))


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
    if not able(xp).assigns_in_order:
        last = _last_of_each(xp, positions)
        positions, updates = positions[last], tuple(update[last] for update in updates)
    for target, update in zip(targets, updates, strict=True):
        target[positions] = update
    return targets


def _last_of_each(xp: Any, positions: Any) -> Any:
    """The numbers of the updates that no later one of the same place follows."""
    order = stable_order(xp, [positions.astype(np.uint64)])
    ordered = positions[order]
    is_last = xp.ones(len(order), dtype=bool)
    is_last[:-1] = ordered[1:] != ordered[:-1]
    return order[is_last]


def rounds(xp: Any, positions: Any) -> list[Any]:
    """The numbers of the updates in groups in which no position comes twice; the first update of each place first."""
    order = stable_order(xp, [positions.astype(np.uint64)])
    sorted_positions = positions[order]
    is_first = xp.ones(len(order), dtype=bool)
    is_first[1:] = sorted_positions[1:] != sorted_positions[:-1]
    if bool(is_first.all()):
        return [slice(None)]
    starts = xp.nonzero(is_first)[0]
    rank = xp.arange(len(order)) - starts[xp.cumsum(is_first) - 1]
    by_rank = order[stable_order(xp, [rank.astype(np.uint64)])]
    ends = xp.cumsum(xp.bincount(rank)).tolist()
    return [by_rank[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _accumulate(xp: Any, how: Known, dtype: np.dtype[Any], target: Any, positions: Any, update: Any) -> Any:
    """By ``ufunc.at`` in that type, which is fast for single places; many sums of rows are one sparse product."""
    work, addend = convert(xp, target, dtype), convert(xp, update, dtype)
    row = target.shape[1]
    if row == 1:
        how.ufunc.at(work.reshape(-1), positions, addend.reshape(-1))
    elif able(xp).is_host and how.name == "add" and how.dtype.kind in "fc" and addend.size > _MANY and row >= _LONG_ROW:
        _add_rows(work, positions, addend)
    else:
        how.ufunc.at(work.reshape(-1), (positions[:, None] * row + xp.arange(row)).reshape(-1), addend.reshape(-1))
    return convert(xp, work, target.dtype)


def _add_rows(work: Any, positions: Any, addend: Any) -> None:
    from scipy.sparse import csr_array  # late: SciPy

    count = len(positions)
    where = csr_array((np.ones(count, work.dtype), positions, np.arange(count + 1)), shape=(count, len(work)))
    work += where.T @ addend
