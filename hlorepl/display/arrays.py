"""Arrays as lines of numbers: aligned, numbered, and of what is large the corners.

The numbers stand as they would be typed in, and what numbers rows and columns is a comment of the language, so that what is
copied from the screen can be typed in again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .cells import aligned
from .look import width_of
from .matrices import Matrix
from .rows import (
    AT_A_TIME,
    EDGE,
    MOST_ON_A_LINE,
    NUMBERED,
    Drawn,
    bit,
    bits,
    indices_of,
    known,
    maker,
    places,
    wrapped,
)
from .slices import slices

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .cells import Cell
    from .look import Line, Look
    from .rows import Places

#: From so many truth values on a vector of them is drawn as signs.
_AS_SIGNS = 16
#: How many numbers stand on a line of a vector.
_PER_LINE = (MOST_ON_A_LINE, 10, 8, 5, 4, 3, 2, 1)


def draw(array: Any, look: Look, full: bool = False) -> Drawn:
    """The numbers of an array of rank 1 or more; ``full`` asks for all of them, however many lines that takes."""
    if not array.size:
        return Drawn(iter([[("[]", "")]]), "")
    if array.ndim == 1:
        signs = _signs(array, look) if array.dtype.kind == "b" and len(array) >= _AS_SIGNS else None
        if signs is not None and not (full and signs.cut):
            return signs
        return _vector(array, look, full)
    if array.ndim == 2 and (not full or array.dtype.kind == "b"):
        block = Matrix(array, look, look.width, look.lines)
        if not (full and block.cut):
            return Drawn(iter(block.lines()), block.cut)
    if full:
        return Drawn(_nested(array, look), "")
    return slices(array, look)


def _vector(array: Any, look: Look, full: bool) -> Drawn:
    count = len(array)
    make = maker(array, look)
    head = MOST_ON_A_LINE * EDGE
    is_large = count > 2 * head and (0 < look.elements < count or count > look.lines * MOST_ON_A_LINE)
    few = [make(array[k]) for k in ([*range(head), *range(count - head, count)] if is_large else range(count))]
    per_line = _per_line(few, look, count)
    all_lines = -(-count // per_line)
    is_cut = not full and (0 < look.elements < count or all_lines > look.lines)
    edge = max(1, min(EDGE, (look.lines - 1) // 2))
    if is_cut and all_lines > 2 * edge + 1:
        chosen = places(all_lines, edge)
        shown = sum(min(per_line, count - per_line * line) for line in known(chosen))
        return Drawn(_vector_lines(array, look, per_line, chosen), f"{shown:,} of {count:,} elements")
    return Drawn(_vector_lines(array, look, per_line, [*range(all_lines)]), "")


def _signs(array: Any, look: Look) -> Drawn:
    """Truth values as signs, in lines of a round number."""
    count = len(array)
    room = (look.width - len(f"  {count}") + 1) // 2
    per_line = count if count <= (look.width + 1) // 2 else max(1, room // 10 * 10 if room >= 10 else room)
    all_lines = -(-count // per_line)
    chosen: Places = [*range(all_lines)]
    if all_lines > look.lines:
        chosen = places(all_lines, max(1, (look.lines - 1) // 2))
    shown = sum(min(per_line, count - per_line * line) for line in known(chosen))

    def lines() -> Iterator[Line]:
        for line in chosen:
            if line is None:
                yield [(look.signs.down, "faint")]
                continue
            begin = line * per_line
            found = bits([[bit(value, look)] for value in array[begin : begin + per_line]])
            yield [*found, (f"  {begin}", "faint")] if all_lines > 1 else found

    return Drawn(lines(), f"{shown:,} of {count:,} elements" if None in chosen else "")


def _per_line(cells: Sequence[Cell], look: Look, count: int) -> int:
    """All on one line where they fit; else a round number of them, with room for the number of the first."""
    if len(cells) == count and sum(cell.width + 2 for cell in cells) <= look.width:
        return count
    one = width_of(aligned(cells)[0]) + 2
    room = look.width - len(f"  // {count}")
    return next((number for number in _PER_LINE if number * one <= room), 1)


def _vector_lines(array: Any, look: Look, per_line: int, lines: Places) -> Iterator[Line]:
    count, make = len(array), maker(array, look)
    last = known(lines)[-1]
    numbered = len(lines) >= NUMBERED or None in lines
    for chunk in _chunks(lines):
        if chunk is None:
            yield [(f" {look.signs.more}", "faint")]
            continue
        begin, end = chunk[0] * per_line, min(count, (chunk[-1] + 1) * per_line)
        made = [make(array[k]) for k in range(begin, end)]
        # On one line nothing needs to stand below anything.
        cells = [aligned([cell])[0] for cell in made] if count == per_line else aligned(made)
        for line in chunk:
            at = line * per_line
            row = cells[at - begin : at - begin + per_line]
            ends = "[" if not line else " ", "]" if line == last else ","
            yield from wrapped(row, *ends, f"  // {at}" if numbered else "", look.width)


def _chunks(lines: Places) -> Iterator[list[int] | None]:
    """Lines that are aligned together, and None where some are left out."""
    chunk: list[int] = []
    for line in lines:
        if line is None or len(chunk) >= AT_A_TIME:
            yield chunk
            chunk = []
        if line is None:
            yield None
        else:
            chunk.append(line)
    yield chunk


def _nested(array: Any, look: Look) -> Iterator[Line]:
    """Every number of an array of rank 2 or more, in brackets; rows that are too long go on below."""
    leading = array.shape[:-1]
    rows = array.reshape(-1, array.shape[-1])
    make = maker(array, look)
    numbered = len(rows) >= NUMBERED
    for begin in range(0, len(rows), AT_A_TIME):
        chunk = range(begin, min(len(rows), begin + AT_A_TIME))
        columns = [aligned([make(rows[row, column]) for row in chunk]) for column in range(rows.shape[1])]
        for at, row in enumerate(chunk):
            index = indices_of(row, leading)
            opens = _run(index, [0] * len(index))
            closes = _run(index, [size - 1 for size in leading])
            is_last = closes == len(leading)
            cells = [column[at] for column in columns]
            opening = ("[" * (opens + 1)).rjust(array.ndim)
            closing = "]" * (closes + 1) + ("" if is_last else ",")
            number = f"  // {', '.join(map(str, index))}" if numbered else ""
            yield from wrapped(cells, opening, closing, number, look.width)
            if closes and not is_last:
                yield []


def _run(index: Sequence[int], wanted: Sequence[int]) -> int:
    """How many of the last places are as wanted, without a gap."""
    count = 0
    while count < len(index) and index[-1 - count] == wanted[-1 - count]:
        count += 1
    return count
