"""What a session shows, as the lines of a terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from ..session.result import Shown
from ..value_text import value_text

if TYPE_CHECKING:
    from ..session.result import Text


def shown_text(item: Shown | Text, width: int | None = None) -> str:
    """A line (or several) for one thing that a session shows; ``width`` is that of the terminal, where there is one."""
    if isinstance(item, Shown):
        return value_text(f"%{item.name}", item.type, item.array, item.full, width)
    return item.plain if width is None or item.kind == "code" else fitted(item.plain, width)


def fitted(text: str, width: int) -> str:
    """Text whose lines fit a terminal: longer ones go on below their own last column, or a little further in."""
    return "\n".join(_fitted(line, width) if len(line) > width else line for line in text.split("\n"))


def _fitted(line: str, width: int) -> str:
    import re

    head = re.match(r" *(?:\S+ )*\S* {2,}(?=\S)", line)
    blanks = len(line) - len(line.lstrip())
    column = head.end() if head is not None and blanks < head.end() <= width // 2 else blanks + 2
    return "\n".join(wrap(line, width, subsequent_indent=" " * column, break_long_words=False, break_on_hyphens=False))
