"""Entries line by line, as the terminal itself edits them: for screen readers (``--plain``) and terminals that only print."""

from __future__ import annotations

import sys
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from .keys import is_open
from .pasting import without_prompts

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.history import History

    from ..session import Session

#: So many earlier entries can be called up.
_MOST = 1_000


class PlainEntry:
    """Reads entries by ``input``; where Python has readline, that knows earlier entries and completes on Tab."""

    def __init__(self, session: Callable[[], Session], is_incomplete: Callable[[str], bool], history: History):
        self.session = session
        self.is_incomplete = is_incomplete
        self.history = history
        self._candidates: list[str] = []
        self._readline: Any = None
        with suppress(ImportError):
            import readline  # late: start-up

            self._readline = readline
            self._set_up()

    def _set_up(self) -> None:
        readline = self._readline
        for line in ("enable-bracketed-paste off", "enable-meta-key off", "show-mode-in-prompt off", "bell-style none"):
            readline.parse_and_bind(f"set {line}")
        readline.parse_and_bind("tab: complete")
        readline.set_completer_delims("")
        readline.set_completer(self._complete)
        entries = [*islice((each for each in self.history.load_history_strings() if "\n" not in each), _MOST)]
        for entry in reversed(entries):
            readline.add_history(entry)

    def read(self) -> str:
        """The next entry; raises ``EOFError`` at the end and ``KeyboardInterrupt``."""
        text = ""
        while True:
            try:
                line = input(" ... " if text else "hlo> ")
            except (EOFError, KeyboardInterrupt):
                sys.stdout.write("\n")
                raise
            text = f"{text}\n{line}" if text else line
            is_blank = not line.strip() and not is_open(text)
            if not text.strip() or is_blank or not self.is_incomplete(without_prompts(text) + "\n"):
                break
        if text.strip():
            self.history.store_string(text.rstrip())
        return text

    def _complete(self, text: str, state: int) -> str | None:
        """The candidates of a line, as readline asks for them: one after the other."""
        if state == 0:
            from ..session.completion import complete  # late: start-up

            found = complete(text, len(text), self.session())
            self._candidates = [text[: each.start] + each.text for each in found]
        return self._candidates[state] if state < len(self._candidates) else None
