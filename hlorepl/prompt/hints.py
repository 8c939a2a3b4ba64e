"""The line under the entry: what the op at the cursor takes, what it gives, or why it does not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session.hints import signature_hint
from ..source import visible

if TYPE_CHECKING:
    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from ..session import Session
    from ..session.hints import Hint

#: The last line, with what it was made for: the screen is drawn more often than a key is pressed.
_last: tuple[str, int, object, StyleAndTextTuples] = ("", 0, None, [])


def hint_line(text: str, cursor: int, session: Session) -> StyleAndTextTuples:
    """The line, which may be empty; what the cursor is in is marked."""
    global _last
    before, at, state, line = _last
    if (before, at) != (text, cursor) or state is not session.state:
        found = signature_hint(text, cursor, session) if text.strip() else None
        line = [] if found is None else _line(found)
        _last = text, cursor, session.state, line
    return line


def _line(hint: Hint) -> StyleAndTextTuples:
    line: StyleAndTextTuples = []
    for number, piece in enumerate(hint.pieces):
        kind = "class:hint.current" if number == hint.current else "class:hint"
        line.append((kind, visible(piece.text, one_line=True)))
    if hint.result:
        line += [("class:hint", " -> " if line else "-> "), ("class:hint.type", visible(hint.result, one_line=True))]
    if hint.problem:
        line.append(("class:hint.problem", f"{'  ' if line else ''}{visible(hint.problem, one_line=True)}"))
    return line
