"""Colours: the language's Pygments lexer for what is typed and for what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.formatted_text import PygmentsTokens
from prompt_toolkit.layout.screen import Char
from prompt_toolkit.lexers import DynamicLexer, Lexer, PygmentsLexer, SimpleLexer
from prompt_toolkit.styles import Style, merge_styles
from prompt_toolkit.styles.pygments import style_from_pygments_cls

from ..errors import HloError
from ..source import CONTROL, visible
from ..wording import offer

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.styles import BaseStyle

#: Longer texts are not coloured: typing must not lag behind a pasted constant.
LIMIT = 20_000

_STYLE = {
    "prompt": "ansigreen bold",
    "continuation": "ansigreen",
    "error": "ansired bold",
}


def style(name: str = "auto") -> BaseStyle:
    """The prompt's colours over a Pygments style; raises ``config.value`` where there is none of that name."""
    from pygments.styles import (  # late: Pygments
        get_all_styles,
        get_style_by_name,  # pyright: ignore[reportUnknownVariableType]  - its stub has no types
    )

    name = "default" if name == "auto" else name
    known = [*get_all_styles()]
    if name not in known:
        raise HloError(
            f"there is no Pygments style {name} for prompt.style", code="config.value", help=offer(name, known)
        )
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


def entry_lexer(text: Callable[[], str]) -> Lexer:
    """Colours the entry while it is short."""
    from hlorepl_lexers import StableHLOLexer  # late: Pygments

    coloured, plain = PygmentsLexer(StableHLOLexer), SimpleLexer()
    return DynamicLexer(lambda: coloured if len(text()) <= LIMIT else plain)


def coloured(text: str) -> PygmentsTokens | str:
    """Text in the session's language for the screen."""
    if len(text) > LIMIT:
        return text
    from hlorepl_lexers import StableHLOLexer  # late: Pygments

    return PygmentsTokens(list(StableHLOLexer(stripnl=False, ensurenl=False).get_tokens(text)))
