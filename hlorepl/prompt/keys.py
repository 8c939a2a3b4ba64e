"""The keys of the entry, each a row of ``KEYS``: what is bound, and what a test presses in every mode."""

from __future__ import annotations

import select
from typing import TYPE_CHECKING, NamedTuple

from prompt_toolkit import search
from prompt_toolkit.application.current import get_app
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import (
    Condition,
    completion_is_selected,
    emacs_insert_mode,
    has_completions,
    has_focus,
    is_searching,
    vi_insert_mode,
    vi_navigation_mode,
)
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.utils import suspend_to_background_supported

from .pasting import has_prompt, without_prompts

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.filters import FilterOrBool
    from prompt_toolkit.key_binding import KeyPressEvent

INDENT = "  "
#: Seconds in which the next part of a paste arrives.
_PATIENCE = 0.02

IN_ENTRY = has_focus(DEFAULT_BUFFER)
INSERTING = IN_ENTRY & (emacs_insert_mode | vi_insert_mode)
MOVING = IN_ENTRY & vi_navigation_mode
CHOOSING = IN_ENTRY & completion_is_selected & has_completions


class ToEdit(str):
    """An entry as far as it is typed, which is to be edited elsewhere."""

    __slots__ = ()


class Typing:
    """What the keys ask, and what they know of how an entry came.

    ``is_incomplete`` asks the parser. ``is_followed`` says whether more keys were there when the last entry was ended, as in a
    paste without brackets; ``is_pasted`` that what the entry begins with was pasted; ``in_transcript`` that what comes stood on a
    screen, between prompts.
    """

    def __init__(self, is_incomplete: Callable[[str], bool]):
        self.is_incomplete = is_incomplete
        self.is_followed = False
        self.is_pasted = False
        self.in_transcript = False
        self._is_fast = False

    @property
    def is_hasty(self) -> bool:
        """Whether more keys are waiting by now: then nobody looks at what would be said of this one."""
        return bool(get_app().key_processor.input_queue)

    def begin(self) -> bool:
        """Another entry begins; whether its keys were there already when the last one was ended."""
        is_followed, self.is_followed, self.is_pasted = self.is_followed, False, False
        self.in_transcript &= is_followed
        return is_followed

    def is_fast(self, event: KeyPressEvent) -> bool:
        """Whether more keys are there already: nobody types like that."""
        if event.key_processor.input_queue:
            self._is_fast = True
        elif self._is_fast:
            self._is_fast = bool(select.select([event.app.input.fileno()], [], [], _PATIENCE)[0])
        return self._is_fast

    def goes_on(self, buffer: Buffer, is_fast: bool) -> bool:
        """Whether Enter opens another line: inside an entry of several, or at the end of an unfinished one.

        A blank line ends an entry that no bracket keeps open: it shows what is missing.
        """
        text, behind = buffer.text, buffer.document.text_after_cursor
        if not text.strip():
            return False
        if self.in_transcript and is_fast and not has_prompt(text):
            return False  # an answer, of which nothing becomes
        if behind.strip():
            return "\n" in text
        opened = is_open(text)
        if opened and is_fast:
            return True
        if not text.rpartition("\n")[2].strip() and "\n" in text and not opened:
            return False
        return self.is_incomplete(without_prompts(text) + "\n")


class Key(NamedTuple):
    """One key: what is pressed, what it does (a word of ``KEY_NAMES``), and where."""

    pressed: tuple[str, ...]
    does: str
    filter: FilterOrBool
    run: Callable[[Typing, KeyPressEvent], None]


def bindings(typing: Typing) -> KeyBindings:
    """The keys as prompt_toolkit's bindings."""
    found = KeyBindings()

    def bind(key: Key) -> None:
        def run(event: KeyPressEvent) -> None:
            key.run(typing, event)

        found.add(*key.pressed, filter=key.filter)(run)

    for key in KEYS:
        bind(key)
    return found


