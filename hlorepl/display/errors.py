"""An error as a terminal shows it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

from .fitting import fitted
from .look import text_of

if TYPE_CHECKING:
    from ..errors import HloError
    from .look import Line

#: What begins a line of a report, and its role.
_WORDS = {"error: ": "bad", "warning: ": "warning", "note: ": "note", "help: ": "help"}
#: Colours of the terminal's own palette, for reports of programs that run without a prompt: nobody asks the terminal then.
_SGR = {"bad": "1;31", "warning": "1;33", "note": "1;36", "help": "1;34", "caret": "1;32", "strong": "1"}


def use_colour(stream: TextIO) -> bool:
    """Colour on a terminal only; ``NO_COLOR`` and ``FORCE_COLOR`` decide otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def error_text(error: HloError, colour: bool, width: int = 0) -> str:
    """The report of an error, perhaps in colour; messages are wrapped at a terminal's ``width`` if given, source lines never."""
    lines = error_lines(error, width)
    if not colour:
        return "\n".join(text_of(line) for line in lines)
    return "\n".join(
        "".join(f"\x1b[{_SGR[role]}m{text}\x1b[0m" if role else text for text, role in line) for line in lines
    )


def error_lines(error: HloError, width: int = 0) -> list[Line]:
    """The lines of a report, in pieces of the theme's roles."""
    lines: list[Line] = []
    for line in str(error).split("\n"):
        is_message = width > 0 and not line.startswith("  ")
        first, *others = fitted(line, width).split("\n") if is_message else [line]
        lines += [_pieces(first), *([(other, "")] for other in others)]
    return lines


def _pieces(line: str) -> Line:
    if line.strip() and set(line.strip()) == {"^"}:
        return [(line, "caret")]
    if not line.startswith("  "):
        for word, role in _WORDS.items():
            if word in line:
                head, _, tail = line.partition(word)
                return [(head, "strong"), (word, role), (tail, "strong")]
    return [(line, "")]
