"""Keys: Enter asks the parser whether the entry is finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.filters import completion_is_selected, has_completions
from prompt_toolkit.key_binding import KeyBindings

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.key_binding import KeyPressEvent

_INDENT = "  "


def bindings(is_incomplete: Callable[[str], bool]) -> KeyBindings:
    """The key bindings of the entry."""
    keys = KeyBindings()

    @keys.add("enter", filter=~completion_is_selected)
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        text = buffer.text
        if _goes_on(text, buffer.document.text_after_cursor, is_incomplete):
            buffer.insert_text("\n" + _indentation(buffer.document.text_before_cursor))
        else:
            buffer.validate_and_handle()

    @keys.add("enter", filter=completion_is_selected & has_completions)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.complete_state = None

    @keys.add("escape", "enter")
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    @keys.add("}")
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        line = buffer.document.current_line_before_cursor
        if line and not line.strip() and line.endswith(_INDENT):
            buffer.delete_before_cursor(len(_INDENT))
        buffer.insert_text("}")

    return keys


def _goes_on(text: str, behind: str, is_incomplete: Callable[[str], bool]) -> bool:
    """Whether Enter opens another line: inside an entry of several, or at the end of an unfinished one.

    A blank line ends an entry that no bracket keeps open: it shows what is missing.
    """
    if not text.strip():
        return False
    if behind.strip():
        return "\n" in text
    if not text.rpartition("\n")[2].strip() and "\n" in text and not _is_open(text):
        return False
    return is_incomplete(text + "\n")


def _is_open(text: str) -> bool:
    """Whether there are more opening brackets than closing ones; an arrow is none."""
    text = text.replace("->", "")
    return any(text.count(left) > text.count(right) for left, right in ("{}", "()", "[]", "<>"))


def _indentation(text: str) -> str:
    """As the line before, one step more behind an open brace."""
    line = text.rpartition("\n")[2]
    blanks = line[: len(line) - len(line.lstrip())]
    return blanks + (_INDENT if line.rstrip().endswith(("{", "(")) else "")
