"""Delta debugging: from a list of things that can be left out to one of which none can.

After A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_T = TypeVar("_T")


def minimal(things: Sequence[_T], first: Callable[[Iterator[list[_T]]], list[_T] | None], least: int = 0) -> list[_T]:
    """The things that have to stay, ``least`` of them or more; ``first`` gives the first of several lists that will do."""
    kept = list(things)
    parts = 2
    while len(kept) > least:
        parts = min(parts, len(kept))
        found = first(_smaller(kept, parts, least))
        if found is not None:
            parts = 2 if len(found) <= -(-len(kept) // parts) else max(parts - 1, 2)
            kept = found
        elif parts >= len(kept):
            break
        else:
            parts *= 2
    return kept


def _smaller(kept: list[_T], parts: int, least: int) -> Iterator[list[_T]]:
    """Each part alone, the last ones first (what shows something is often late), then all but each."""
    cuts = [len(kept) * number // parts for number in range(parts + 1)]
    ranges = list(pairwise(cuts))
    if parts > 1:
        for start, end in reversed(ranges):
            if least <= end - start < len(kept):
                yield kept[start:end]
    if parts != 2:
        for start, end in reversed(ranges):
            if least <= len(kept) - (end - start) < len(kept):
                yield kept[:start] + kept[end:]
