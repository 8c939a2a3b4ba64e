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
        at_end = not buffer.document.text_after_cursor.strip()
        if text.strip() and at_end and is_incomplete(text + "\n") or text.strip() and not at_end and "\n" in text:
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


def _indentation(text: str) -> str:
    """As the line before, one step more behind an open brace."""
    line = text.rpartition("\n")[2]
    blanks = line[: len(line) - len(line.lstrip())]
    return blanks + (_INDENT if line.rstrip().endswith(("{", "(")) else "")
