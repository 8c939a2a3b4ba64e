"""How far results may be apart that many ops have made: by runs in which each op is off by what it may be off by.

An engine may add in another order, leave out roundings between ops that it joins, or put a product and a sum into one; what each
op may be off by then is not what the last one may be off by. So the ops are run again a few times, each result moved at
random within its bound and one ulp more, and the results may be apart by some times as much as these runs are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from ..engine.observing import Observer
from ..engine.op_origin import OpOrigin
from ..ops.error_bounds import Rounded, Ulps
from ..ops.registry import of
from .pieces import inputs_of, single
from .tolerance import is_float, is_within, part_dtype, spacing, wide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..engine.observing import Event
    from ..ir.core import Op
    from .pieces import Piece
    from .tolerance import Bounded, Bounds

#: How many runs there are, and how many times as far as they are results may be apart.
RUNS, FACTOR = 3, 6.0


class Jitter(Observer):
    """Moves what each op makes by a random part of what it may be off by."""

    def __init__(self, bounded: Bounded, seed: int):
        self.bounded = bounded
        self.rng = np.random.Generator(np.random.PCG64(seed))
        self._pieces: dict[Any, tuple[Op, Piece]] = {}
        self._factors: dict[Any, Any] = {}

    def after(self, event: Event) -> Sequence[Any] | None:
        origin = event.origin
        if not isinstance(origin, OpOrigin) or not any(map(_is_moved, event.results)):
            return None
        op, spec = origin.op, of(origin.op)
        if spec is None or spec.error is None or spec.exact or spec.steps_rule is not None:
            return None
        kind = self.bounded.kind(op)
        if kind is None:
            return None
        if isinstance(kind, Rounded) or isinstance(kind, Ulps) and not kind.conditioned and not kind.floor:
            return [self._scaled(array, _units(kind, array)) for array in event.results]
        bounds = self.bounded.bounds(self._piece(op, event), inputs_of(op, event.inputs), event.results)
        return [self._moved(array, bound) for array, bound in zip(event.results, bounds, strict=True)]

    def _piece(self, op: Op, event: Event) -> Piece:
        key = id(op), tuple(array.shape for array in event.inputs)
        found = self._pieces.get(key)
        if found is None:
            found = self._pieces[key] = op, single(op, event.inputs, event.results)
        return found[1]

    def _scaled(self, array: Any, units: float) -> Any:
        """Each number times one that is up to so many eps from 1."""
        if not _is_moved(array):
            return array
        eps = float(ml_dtypes.finfo(part_dtype(array.dtype)).eps)
        numbers = array if array.dtype.kind in "fc" and array.dtype.itemsize >= 4 else array.astype(np.float32)
        factors = self._factors.get((units, array.dtype))
        if factors is None:
            noise = self.rng.uniform(-1.0, 1.0, _NOISE)
            factors = (1.0 + units * eps * noise).astype(numbers.real.dtype)
            self._factors[units, array.dtype] = factors
        size = array.size
        begin = int(self.rng.integers(0, _NOISE))
        chosen = np.resize(
            np.concatenate([factors[begin:], factors[:begin]]) if size > _NOISE - begin else factors[begin:], size
        )
        with np.errstate(all="ignore"):
            return (numbers * chosen.reshape(array.shape)).astype(array.dtype)

    def _moved(self, array: Any, bound: Bounds) -> Any:
        if bound is None:
            return array
        with np.errstate(all="ignore"):
            numbers = wide(array)
            reach = bound + spacing(np.abs(numbers), part_dtype(array.dtype))
            moved = numbers + reach * self.rng.uniform(-1.0, 1.0, array.shape)
            return np.where(np.isfinite(numbers) & (numbers != 0), moved, numbers).astype(array.dtype)


#: How many random numbers are drawn, to be gone through from any place on.
_NOISE = 1 << 14


def _units(kind: Rounded | Ulps, array: Any) -> float:
    """How many eps an op's results are moved by: what both engines may be off by, and a rounding."""
    if isinstance(kind, Rounded):
        return 1.0
    if array.dtype.kind == "c":
        return kind.norm
    if array.dtype.itemsize < 4:
        return 2.0
    return 1.0 + (kind.f32 + kind.xla_f32 if array.dtype.itemsize == 4 else kind.f64 + kind.xla_f64)


def _is_moved(array: Any) -> bool:
    return isinstance(array, np.ndarray) and is_float(array.dtype)


def are_within_spread(
    run: Callable[[Observer], Sequence[Any]], lefts: Sequence[Any], rights: Sequence[Any], bounded: Bounded
) -> list[bool]:
    """Of each result whether it may be so, where ``run`` runs the ops while somebody moves what they make.

    No more is run than it takes to say so. Whole numbers are exact, unless they come out otherwise in one of the runs: then there is
    no telling.
    """
    allowed = [False] * len(lefts)
    for bounds in _spreads(run, lefts, bounded):
        allowed = [
            not isinstance(left, np.ndarray) or is_within(left, right, bound)
            for left, right, bound in zip(lefts, rights, bounds, strict=True)
        ]
        if all(allowed):
            break
    return allowed


def _spreads(
    run: Callable[[Observer], Sequence[Any]], results: Sequence[Any], bounded: Bounded
) -> Iterator[list[Bounds]]:
    """What is known after each run: never less than before."""
    found: list[Any] = [0.0 if isinstance(each, np.ndarray) and is_float(each.dtype) else None for each in results]
    for seed in range(RUNS):
        for number, (other, result) in enumerate(zip(run(Jitter(bounded, seed)), results, strict=True)):
            found[number] = _farther(found[number], other, result)
        yield [_bound(each, result) for each, result in zip(found, results, strict=True)]


def _farther(known: Any, other: Any, result: Any) -> Any:
    if not isinstance(result, np.ndarray):
        return known
    if other.shape != result.shape:
        return np.inf
    if not is_float(result.dtype):
        return known if known is not None or np.array_equal(other, result) else np.inf
    with np.errstate(all="ignore"):
        apart = np.abs(wide(other) - wide(result))
        same = (other == result) | (np.isnan(other) & np.isnan(result))
    return np.maximum(known, np.where(same, 0.0, np.where(np.isnan(apart), np.inf, apart)))


def _bound(apart: Any, result: Any) -> Bounds:
    """Some times what was seen, and what is usual in that result: three runs may miss an element."""
    if apart is None or not is_float(result.dtype) or not result.size:
        return apart
    apart = np.broadcast_to(apart, result.shape)
    known = apart[np.isfinite(apart)]
    with np.errstate(all="ignore"):
        usual = float(np.sqrt(np.mean(known**2))) if known.size else 0.0
        return FACTOR * np.maximum(apart, usual) + 2.0 * spacing(np.abs(wide(result)), part_dtype(result.dtype))
