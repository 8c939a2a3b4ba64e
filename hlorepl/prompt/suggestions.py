"""The rest of an earlier entry, in grey behind what is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.document import Document

#: So many of the last lines are offered.
_MOST_LINES = 5_000
#: A line that is longer is none to be repeated.
_LONGEST = 500


class FromHistory(AutoSuggest):
    """The last line of earlier entries that begins as the line at the cursor does.

    What is typed behind a beginning is looked for among the lines that had it, so a key costs less than the last one did.
    """

    def __init__(self, is_wanted: Callable[[str], bool]):
        self.is_wanted = is_wanted
        self._count = -1
        self._all: list[str] = []
        self._typed = ""
        self._fitting: list[str] = []

    def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:
        """What is missing of the line; None where no earlier one begins so."""
        typed = document.current_line_before_cursor
        if not typed.strip() or not document.is_cursor_at_the_end or not self.is_wanted(document.text):
            return None
        entries = buffer.history.get_strings()
        if len(entries) != self._count:
            self._count, self._all, self._typed = len(entries), _lines(entries), ""
            self._fitting = self._all
        among = self._fitting if self._typed and typed.startswith(self._typed) else self._all
        self._typed, self._fitting = typed, [line for line in among if line.startswith(typed)]
        found = next((line for line in self._fitting if len(line) > len(typed)), None)
        return None if found is None else Suggestion(found[len(typed) :])


def _lines(entries: list[str]) -> list[str]:
    """The lines of entries, the newest first, each once."""
    found: dict[str, None] = {}
    for entry in reversed(entries):
        for line in entry.split("\n"):
            if line.strip() and len(line) <= _LONGEST:
                found.setdefault(line)
        if len(found) >= _MOST_LINES:
            break
    return [*found]
