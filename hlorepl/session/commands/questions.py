"""``?name``: what the session, the registry of ops, the explanations and the commands know of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import HloError
from ...familiar.table import FAMILIAR, TOLD
from ...syntax.attributes import read_symbol
from ...syntax.ops import op_names
from ...wording import offer_nearest
from .. import inspection
from ..result import Text
from .registry import COMMANDS, find_command, listing_of, load
from .topics import TOPICS

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..result import Shown
    from ..state import Knower
    from ..statements import Statement


def help_text() -> str:
    """All commands with their summaries, and how the language goes."""
    return "\n".join(
        [
            "Type StableHLO, each op on a line, in MLIR's form or a short one:",
            "  %x = [[1, 2], [3, 4]] : f32",
            "  %y = tanh(%x * 2.0)",
            "  %z = stablehlo.add %x, %y : tensor<2x2xf32>",
            "%x shows a value, ?add explains an op, Tab completes. Commands:",
            *listing_of(dict(sorted(COMMANDS.items()))),
            "Settings of the prompt: :set lists them; $HLOREPL_CONFIG, else ~/.config/hlorepl/config.toml, keeps them.",
            "Topics, with :help TOPIC:",
            *(f"  {name.ljust(11)}  {found.summary}" for name, found in TOPICS.items()),
        ]
    )


def describe(session: Knower, name: str) -> str | None:
    """Markdown about an op, a value, a function, a rule, a model's part, else a command (``:load`` is only one)."""
    text = None if name.strip().startswith(":") else inspection.describe(session, name)
    found = find_command(name.strip()) if text is None else None
    return text if found is None else found.description


def run_question(session: Knower, statement: Statement, show: Callable[[Shown | Text], None]) -> None:
    """Answer ``?name``."""
    load()
    if not statement.text:
        show(Text(help_text()))
        return
    text = describe(session, statement.text)
    if text is None:
        raise nothing_called(session, statement.text, statement)
    show(Text(text, "markdown"))


def nothing_called(session: Knower, name: str, statement: Statement) -> HloError:
    """The error of a name of which nothing is known."""
    if name.startswith("@"):
        try:
            symbol, _ = read_symbol(name, statement.span)
        except HloError as error:
            return error
        return session.state.symbols.missing(symbol, statement.span)
    word = name.lstrip("%:@")
    values = [f"%{each}" for each in session.names]
    pools = [values] if name.startswith("%") else [*op_names(word), [*FAMILIAR, *TOLD], list(COMMANDS), values]
    tip = offer_nearest(name if name.startswith("%") else word, *pools, show="?{}")
    return HloError(f"there is nothing called {name}", statement.span, "name.unknown", help=tip)
