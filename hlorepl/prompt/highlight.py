"""Colours: the language's Pygments lexer for what is typed and for what is shown."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from prompt_toolkit.layout.screen import Char
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.styles import Style, merge_styles
from prompt_toolkit.styles.pygments import (
    pygments_token_to_classname,  # pyright: ignore[reportUnknownVariableType]  - Pygments has no types
    style_from_pygments_cls,
)

from ..display.theme import TOKENS
from ..source import CONTROL, visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.document import Document
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.styles import BaseStyle

    from ..display.theme import Theme

#: Longer texts are not coloured: typing must not lag behind a pasted constant.
LIMIT = 20_000

#: What of the prompt has which role of the theme.
_ROLES = {
    "prompt": "prompt",
    "continuation": "continuation",
    "error": "bad",
    "welcome": "strong",
    "auto-suggestion": "faint",
    "hint": "faint",
    "hint.current": "strong",
    "hint.type": "type",
    "hint.problem": "bad",
    "mode": "strong",
}
#: What prompt_toolkit gives colours of its own: here it has those of the theme, or none.
_PLAIN = {
    "search": "noinherit underline",
    "search.current": "noinherit bold underline",
    "incsearch": "noinherit underline",
    "incsearch.current": "noinherit bold underline",
    "selected": "noinherit underline",
    "matching-bracket": "noinherit",
    "matching-bracket.cursor": "noinherit bold underline",
    "matching-bracket.other": "noinherit bold underline",
    "completion-menu": "noinherit",
    "completion-menu.completion": "noinherit",
    "completion-menu.completion.current": "noinherit bold underline",
    "completion-menu.meta.completion": "noinherit",
    "completion-menu.meta.completion.current": "noinherit bold",
    "completion-menu.multi-column-meta": "noinherit",
    "completion-menu.completion fuzzymatch.outside": "noinherit",
    "completion-menu.completion fuzzymatch.inside": "noinherit bold",
    "completion-menu.completion fuzzymatch.inside.character": "noinherit underline",
    "completion-menu.completion.current fuzzymatch.outside": "noinherit bold",
    "completion-menu.completion.current fuzzymatch.inside": "noinherit bold",
    "scrollbar.background": "noinherit",
    "scrollbar.button": "noinherit underline",
    "scrollbar.arrow": "noinherit bold",
    "bottom-toolbar": "noinherit",
    "validation-toolbar": "noinherit bold",
    "window-too-small": "noinherit bold",
}
_MENU_ON_DARK = {
    "completion-menu": "noinherit bg:#303030 #e4e4e4",
    "completion-menu.completion": "noinherit bg:#303030 #e4e4e4",
    "completion-menu.completion.current": "noinherit bg:#d0d0d0 #000000",
    "completion-menu.meta.completion": "noinherit bg:#444444 #e4e4e4",
    "completion-menu.meta.completion.current": "noinherit bg:#5f5f5f #ffffff",
    "scrollbar.background": "noinherit bg:#444444",
    "scrollbar.button": "noinherit bg:#8a8a8a",
}
_MENU_ON_LIGHT = {
    "completion-menu": "noinherit bg:#e4e4e4 #000000",
    "completion-menu.completion": "noinherit bg:#e4e4e4 #000000",
    "completion-menu.completion.current": "noinherit bg:#005f87 #ffffff",
    "completion-menu.meta.completion": "noinherit bg:#d0d0d0 #000000",
    "completion-menu.meta.completion.current": "noinherit bg:#afafaf #000000",
    "scrollbar.background": "noinherit bg:#d0d0d0",
    "scrollbar.button": "noinherit bg:#767676",
}


def style(theme: Theme, name: str = "auto") -> BaseStyle:
    """The prompt's colours; those of the language by the theme, or by a Pygments style where its name is given and there are colours."""
    menu = (_MENU_ON_DARK if theme.is_dark else _MENU_ON_LIGHT) if theme.has_colours else {}
    plain = _PLAIN if any(theme.styles.values()) else dict.fromkeys(_PLAIN, "noinherit")
    own = {part: theme.styles[role] for part, role in _ROLES.items()}
    language = Style.from_dict({f"pygments.{token.lower()}": theme.styles[role] for token, role in TOKENS.items()})
    if name != "auto":
        found = _pygments_style(name)
        language = found if theme.has_colours else language
    return merge_styles([language, Style.from_dict({**plain, **menu, **own})])


def _pygments_style(name: str) -> BaseStyle:
    from pygments.styles import (  # late: Pygments
        get_style_by_name,  # pyright: ignore[reportUnknownVariableType]  - its stub has no types
    )

    return style_from_pygments_cls(get_style_by_name(name))


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
