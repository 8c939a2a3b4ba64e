"""Tables that answers hold beside their text, for faces that can draw them."""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A column: its heading, and what it holds: ``text``, ``name``, ``type``, ``op`` or ``number``, which stands to the right."""

    heading: str
    kind: str = "text"


class Table(NamedTuple):
    """Rows of cells, one for each column; ``title`` stands above and ``note`` below; ``gap`` blanks stand between columns."""

    columns: tuple[Column, ...]
    rows: list[tuple[str, ...]]
    title: str = ""
    note: str = ""
    gap: int = 2
