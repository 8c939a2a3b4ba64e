"""What is measured, as rows of one table: each row is one program of one size, by us and by others.

A module of this folder that has something to show defines ``rows()``, and stands in ``page.MODULES``.
"""

from __future__ import annotations

import time
import tracemalloc
from math import exp, log
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


#: Megabytes of which ratios mean nothing: those of a program of single numbers.
_LITTLE = 0.05


class Cost(NamedTuple):
    """Milliseconds of the first run, with all that comes before it, and of a later one; megabytes at the peak of that. None: not measured."""

    cold: float | None
    steady: float
    peak: float | None = None


class Row(NamedTuple):
    """``costs`` by who runs it; ``hlorepl`` is one of them. Rows of one ``sweep`` differ in ``size`` alone, and are drawn."""

    group: str
    name: str
    costs: dict[str, Cost]
    sweep: str = ""
    size: int = 0


def peak_of(run: Callable[[], Any]) -> float:
    """The megabytes that a run has allocated at its peak, results counted."""
    tracemalloc.start()
    try:
        kept = run()
        found = tracemalloc.get_traced_memory()[1]
        del kept
    finally:
        tracemalloc.stop()
    return found / 1e6


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of one run, and what it gives."""
    start = time.perf_counter()
    found = run()
    return 1000 * (time.perf_counter() - start), found


def in_turn(runs: Sequence[Callable[[], Any]], seconds: float = 0.3) -> list[float]:
    """Milliseconds of the shortest run of each; they take turns, so that all of them meet the same machine."""
    best = [float("inf")] * len(runs)
    end, rounds = time.perf_counter() + seconds * len(runs), 0
    while rounds < 5 or time.perf_counter() < end and rounds < 300:
        rounds += 1
        for number, run in enumerate(runs):
            best[number] = min(best[number], timed(run)[0])
    return best


def ratio(row: Row, other: str, what: str = "steady") -> float | None:
    """How many times as much it costs us as another; None where either was not measured."""
    if other not in row.costs:
        return None
    ours, theirs = (getattr(row.costs[each], what) for each in ("hlorepl", other))
    if what == "peak" and max(ours or 0, theirs or 0) < _LITTLE:
        return None
    return ours / theirs if ours and theirs else None


def mean(ratios: Iterable[float | None]) -> float | None:
    """The geometric mean of those that are known."""
    known = [log(each) for each in ratios if each]
    return exp(sum(known) / len(known)) if known else None