def _end(typing: Typing, event: KeyPressEvent) -> None:
    typing.is_followed = typing.is_fast(event)
    event.current_buffer.validate_and_handle()


def _enter(typing: Typing, event: KeyPressEvent) -> None:
    buffer = event.current_buffer
    is_fast = typing.is_fast(event)
    if typing.goes_on(buffer, is_fast):
        buffer.insert_text("\n" + ("" if is_fast else _indentation(buffer.document.text_before_cursor)))
    else:
        _end(typing, event)


def _new_line(_: Typing, event: KeyPressEvent) -> None:
    buffer = event.current_buffer
    buffer.insert_text("\n" + _indentation(buffer.document.text_before_cursor))


def _take_completion(_: Typing, event: KeyPressEvent) -> None:
    event.current_buffer.complete_state = None


def _indent(_: Typing, event: KeyPressEvent) -> None:
    event.current_buffer.insert_text(INDENT)


def _close_brace(_: Typing, event: KeyPressEvent) -> None:
    buffer = event.current_buffer
    line = buffer.document.current_line_before_cursor
    if line and not line.strip() and line.endswith(INDENT):
        buffer.delete_before_cursor(len(INDENT))
    buffer.insert_text("}")


def _paste(typing: Typing, event: KeyPressEvent) -> None:
    buffer = event.current_buffer
    text = event.data.replace("\r\n", "\n").replace("\r", "\n")
    typing.is_pasted |= not buffer.document.text_before_cursor.strip() or "\n" in text
    buffer.insert_text(without_prompts(text))


def _edit(_: Typing, event: KeyPressEvent) -> None:
    event.app.erase_when_done = True
    event.app.exit(result=ToEdit(event.current_buffer.text))


def _suspend(_: Typing, event: KeyPressEvent) -> None:
    event.app.suspend_to_background()


def _take_found(_: Typing, event: KeyPressEvent) -> None:
    """Go on in what was found, with the key that was pressed."""
    search.accept_search()
    event.key_processor.feed_multiple(event.key_sequence, first=True)


@Condition
def _is_at_indentation() -> bool:
    """Whether only blanks stand before the cursor, on a line that is not the first."""
    document = get_app().current_buffer.document
    return document.cursor_position_row > 0 and not document.current_line_before_cursor.strip()


_GO_ON = ("right", "left", "home", "end", "c-a", "c-e", "tab")
KEYS: tuple[Key, ...] = (
    Key(("enter",), "run", INSERTING & ~CHOOSING, _enter),
    Key(("enter",), "take completion", CHOOSING, _take_completion),
    Key(("enter",), "run in navigation", MOVING & ~CHOOSING, _end),
    Key(("escape", "enter"), "run from anywhere", IN_ENTRY & emacs_insert_mode, _end),
    Key(("c-o",), "open a line", INSERTING, _new_line),
    Key(("tab",), "complete", INSERTING & _is_at_indentation & ~has_completions, _indent),
    Key(("}",), "close", INSERTING, _close_brace),
    Key(("<bracketed-paste>",), "paste", INSERTING, _paste),
    Key(("c-x", "c-e"), "edit", INSERTING, _edit),
    Key(("v",), "edit in navigation", MOVING, _edit),
    Key(("c-z",), "suspend", Condition(suspend_to_background_supported), _suspend),
    *(Key((each,), "go on", is_searching, _take_found) for each in _GO_ON),
)


def is_open(text: str) -> bool:
    """Whether there are more opening brackets than closing ones; an arrow is none."""
    text = text.replace("->", "")
    return any(text.count(left) > text.count(right) for left, right in ("{}", "()", "[]", "<>"))


def _indentation(text: str) -> str:
    """As the line before, one step more behind an open brace."""
    line = text.rpartition("\n")[2]
    blanks = line[: len(line) - len(line.lstrip())]
    return blanks + (INDENT if line.rstrip().endswith(("{", "(")) else "")
