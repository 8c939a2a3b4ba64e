"""What was entered: all of it (``:history``), and what of it led to where the session stands (``:log``)."""

from __future__ import annotations

import re
from collections import deque
from operator import is_
from typing import TYPE_CHECKING, NamedTuple

from .state import LAST, Logged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .session import Session
    from .state import State
    from .statements import Statement

#: So many entries are remembered, and so many of their characters.
_MOST, _MOST_CHARACTERS = 10_000, 2_000_000
#: Of a longer text only the beginning is kept: a pasted constant is no thing to read again.
_LONGEST, _BEGINNING = 100_000, 200
#: The last value as it is typed, outside of strings and comments; a name that a region gives its arguments is none.
_LAST_VALUE = re.compile(r'("[^"\n]*"|//[^\n]*)|%_(#\d+)?(?![\w$.-])')
_OWN = re.compile(r"%_(?:#\d+)?[ \t]*(?::|=(?!=))")


class Entry(NamedTuple):
    """A text that was executed, under the name that its errors give."""

    name: str
    text: str


class Entries:
    """The entries of a session, in order; the oldest go where they take too much."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=_MOST)
        self._characters = 0

    def add(self, name: str, text: str) -> None:
        """An entry more."""
        text = _shortened(text)
        if len(self._entries) == _MOST:
            self._characters -= len(self._entries[0].text)
        self._entries.append(Entry(name, text))
        self._characters += len(text)
        while self._characters > _MOST_CHARACTERS:
            self._characters -= len(self._entries.popleft().text)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def unsaved(session: Session) -> list[str]:
    """The statements that were entered since the session was saved, and led to where it stands; commands are none."""
    log, saved = [*session.state.log], [*session.saved]
    is_in = len(saved) <= len(log) and all(map(is_, saved, log))
    return [each.text for each in (log[len(saved) :] if is_in else log) if each.kind != "command"]


def logged(statement: Statement, state: State) -> Logged:
    """A statement as it is kept: with the real name of the last value, by what that was before."""
    span = statement.span
    names = tuple(statement.names or [value.name for value in statement.results]) if statement.kind == "ops" else ()
    if span.end - span.start > _LONGEST:
        beginning = _shortened(span.text).replace("\n", " ")
        return Logged(statement.kind, f"// left out: {beginning}", False, names)
    text = span.text
    if f"%{LAST}" in text and statement.kind != "define" and LAST not in state.names and _OWN.search(text) is None:
        text = _LAST_VALUE.sub(lambda found: found[1] or f"%{state.real(LAST)}{found[2] or ''}", text)
    quiet = ";" if statement.is_quiet and not text.endswith(";") else ""
    return Logged(statement.kind, text + quiet, True, names)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_BEGINNING]} … // {len(text):,} characters"
