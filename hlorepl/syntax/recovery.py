"""Where to go on after an error."""

from __future__ import annotations

import re

_STATEMENT = re.compile(r'"(?:[^"\\\n]|\\.)*+"|//[^\n]*+|->|[][(){}]|\n|dense<[^"\[<>]*>')
#: What may stand at the beginning of a line and belongs to the op above it.
_GOES_ON = re.compile(r"\s*(?:[,:{]|->|(?:cond|do|reducer|applies|across|init|attributes)\b)")


def statement_end(text: str, start: int) -> int:
    """The offset behind the op that begins at ``start``: the end of its line, or of the brackets that it opens."""
    depth = 0
    for found in _STATEMENT.finditer(text, start):
        mark = found.group()
        if mark in ("(", "[", "{"):
            depth += 1
        elif mark in (")", "]", "}"):
            depth -= 1
            if depth < 0:
                return max(found.start(), start + 1) if found.start() > start else found.end()
        elif mark == "\n" and depth == 0 and found.start() > start and not _GOES_ON.match(text, found.end()):
            return found.end()
    return len(text)
