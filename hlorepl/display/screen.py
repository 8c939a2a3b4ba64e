"""What a session shows, as a terminal gets it. rich draws, and the only sequences are those of the theme's colours.

All text of programs, models and files goes through ``visible`` before it is drawn: this is the one exit to the terminal.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Any, Literal

from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from rich.syntax import ANSISyntaxTheme, Syntax
from rich.theme import Theme

from ..session.result import Shown
from ..session.views import Pixels
from ..source import visible
from .errors import error_lines
from .fitting import fitted
from .markdown import page
from .tables import rich_table
from .text import shown_text
from .theme import TOKENS
from .values import value_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import RenderableType
    from rich.text import Text as RichText

    from ..errors import HloError
    from ..session.result import Text
    from ..session.views import Picture
    from ..tables import Table
    from .look import Line, Look

#: A name set in backticks, which a terminal has no other letters for.
_CODED = re.compile(r"``([^`\n]+)``")
#: Longer listings are not coloured: nobody should wait for that.
LIMIT = 20_000


#: rich's names for what is in Markdown, and the roles that they have here; rich itself names no colour.
MARKDOWN = {
    "markdown.paragraph": "",
    "markdown.text": "",
    "markdown.strong": "strong",
    "markdown.item.bullet": "faint",
    "markdown.item.number": "faint",
    "markdown.item": "",
    "markdown.list": "",
    "markdown.code": "op",
    "markdown.code_block": "",
    "markdown.h1": "strong",
    "markdown.h2": "strong",
    "markdown.h3": "strong",
    "markdown.em": "",
    "markdown.block_quote": "",
    "markdown.link": "",
    "markdown.link_url": "",
    "markdown.hr": "faint",
    "markdown.s": "",
}


class Screen:
    """Draws for one look of the terminal."""

    def __init__(self, look: Look):
        self.look = look
        styles = {role: Style.parse(text) for role, text in look.theme.styles.items() if text}
        self._styles = styles
        self._system = ColorSystem.EIGHT_BIT if look.theme.has_colours else ColorSystem.STANDARD if styles else None
        self._console = Console(
            file=StringIO(),
            width=look.width,
            color_system=_colours(look),
            theme=Theme({name: styles.get(role, "") for name, role in MARKDOWN.items()}, inherit=False),
            force_terminal=True,
            force_interactive=False,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
            no_color=not look.theme.has_colours,
            _environ={},
        )

    def lines(self, item: Shown | Text) -> Iterator[str]:
        """The lines of one thing that a session shows, as they are needed."""
        if self.look.is_plain:
            yield from shown_text(item, self.look.width).split("\n")
        elif isinstance(item, Shown) and item.is_brief and item.grid == (1, 1):
            yield from self._listing(visible(item.in_short))
        elif isinstance(item, Shown):
            yield from map(self.painted, value_lines(item, self.look))
        elif item.tables:
            yield from self._tables(item.tables)
        elif item.kind == "picture":
            yield from self._picture(item.data)
        elif item.kind == "code":
            yield from self._listing(visible(item.text))
        elif item.kind == "markdown":
            yield from self._markdown(visible(item.text))
        else:
            yield from fitted(visible(item.plain), self.look.width).split("\n")

    def error(self, error: HloError) -> str:
        """The report of an error."""
        return "\n".join(map(self.painted, error_lines(error, self.look.width)))

    def painted(self, line: Line) -> str:
        """A line with its colours."""
        return "".join(self._piece(text, role) for text, role in _joined(line))

    def _piece(self, text: str, role: str) -> str:
        style = self._styles.get(role)
        return text if style is None or not text.strip() else style.render(text, color_system=self._system)

    def drawn(self, what: RenderableType, soft_wrap: bool = False) -> list[str]:
        """Whatever rich can draw, as lines."""
        with self._console.capture() as captured:
            self._console.print(what, soft_wrap=soft_wrap)
        return [line.rstrip() for line in captured.get().rstrip("\n").split("\n")]

    def _listing(self, text: str) -> list[str]:
        if len(text) > LIMIT or self._system is None:
            return text.split("\n")
        return self.drawn(self.coloured(text), soft_wrap=True)

    def coloured(self, text: str) -> RichText:
        """A listing of the session's language."""
        from pygments.token import string_to_tokentype  # late: Pygments

        from hlorepl_lexers import StableHLOLexer  # late: Pygments

        known: dict[Any, Style] = {
            string_to_tokentype(name): self._styles[role] for name, role in TOKENS.items() if role in self._styles
        }
        lexer = StableHLOLexer(stripnl=False, ensurenl=False)
        return Syntax("", lexer, theme=ANSISyntaxTheme(known)).highlight(text)

    def _tables(self, tables: Sequence[Table]) -> Iterator[str]:
        for number, table in enumerate(tables):
            if number:
                yield ""
            if table.title:
                yield self.painted([(visible(table.title), "strong")])
            if table.rows:
                yield from self.drawn(rich_table(table, self._styles, self.look.width))
            if table.note:
                yield from fitted(visible(table.note), self.look.width).split("\n")

    def _picture(self, picture: Picture) -> Iterator[str]:
        from .pictures import chart, image, legend, pixels  # late: on demand

        if not isinstance(picture, Pixels):
            for line in chart(picture, self.look):
                yield visible(line)
            return
        yield self.painted(legend(picture, self.look))
        if self.look.protocol != "blocks" and self.look.theme.has_colours:
            found = pixels(picture, self.look, self.look.protocol)
            if not isinstance(found, str):
                yield from self.drawn(found)
                return
            yield found
        for line in image(picture, self.look):
            yield self.painted(line) if isinstance(line, list) else self.drawn(line)[0]

    def _markdown(self, text: str) -> list[str]:
        from .help import Help  # late: on demand

        return self.drawn(Help(page(_CODED.sub(r"\1", text)), self.coloured))


def _colours(look: Look) -> Literal["standard", "256", "truecolor"] | None:
    if not look.theme.has_colours:
        return "standard" if any(look.theme.styles.values()) else None
    return "truecolor" if look.has_all_colours else "256"


def _joined(line: Line) -> Iterable[tuple[str, str]]:
    """Neighbours of one role as one piece; blanks go with what stands before them."""
    text, role = "", ""
    for each, other in line:
        if other == role:
            text += each
        else:
            if text:
                yield text, role
            text, role = each, other
    if text:
        yield text, role
