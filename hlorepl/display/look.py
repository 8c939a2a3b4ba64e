"""How a terminal wants things to look, and the pieces that lines are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from .theme import WITHOUT_COLOURS, Theme

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Protocol

    class Settings(Protocol):
        """Values by their keys."""

        def __getitem__(self, key: str, /) -> object: ...


#: A piece of a line: its text, and what it is by the theme's roles ("" for plain text).
Piece: TypeAlias = "tuple[str, str]"
Line: TypeAlias = "list[Piece]"

#: Lines of a screen that a value leaves free: the entry above it, and the prompt below.
_AROUND = 3
_FEWEST_LINES = 4
_FEWEST_COLUMNS = 20


@dataclass(frozen=True, slots=True)
class Signs:
    """Characters that not every terminal has."""

    more: str = "…"
    down: str = "⋮"
    true: str = "■"
    false: str = "□"
    bars: str = "▁▂▃▄▅▆▇█"
    shades: str = " ░▒▓█"


FULL = Signs()
#: For terminals that show ASCII alone.
ASCII = Signs("...", ":", "#", ".", "_.-=+*#@", " .:*#")


@dataclass(frozen=True, slots=True)
class Look:
    """Columns, lines and colours of a terminal, and the user's settings.

    ``lines`` is how many a value may take that is not asked for in full; ``elements`` how many it may have before only its
    corners are shown (0: any number); ``precision`` significant digits (0: as many as it takes to read a number back).
    """

    width: int = 80
    lines: int = 21
    elements: int = 200
    precision: int = 0
    theme: Theme = field(default_factory=lambda: WITHOUT_COLOURS)
    signs: Signs = FULL
    is_plain: bool = False
    #: How images are drawn: ``blocks``, ``sixel``, ``kitty``; and whether there are more than 256 colours.
    protocol: str = "blocks"
    has_all_colours: bool = False

    @staticmethod
    def of(
        size: tuple[int, int],
        settings: Settings,
        theme: Theme = WITHOUT_COLOURS,
        signs: Signs = FULL,
        is_plain: bool = False,
    ) -> Look:
        """The look of a terminal of so many columns and rows."""

        def number(key: str, other: int) -> int:
            found = settings[f"display.{key}"]
            return found if isinstance(found, int) and found else other

        columns, rows = size
        return Look(
            max(number("width", columns or 80), _FEWEST_COLUMNS),
            max(number("lines", (rows or 24) - _AROUND), _FEWEST_LINES),
            number("elements", 0),
            number("precision", 0),
            theme,
            signs,
            is_plain,
        )


def signs_of(encoding: str, environment: Mapping[str, str]) -> Signs:
    """What a terminal of that encoding can show; where the user says that the language is C, ASCII alone."""
    try:
        str(FULL).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    # Python makes UTF-8 of LANG=C by setting LC_CTYPE, so that says nothing beside it.
    is_c = environment.get("LC_ALL", "") in _C or not environment.get("LC_ALL") and environment.get("LANG") in _C
    return ASCII if is_c else FULL


_C = ("C", "POSIX")


def protocol_of(setting: str, environment: Mapping[str, str]) -> str:
    """How this terminal draws pixels: ``kitty``, ``sixel``, or ``blocks`` where it does not, or nobody knows."""
    if setting != "auto":
        return setting
    terminal, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if terminal == "xterm-kitty" or environment.get("KITTY_WINDOW_ID") and terminal.startswith("xterm"):
        return "kitty"
    return "sixel" if terminal.startswith(("foot", "mlterm")) or program == "WezTerm" else "blocks"


def width_of(line: Iterable[Piece]) -> int:
    """Columns of a line of narrow characters."""
    return sum(len(text) for text, _ in line)


def text_of(line: Iterable[Piece]) -> str:
    """The line without its colours."""
    return "".join(text for text, _ in line)
