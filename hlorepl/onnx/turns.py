"""What the turns of a loop add to the results that have a value of each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


class Turns:
    """What each turn has added to the results that are stacked. Never changed: a run may go back to an earlier turn."""

    __slots__ = ("before", "size", "values")

    def __init__(self, values: Sequence[Any] = (), before: Turns | None = None):
        self.values = values
        self.before = before
        #: The bytes of all of them.
        self.size: int = 0 if before is None else before.size + _bytes_of(values)

    def plus(self, values: Sequence[Any]) -> Turns:
        """One turn more."""
        return Turns(values, self) if values else self

    def columns(self, count: int) -> list[list[Any]]:
        """For each of so many results the values of all turns, in order."""
        rows, turns = [], self
        while turns.before is not None:
            rows.append(turns.values)
            turns = turns.before
        rows.reverse()
        return [[row[column] for row in rows] for column in range(count)]


def _bytes_of(values: Sequence[Any]) -> int:
    return sum(
        [_bytes_of(value) if isinstance(value, list) else 0 if value is None else value.nbytes for value in values]
    )
