"""The session's candidates as prompt_toolkit's completions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.completion import Completer, Completion

from ..source import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from ..session import Session

#: A longer note is cut; the menu cuts it to what the screen has.
_LONGEST = 160
#: Of more candidates than these none is taken for an entry that has been completed.
_FEW = 50


class SessionCompleter(Completer):
    """Asks the session, which is made on first use."""

    def __init__(self, session: Callable[[], Session]):
        self.session = session
        #: What the entry would be with one of the last candidates.
        self.completed: frozenset[str] = frozenset()

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        from ..session.completion import complete  # late: start-up

        cursor = document.cursor_position
        candidates = complete(document.text, cursor, self.session())
        self.completed = frozenset(document.text[: found.start] + found.text for found in candidates[:_FEW])
        for found in candidates:
            note = visible(found.note, one_line=True).replace("``", "")
            note = note if len(note) <= _LONGEST else note[: _LONGEST - 1] + "…"
            shown = visible(found.text, one_line=True)
            yield Completion(found.text, found.start - cursor, display=shown, display_meta=note or found.kind)
