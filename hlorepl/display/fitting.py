"""Text within the width of a terminal."""

from __future__ import annotations

import re
from textwrap import wrap


def fitted(text: str, width: int) -> str:
    """Text whose lines fit a terminal: longer ones go on below their own last column, or a little further in."""
    return "\n".join(_fitted(line, width) if len(line) > width else line for line in text.split("\n"))


def _fitted(line: str, width: int) -> str:
    head = re.match(r" *(?:\S+ )*\S* {2,}(?=\S)", line)
    blanks = len(line) - len(line.lstrip())
    column = head.end() if head is not None and blanks < head.end() <= width // 2 else blanks + 2
    return "\n".join(wrap(line, width, subsequent_indent=" " * column, break_long_words=False, break_on_hyphens=False))
