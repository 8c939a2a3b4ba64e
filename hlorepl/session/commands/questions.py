"""``?name``: what the session, the registry of ops and the explanations know of a name."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from ...errors import HloError
from ...ops.registry import names
from ...syntax.attributes import read_symbol
from .. import inspection
from ..result import Text
from .basic import help_text
from .registry import COMMANDS, load

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..result import Shown
    from ..state import Knower
    from ..statements import Statement


def _no_symbol(session: Knower, text: str, statement: Statement) -> HloError:
    try:
        symbol, _ = read_symbol(text)
    except HloError as error:
        return HloError(error.message, statement.span, error.code)
    return session.state.symbols.missing(symbol, statement.span)


def describe(session: Knower, name: str) -> str | None:
    """Markdown about a command (``:load``), or whatever else has the name; None when there is nothing."""
    if not name.strip().startswith(":"):
        return inspection.describe(session, name)
    load()
    found = COMMANDS.get(name.strip()[1:])
    return found.description if found else None


def run_question(session: Knower, statement: Statement, show: Callable[[Shown | Text], None]) -> None:
    """Answer ``?name``."""
    load()
    if not statement.text:
        show(Text(help_text()))
        return
    text = describe(session, statement.text)
    if text is None:
        name = statement.text
        if name.startswith("@"):
            raise _no_symbol(session, name, statement)
        pool = [*names(), *(full.partition(".")[2] for full in names()), *session.names, *COMMANDS]
        near = get_close_matches(name.lstrip("%:@"), pool, 1, 0.6)
        help_list = [f"did you mean ?{near[0]}?"] if near else []
        raise HloError(f"there is nothing called {name}", statement.span, "name.unknown", help=help_list)
    show(Text(text, "markdown"))
