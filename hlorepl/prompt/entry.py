"""The entry: prompt_toolkit's session with the keys, the menu and the line under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.application.current import get_app
from prompt_toolkit.enums import DEFAULT_BUFFER, EditingMode
from prompt_toolkit.filters import Condition, has_focus, is_done, to_filter
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.key_binding.vi_state import InputMode
from prompt_toolkit.layout import ConditionalContainer, FloatContainer, HSplit, VerticalAlign, Window, walk
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.output import Output, create_output

from .brackets import MatchingBracket
from .highlight import EntryLexer
from .keys import bindings
from .suggestions import FromHistory

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.history import History
    from prompt_toolkit.input import Input
    from prompt_toolkit.styles import BaseStyle

    from ..config import Settings
    from .completer import SessionCompleter
    from .keys import Typing

    #: What stands under the entry, for its text and the cursor.
    Hint = Callable[[str, int], StyleAndTextTuples]

#: Rows that a menu takes at most, whatever the screen has.
_MOST_ROWS = 30
#: Seconds after which Escape is a key of its own.
_ESCAPE = 0.1


def make_entry(
    settings: Settings,
    typing: Typing,
    history: History,
    completer: SessionCompleter,
    style: BaseStyle,
    hint: Hint,
    output: Output | None = None,
    keyboard: Input | None = None,
) -> PromptSession[str]:
    """The entry of a prompt with these settings, which may change while it is there."""
    entry: PromptSession[str] = PromptSession(
        message=lambda: message(settings),
        history=history,
        lexer=EntryLexer(),
        completer=completer,
        complete_in_thread=True,
        key_bindings=bindings(typing),
        multiline=True,
        prompt_continuation=_continuation,
        style=style,
        enable_history_search=True,
        auto_suggest=FromHistory(lambda text: settings["prompt.suggestions"] and text not in completer.completed),
        input_processors=[MatchingBracket()],
        include_default_pygments_style=False,
        input=keyboard,
        output=output or _output(),
    )
    set_editing_mode(entry, settings)
    buffer = entry.default_buffer
    buffer.complete_while_typing = Condition(lambda: settings["prompt.complete_while_typing"] and _is_in_word())
    entry.app.ttimeoutlen = _ESCAPE
    _lay_out(entry, settings, hint)
    return entry


def set_editing_mode(entry: PromptSession[str], settings: Settings) -> None:
    """The keys of Emacs or of vi, as the settings say."""
    entry.editing_mode = EditingMode.VI if settings["prompt.editing_mode"] == "vi" else EditingMode.EMACS


def message(settings: Settings) -> FormattedText:
    """What stands in front of an entry; with vi's keys, in which mode they are."""
    if settings["prompt.editing_mode"] != "vi":
        return FormattedText([("class:prompt", "hlo> ")])
    mode = get_app().vi_state.input_mode
    mark = "nav" if mode == InputMode.NAVIGATION else "rep" if mode in _REPLACING else "ins"
    return FormattedText([("class:mode", f"[{mark}] "), ("class:prompt", "hlo> ")])


_REPLACING = (InputMode.REPLACE, InputMode.REPLACE_SINGLE)


def _continuation(width: int, line_number: int, wrap_count: int) -> FormattedText:
    """What stands in front of a further line; a line that is only wrapped has blanks there."""
    return FormattedText([("class:continuation", " " * width if wrap_count else "... ".rjust(width))])


def _is_in_word() -> bool:
    """Whether a word has begun before the cursor: a menu of all that there is would be noise."""
    before = get_app().current_buffer.document.current_line_before_cursor
    return bool(before) and (before[-1].isalnum() or before[-1] in "_%@?:#")


def _lay_out(entry: PromptSession[str], settings: Settings, hint: Hint) -> None:
    """A menu as high as the screen allows, and the line under the entry."""
    container = entry.layout.container
    assert isinstance(container, HSplit)
    floats = next(each for each in walk(container) if isinstance(each, FloatContainer))
    menu = CompletionsMenu(scroll_offset=1, extra_filter=has_focus(DEFAULT_BUFFER))
    floats.floats[0].content = menu

    def fit(_: object) -> None:
        """How much room a menu has, before each time that the screen is drawn."""
        state = entry.default_buffer.complete_state
        rows = entry.output.get_size().rows
        lines = entry.default_buffer.document.line_count
        wanted = 0 if state is None else len(state.completions) + 1
        entry.reserve_space_for_menu = max(0, min(wanted + lines, _MOST_ROWS + lines, rows - 1))

    entry.app.before_render += fit

    def line() -> StyleAndTextTuples:
        document = entry.default_buffer.document
        return hint(document.text, document.cursor_position)

    shown = Condition(lambda: settings["prompt.hints"] and bool(line()))
    under = Window(FormattedTextControl(line), height=1, dont_extend_height=True, wrap_lines=False)
    container.children.insert(1, ConditionalContainer(under, filter=shown & ~is_done))
    # What stands under the entry follows it, also where a menu has made the screen longer.
    container.align = VerticalAlign.TOP
    entry.layout.current_window.dont_extend_height = to_filter(True)


def _output() -> Output:
    """The terminal, never asked where its cursor is: many cannot say, and the answer would come late."""
    output = create_output()
    if hasattr(output, "enable_cpr"):
        output.enable_cpr = False  # type: ignore[attr-defined]
    return output
