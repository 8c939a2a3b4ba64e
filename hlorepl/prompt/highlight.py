"""Colours: the language's Pygments lexer for what is typed and for what is shown."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from prompt_toolkit.formatted_text import PygmentsTokens
from prompt_toolkit.layout.screen import Char
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.styles import Style, merge_styles
from prompt_toolkit.styles.pygments import (
    pygments_token_to_classname,  # pyright: ignore[reportUnknownVariableType]  - Pygments has no types
    style_from_pygments_cls,
)

from ..source import CONTROL, visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.document import Document
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.styles import BaseStyle

#: Longer texts are not coloured: typing must not lag behind a pasted constant.
LIMIT = 20_000

_STYLE = {
    "prompt": "ansigreen bold",
    "continuation": "ansigreen",
    "error": "ansired bold",
    "auto-suggestion": "ansibrightblack",
    "matching-bracket.cursor": "underline bold",
    "matching-bracket.other": "underline bold",
    "hint": "ansibrightblack",
    "hint.current": "bold",
    "hint.type": "",
    "hint.problem": "ansired",
}


def style(name: str = "auto") -> BaseStyle:
    """The prompt's colours over a Pygments style, which there must be."""
    from pygments.styles import (  # late: Pygments
        get_style_by_name,  # pyright: ignore[reportUnknownVariableType]  - its stub has no types
    )

    name = "default" if name == "auto" else name
    return merge_styles([style_from_pygments_cls(get_style_by_name(name)), Style.from_dict(_STYLE)])


def show_controls() -> None:
    """Have prompt_toolkit spell what cannot be seen or turns what is read around, as it does with C0: in the entry and its menus."""
    Char.display_mappings = _Spelled(Char.display_mappings)


class _Spelled(dict[str, str]):
    """What prompt_toolkit spells already, and every other control: those are too many to be listed at each start."""

    def __contains__(self, character: object) -> bool:
        return super().__contains__(character) or CONTROL.match(str(character)) is not None

    def __missing__(self, character: str) -> str:
        return visible(character)


class EntryLexer(Lexer):
    """Colours the entry line by line: no token of the language spans lines, so a key costs the line that it changes.

    ``lexed`` counts the lines that were looked at.
    """

    def __init__(self) -> None:
        self.lexed = 0
        self._lines: dict[str, StyleAndTextTuples] = {}

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        lines = document.lines

        def line(number: int) -> StyleAndTextTuples:
            return self._line(lines[number]) if number < len(lines) else []

        return line

    def _line(self, text: str) -> StyleAndTextTuples:
        found = self._lines.get(text)
        if found is None:
            if len(self._lines) > _MOST_LINES:
                self._lines.clear()
            found = self._lines[text] = [("", text)] if len(text) > LIMIT else self._lex(text)
        return found

    def _lex(self, text: str) -> StyleAndTextTuples:
        from hlorepl_lexers import StableHLOLexer  # late: Pygments

        self.lexed += 1
        tokens = StableHLOLexer().get_tokens_unprocessed(text)
        return [(_class_of(kind), value) for _, kind, value in tokens]


@cache
def _class_of(kind: Any) -> str:
    return "class:" + pygments_token_to_classname(kind)


#: So many lines are remembered with their colours.
_MOST_LINES = 20_000


def coloured(text: str) -> PygmentsTokens | str:
    """Text in the session's language for the screen."""
    if len(text) > LIMIT:
        return text
    from hlorepl_lexers import StableHLOLexer  # late: Pygments

    return PygmentsTokens(list(StableHLOLexer(stripnl=False, ensurenl=False).get_tokens(text)))
