"""Each step that ran: what it made, and how long it took."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ..engine.observing import Observer
from ..tables import Column, Table
from ..value_text import scalar_text
from .places import place_of
from .summary import Summary, extreme

if TYPE_CHECKING:
    from ..engine.observing import Event


class Row:
    """A step: its ``place``, the ``type`` of what it made, the lowest and highest number in it, seconds and bytes."""

    __slots__ = ("bytes", "high", "low", "place", "seconds", "type")

    def __init__(self, event: Event):
        types = event.origin.result_types
        made = [Summary(value, of) for of, value in zip_longest(types[: len(event.results)], event.results)]
        self.place = place_of(event.frame, event.origin)
        self.type = ", ".join(each.type for each in made)
        self.bytes = sum(each.bytes for each in made)
        self.seconds = event.seconds
        self.low: Any = extreme([each.low for each in made], min)
        self.high: Any = extreme([each.high for each in made], max)

    @property
    def cells(self) -> tuple[str, ...]:
        """For a table."""
        place = self.place
        numbers = [""] * 2 if self.low is None else map(scalar_text, (self.low, self.high))
        took = f"{self.seconds * 1e3:.3f}"
        turn = place.when.rpartition(" ")[2]
        return (str(place.line or ""), turn, place.name, f"{place.op}", self.type, *numbers, took, f"{self.bytes:,}")

    @property
    def text(self) -> str:
        """For a person, on a line."""
        place = self.place
        what = f"{place.name} = {place.op}" if place.name else f"{place.op}"
        numbers = "" if self.low is None else f", {scalar_text(self.low)} to {scalar_text(self.high)}"
        made = f" : {self.type}{numbers}" if self.type else ""
        return f"{place.where}{what}{made}, {self.seconds * 1e3:.3f} ms, {self.bytes} bytes{place.when}"


#: Where it stands in the text; the turns of the loops around it; what it made.
_COLUMNS = (
    Column("line"),
    Column("turn"),
    Column("value", "name"),
    Column("op", "op"),
    Column("type", "type"),
    Column("min", "number"),
    Column("max", "number"),
    Column("ms", "number"),
    Column("bytes", "number"),
)


class Trace(Observer):
    """Keeps a row for each step, in the order in which they ended."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    @property
    def text(self) -> str:
        """For a person: a line for each step."""
        return "\n".join(row.text for row in self.rows)

    @property
    def tables(self) -> list[Table]:
        """The same for faces that draw tables."""
        return [Table(_COLUMNS, [row.cells for row in self.rows])] if self.rows else []

    def after(self, event: Event) -> None:
        self.rows.append(Row(event))
