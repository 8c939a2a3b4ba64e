"""Matrices, or their corners: columns aligned, rows and columns numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .cells import aligned
from .look import width_of
from .rows import EDGE, NUMBERED, bit, bits, bracketed, known, maker, places

if TYPE_CHECKING:
    from .look import Line, Look
    from .rows import Places


class Matrix:
    """A matrix, or its corners, within so many columns and lines."""

    def __init__(self, array: Any, look: Look, width: int, most_lines: int, is_small: bool = False):
        self.array = array
        self.look = look
        self.width = width
        rows, columns = array.shape
        self.is_bits = array.dtype.kind == "b"
        is_large = not self.is_bits and not is_small and 0 < look.elements < array.size
        most = most_lines - (1 if rows >= NUMBERED else 0)  # below the numbers of the columns
        edge = max(1, (most - 1) // 2)
        self.rows: Places = [*range(rows)]
        if rows > max(most, 1) or is_large:
            self.rows = places(rows, min(EDGE, edge) if is_large else edge)
        self.numbers_rows = rows >= NUMBERED or None in self.rows
        self.numbers_columns = self.numbers_rows
        room = width - 4 - (len(self._number(rows)) if self.numbers_rows else 0)
        most = 2 * EDGE + 2 if is_large else columns
        self._cells: dict[int, list[Line]] = {}
        self.columns = self._fitting(columns, room, most)
        if None in self.columns and not self.numbers_columns:
            self.numbers_columns = True
            self.columns = self._fitting(columns, room, most)

    def _fitting(self, count: int, room: int, most: int) -> Places:
        """As many columns as there is room for, from both ends; their cells are kept."""
        shown = known(self.rows)
        left, right, used = 0, count, 0
        while left < right and left + count - right < most:
            column = left if left <= count - right else right - 1
            if column not in self._cells:
                self._cells[column] = self._column(column, shown)
            used += self._width(column) + self._gap
            mark = 0 if right - left == 1 else len(self.look.signs.more) + self._gap
            if used + mark > room + self._gap and left + count - right:
                break
            left, right = (left + 1, right) if column == left else (left, right - 1)
        return [*range(left), *([None] if left < right else []), *range(right, count)]

    @property
    def _gap(self) -> int:
        return 1 if self.is_bits else len(", ")

    def _width(self, column: int) -> int:
        label = len(str(column)) if self.numbers_columns and not self.is_bits else 1
        return max(width_of(self._cells[column][0]), label)

    def _column(self, column: int, rows: list[int]) -> list[Line]:
        if not self.is_bits:
            make = maker(self.array, self.look)
            return aligned([make(self.array[row, column]) for row in rows])
        return [[bit(self.array[row, column], self.look)] for row in rows]

    @property
    def cut(self) -> str:
        """What of the whole is shown."""
        parts: list[str] = []
        for what, shown, size in zip(("rows", "columns"), (self.rows, self.columns), self.array.shape, strict=True):
            if None in shown:
                parts.append(f"{len(known(shown)):,} of {size:,} {what}")
        return ", ".join(parts)

    def lines(self) -> list[Line]:
        """The matrix; with numbers of columns and rows where there are several."""
        found = [self._ruler()] if self.numbers_columns else []
        last = known(self.rows)[-1]
        at = 0
        for row in self.rows:
            if row is None:
                found.append([(f" {self.look.signs.down}", "faint")])
                continue
            cells = [[(self.look.signs.more, "faint")] if c is None else self._padded(c, at) for c in self.columns]
            line = bits(cells) if self.is_bits else bracketed(cells, *_brackets(row, last))
            has_number = self.numbers_rows and width_of(line) + len(self._number(row)) <= self.width
            found.append([*line, (self._number(row), "faint")] if has_number else line)
            at += 1
        return found

    def _number(self, row: int) -> str:
        return f"  {row}" if self.is_bits else f"  // {row}"

    def _padded(self, column: int, at: int) -> Line:
        cell = self._cells[column][at]
        missing = self._width(column) - width_of(cell)
        return [(" " * missing, ""), *cell] if missing > 0 else cell

    def _ruler(self) -> Line:
        """The numbers of the columns, as a comment of the language; of bits those that have room."""
        text = "" if self.is_bits else "//"
        at = len(text)
        for column in self.columns:
            width = len(self.look.signs.more) if column is None else self._width(column)
            if column is not None:
                label = str(column)
                begin = at if self.is_bits else at + width - len(label)
                if not self.is_bits or column % 5 == 0 and begin >= len(text):
                    text = text.ljust(begin) + label + (" " if self.is_bits else "")
            at += width + self._gap
        return [(text.rstrip(), "faint")]


def _brackets(row: int, last: int) -> tuple[str, str]:
    return "[[" if row == 0 else " [", "]]" if row == last else "],"
