"""Variables of written code that are let go of at their last use: their memory is in cache, and holds what comes next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Line = tuple[str, int]

#: A variable that is assigned once.
VARIABLE = re.compile(r"\bx\d+\b")
_MADE = re.compile(r" *(x\d+) = ")


def letting_go(lines: Sequence[Line]) -> list[Line]:
    """The lines of a block, each with its step's number, and ``del`` of each ``x1 = …`` behind the last line that reads it.

    A variable is assigned once. What a loop reads from outside of it is let go of behind the loop; what is made in a loop and read
    behind it, never.
    """
    made: dict[str, int] = {}
    last: dict[str, int] = {}
    for number, (text, _) in enumerate(lines):
        for name in VARIABLE.findall(text):
            last[name] = number
        found = _MADE.match(text)
        if found is not None:
            made[found[1]] = number
    gone: dict[int, list[str]] = {}
    for name, first in made.items():
        place = place_behind(lines, first, last[name])
        if place is not None:
            gone.setdefault(place, []).append(f"{' ' * _depth(lines[first][0])}del {name}")
    result: list[Line] = []
    for number, (text, step) in enumerate(lines):
        result.append((text, step))
        # What was made in a loop goes in it, before what was made outside of it goes behind it.
        result += [(line, step) for line in sorted(gone.get(number, ()), key=_depth, reverse=True)]
    return result


def place_behind(lines: Sequence[Line], first: int, last: int) -> int | None:
    """The line behind which a variable that is made in ``first`` and read in ``last`` can go."""
    depth = _depth(lines[first][0])
    if any(_depth(text) < depth for text, _ in lines[first : last + 1]):
        return None
    while last + 1 < len(lines) and _depth(lines[last][0]) > depth and _depth(lines[last + 1][0]) > depth:
        last += 1
    return last


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip(" "))
