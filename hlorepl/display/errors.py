"""An error as a terminal shows it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

from .fitting import fitted

if TYPE_CHECKING:
    from ..errors import HloError

#: What begins a line of a report, and its colour (SGR).
_WORDS = {"error: ": "1;31", "warning: ": "1;33", "note: ": "1;36", "help: ": "1;34"}


def use_colour(stream: TextIO) -> bool:
    """Colour on a terminal only; ``NO_COLOR`` and ``FORCE_COLOR`` decide otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def error_text(error: HloError, colour: bool, width: int = 0) -> str:
    """The report of an error, perhaps in colour; messages are wrapped at a terminal's ``width`` if given, source lines never."""
    lines: list[str] = []
    for line in str(error).split("\n"):
        is_message = width > 0 and not line.startswith("  ")
        first, *others = fitted(line, width).split("\n") if is_message else [line]
        lines += [_coloured(first), *others] if colour else [first, *others]
    return "\n".join(lines)


def _coloured(line: str) -> str:
    if line.strip() and set(line.strip()) == {"^"}:
        return f"\x1b[1;32m{line}\x1b[0m"
    if not line.startswith("  "):
        for word, code in _WORDS.items():
            if word in line:
                head, _, tail = line.partition(word)
                return f"\x1b[1m{head}\x1b[{code}m{word}\x1b[0;1m{tail}\x1b[0m"
    return line
