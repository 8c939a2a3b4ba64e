"""Tables as rich draws them: no boxes, headings underlined, numbers to the right; cells too long for the screen go on below."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.table import Table as RichTable
from rich.text import Text

from ..source import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.style import Style

    from ..tables import Column, Table

#: What the cells of each kind of column are, by the theme's roles.
_ROLES = {"name": "name", "type": "type", "op": "op", "number": "number", "text": ""}


#: What summaries of ops set names in.
_BACKTICKS = re.compile(r"``([^`]+)``|`([^`]+)`")
#: A column of text can be folded to so many columns of the screen.
_LEAST = 16


def rich_table(table: Table, styles: Mapping[str, Style], width: int) -> RichTable:
    """The table; without columns in which all cells are empty, and without the last ones of numbers where the screen is narrow."""
    kept = [number for number in range(len(table.columns)) if any(row[number] for row in table.rows)]
    numbers = [number for number in kept if table.columns[number].kind == "number"]
    while len(numbers) > 1 and sum(_least(table, number) + table.gap for number in kept) > width:
        kept.remove(numbers.pop())
    has_head = any(column.heading for column in table.columns)
    head = styles.get("head", "")
    padding = (0, table.gap, 0, 0)
    found = RichTable(box=None, pad_edge=False, padding=padding, header_style=head, show_header=has_head)
    for number in kept:
        _add(found, table.columns[number])
    for row in table.rows:
        found.add_row(*(_cell(row[number], table.columns[number], styles) for number in kept))
    return found


def _least(table: Table, number: int) -> int:
    column = table.columns[number]
    widest = max(len(column.heading), *(len(row[number]) for row in table.rows))
    return widest if column.kind == "number" else min(widest, _LEAST)


def _add(found: RichTable, column: Column) -> None:
    is_number = column.kind == "number"
    found.add_column(
        Text(column.heading),
        justify="right" if is_number else "left",
        overflow="fold",
        no_wrap=is_number,
    )


def _cell(text: str, column: Column, styles: Mapping[str, Style]) -> Text:
    text = _BACKTICKS.sub(lambda found: found[1] or found[2], text)
    return Text(visible(text, one_line=True), style=styles.get(_ROLES[column.kind], ""))
