"""Rows of numbers in brackets, which of many are shown, and the signs of truth values: what all forms of arrays are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from .cells import cell_maker
from .look import width_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .cells import Cell
    from .look import Line, Look, Piece

#: From so many rows on rows and columns have numbers.
NUMBERED = 5
#: Rows at either end of what is shown in part.
EDGE = 3
#: Rows that are aligned at a time where all of many are asked for.
AT_A_TIME = 64
#: How many numbers stand on a line of a vector at most.
MOST_ON_A_LINE = 20

#: Which rows, columns or slices are shown; None stands for those that are left out.
Places: TypeAlias = "Sequence[int | None]"


class Drawn(NamedTuple):
    """Lines, and what of the whole they show in words; "" where they show all."""

    lines: Iterator[Line]
    cut: str


def places(count: int, edge: int) -> Places:
    """All of so many, or the first and the last few."""
    if count <= 2 * edge + 1:
        return [*range(count)]
    return [*range(edge), None, *range(count - edge, count)]


def known(found: Places) -> list[int]:
    """Those that are shown."""
    return [place for place in found if place is not None]


def maker(array: Any, look: Look) -> Callable[[Any], Cell]:
    """What makes a cell of an element."""
    return cell_maker(array.dtype, look.precision)


def bracketed(cells: Sequence[Line], opening: str, closing: str) -> Line:
    """Cells between brackets."""
    found: Line = [(opening, "")]
    for number, cell in enumerate(cells):
        found += [*([(", ", "")] if number else []), *cell]
    return [*found, (closing, "")]


def wrapped(cells: list[Line], opening: str, closing: str, number: str, width: int) -> Iterator[Line]:
    """A row, over several lines where it is too long, and its number where there is room."""
    room = max(1, width - len(opening) - len(closing))
    per_line = max(1, (room + 2) // (max(map(width_of, cells)) + 2)) if _too_wide(cells, room) else len(cells)
    for begin in range(0, len(cells), per_line):
        is_last = begin + per_line >= len(cells)
        before = opening if not begin else " " * len(opening)
        line = bracketed(cells[begin : begin + per_line], before, closing if is_last else ",")
        has_room = is_last and number and width_of(line) + len(number) <= width
        yield [*line, (number, "faint")] if has_room else line


def _too_wide(cells: list[Line], room: int) -> bool:
    return sum(map(width_of, cells)) + 2 * (len(cells) - 1) > room


def bit(value: Any, look: Look) -> Piece:
    """A truth value as a sign."""
    return (look.signs.true, "true") if value else (look.signs.false, "faint")


def bits(cells: list[Line]) -> Line:
    """Signs in a row."""
    return [piece for number, cell in enumerate(cells) for piece in ([(" ", "")] if number else []) + cell]


def indices_of(place: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The indices of the n-th place of a shape."""
    found: list[int] = []
    for size in reversed(shape):
        place, at = divmod(place, size)
        found.append(at)
    return tuple(reversed(found))
