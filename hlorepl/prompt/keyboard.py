"""What is typed, without the terminal's own answers in it, and with what was typed before the prompt was there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prompt_toolkit.input import create_input
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.input.vt100_parser import Vt100Parser

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyPress

    from .background import Answers


def keyboard(answers: Answers, typed: str) -> Input:
    """The terminal's input; ``typed`` comes before all that it has."""
    found: Any = create_input()
    if hasattr(found, "stdin_reader"):
        found.stdin_reader = _Reader(found.stdin_reader, answers)
    if typed:
        keep(found, typed)
    return found


def keep(keyboard: Input, typed: str) -> None:
    """Have the next entry begin with what was typed before it."""
    keys: list[KeyPress] = []
    parser = Vt100Parser(keys.append)
    parser.feed(typed)
    parser.flush()
    store_typeahead(keyboard, keys)


class _Reader:
    """Reads as prompt_toolkit does, and drops answers that come late."""

    def __init__(self, reader: Any, answers: Answers):
        self._reader = reader
        self._answers = answers

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""
        return self._reader.closed

    def read(self, count: int = 1024) -> str:
        """What has come."""
        return self._answers.typed(self._reader.read(count))
