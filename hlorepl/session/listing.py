"""Names in a list that stays readable, however many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..tables import Column, Table
from ..wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: So many lines are shown whole; of more the first ones, the last ones, and some of those that say more than a type.
_WHOLE, _FIRST, _LAST, _MARKED = 60, 8, 16, 8


class Line(NamedTuple):
    """What is listed: its name, its type, what else there is to say of it, and in how many bytes it lies, where that is known."""

    name: str
    of: str
    mark: str = ""
    bytes: int | None = None

    @property
    def text(self) -> str:
        return f"{self.name} : {self.of}{self.mark}" if self.of else f"{self.name}{self.mark}"


def folded(lines: Sequence[Line], pattern: str = "") -> Iterator[Line]:
    """The lines whose names contain a pattern; where none is given, of many only some, and a count in the place of the others."""
    if pattern or len(lines) <= _WHOLE:
        yield from (line for line in lines if pattern in line.name)
        return
    middle = lines[_FIRST:-_LAST]
    marked = [line for line in middle if line.mark]
    yield from lines[:_FIRST]
    yield from marked[:_MARKED]
    left = len(middle) - len(marked[:_MARKED])
    more = len(marked) - _MARKED
    kinds = f", {more:,} of them {marked[0].mark.partition(':')[0].strip()}" if more > 0 else ""
    yield Line(f"… {counted(left, 'more value', show='{:,}')}{kinds}; :env %15 lists those whose names contain 15", "")
    yield from lines[-_LAST:]


def table_of(lines: Sequence[Line]) -> Table:
    """The lines as a table, which needs no headings."""
    columns = (Column("", "name"), Column("", "type"), Column("", "number"), Column(""))
    return Table(columns, [_cells(line) for line in lines], gap=1)


def _cells(line: Line) -> tuple[str, ...]:
    of = f": {line.of}" if line.of else ""
    held = "" if line.bytes is None else f"  {line.bytes:,} bytes"
    return line.name, of, held, f" {line.mark.strip()}" if line.mark else ""
