"""A recording that stays small: where it is full, every second step is dropped, so the whole course remains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .recording import Run, gather

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_KEPT = 2_000_000
"""Numbers that a course holds before it is thinned out."""


class Course:
    """The values of some slots over time, at steps 0, ``stride``, 2 ``stride``, …

    :param columns: node, name and slot of each value of a row.
    """

    def __init__(self, columns: list[tuple[str, str, str]], max_kept: int = MAX_KEPT):
        self.columns = columns
        self.rows: list[tuple[Any, ...]] = []
        self.steps = 0
        self.stride = 1
        self._max_kept = max_kept
        self._kept = 0

    def add(self, row: tuple[Any, ...]) -> None:
        """Keep the values of the next step, or not."""
        if self.steps % self.stride == 0:
            self.rows.append(row)
            self._kept += _size(row)
            if self._kept > self._max_kept and len(self.rows) > 2:
                self._thin()
        self.steps += 1

    def kept(self) -> tuple[Any, ...]:
        """What is recorded now, to go back to. The rows are shared: a list of them only grows."""
        return self.rows, len(self.rows), self.steps, self.stride, self._kept

    def back(self, kept: tuple[Any, ...]) -> None:
        """Record on from there."""
        rows, count, self.steps, self.stride, self._kept = kept
        self.rows = rows[:count]

    def _thin(self) -> None:
        self.rows = self.rows[::2]
        self.stride *= 2
        self._kept = sum(map(_size, self.rows))

    def run(self, schedule: Iterable[set[str]] = ()) -> Run:
        """What is kept, one array for each value."""
        return Run(gather(self.columns, self.rows), len(self.rows), list(schedule))


def _size(row: tuple[Any, ...]) -> int:
    return sum(value.size if isinstance(value, np.ndarray) else 1 for value in row)
