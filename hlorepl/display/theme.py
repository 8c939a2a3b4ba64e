"""Colours by what they say. Each is chosen against the terminal's own background, so that all can be read there.

A contrast of 4.5 : 1 is what WCAG 2 asks of text. Where the background is not known there are no colours, only bold letters and
underlines: a colour that fits one background is unreadable on another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Red, green, blue, each from 0 to 255.
Rgb = tuple[int, int, int]
#: The least contrast of text.
READABLE = 4.5

_DARK: Rgb = (0, 0, 0)
_LIGHT: Rgb = (255, 255, 255)


def rgb_of(colour: str) -> Rgb:
    """``#5fd787`` as numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(one: Rgb, other: Rgb) -> float:
    """From 1 (the same) to 21 (black and white), as WCAG 2 defines it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Rgb) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Role(NamedTuple):
    """What a colour says: ``weight`` is how letters stand with colours, ``plain_weight`` without.

    ``on_dark`` and ``on_light`` are colours of the 256 that terminals have, the one that is wanted first, then those that stand
    out more.
    """

    weight: str
    plain_weight: str
    on_dark: tuple[str, ...]
    on_light: tuple[str, ...]


ROLES: dict[str, Role] = {
    "prompt": Role("bold", "bold", ("#5fd787", "#afffaf"), ("#005f00", "#005f00")),
    "continuation": Role("", "", ("#5fd787", "#afffaf"), ("#005f00", "#005f00")),
    "name": Role("", "bold", ("#5fd7ff", "#afffff"), ("#005f87", "#00005f")),
    "type": Role("", "", ("#5fafd7", "#87d7ff"), ("#005f5f", "#00005f")),
    "number": Role("", "", ("#ffd787", "#ffffaf"), ("#5f0087", "#5f005f")),
    "string": Role("", "", ("#87d787", "#d7ffd7"), ("#005f00", "#005f00")),
    "op": Role("", "", ("#87afff", "#d7d7ff"), ("#0000af", "#00005f")),
    "symbol": Role("", "", ("#d7afff", "#ffd7ff"), ("#5f00af", "#5f005f")),
    "attribute": Role("", "", ("#afd7af", "#d7ffd7"), ("#5f5f00", "#005f00")),
    "faint": Role("", "", ("#9e9e9e", "#d0d0d0"), ("#626262", "#303030")),
    "summary": Role("", "", ("#bcbcbc", "#e4e4e4"), ("#4e4e4e", "#303030")),
    "bars": Role("", "", ("#87d787", "#d7ffd7"), ("#005f00", "#005f00")),
    "true": Role("", "", ("#ffd787", "#ffffaf"), ("#5f0087", "#5f005f")),
    "bad": Role("bold", "bold underline", ("#ff8787", "#ffd7d7"), ("#af0000", "#5f0000")),
    "warning": Role("bold", "bold", ("#ffd75f", "#ffffaf"), ("#875f00", "#5f0000")),
    "note": Role("bold", "bold", ("#5fd7d7", "#afffff"), ("#005f87", "#00005f")),
    "help": Role("bold", "bold", ("#87afff", "#d7d7ff"), ("#0000af", "#00005f")),
    "caret": Role("bold", "bold", ("#5fd787", "#afffaf"), ("#005f00", "#005f00")),
    "strong": Role("bold", "bold", (), ()),
    "head": Role("underline", "underline", (), ()),
}
"""Everything that is drawn asks for one of these."""

#: What the tokens of the language are (Pygments' names, those of which they are kinds included).
TOKENS: dict[str, str] = {
    "Comment": "faint",
    "Error": "bad",
    "Keyword": "op",
    "Keyword.Constant": "number",
    "Keyword.Pseudo": "attribute",
    "Keyword.Type": "type",
    "Literal.Number": "number",
    "Literal.String": "string",
    "Name.Attribute": "attribute",
    "Name.Builtin": "op",
    "Name.Constant": "string",
    "Name.Function": "symbol",
    "Name.Function.Magic": "strong",
    "Name.Label": "symbol",
    "Name.Variable": "name",
}


class Theme:
    """A style for each role, as rich and prompt_toolkit both write them: ``bold #5fd787``."""

    __slots__ = ("background", "is_dark", "styles")

    def __init__(self, background: Rgb | None):
        self.background = background
        self.is_dark = background is not None and contrast(background, _LIGHT) > contrast(background, _DARK)
        self.styles: Mapping[str, str] = {name: self._style(role) for name, role in ROLES.items()}

    @property
    def has_colours(self) -> bool:
        """Whether it may use colours at all."""
        return self.background is not None

    def _style(self, role: Role) -> str:
        if self.background is None:
            return role.plain_weight
        colour = self._readable(role.on_dark if self.is_dark else role.on_light)
        if role.on_dark and not colour:
            return role.plain_weight
        return " ".join(filter(None, (role.weight, colour)))

    def _readable(self, colours: tuple[str, ...]) -> str:
        """The first colour that can be read on the background; none where the background is between dark and light."""
        assert self.background is not None
        return next((each for each in colours if contrast(rgb_of(each), self.background) >= READABLE), "")


#: Bold letters and underlines.
WITHOUT_COLOURS = Theme(None)
#: Nothing at all: for terminals that know no sequences, and for those who do not want them.
NOTHING = Theme(None)
NOTHING.styles = dict.fromkeys(ROLES, "")
DARK = Theme(_DARK)
LIGHT = Theme(_LIGHT)


def theme_for(background: Rgb | None, setting: str = "auto", environment: Mapping[str, str] | None = None) -> Theme:
    """The theme of a terminal.

    ``background`` is what it answered, ``setting`` what the user wants (``auto``, ``light``, ``dark``, ``none``), ``environment``
    has ``NO_COLOR``, ``TERM`` and ``COLORFGBG``.
    """
    known = environment or {}
    if known.get("TERM", "") in ("", "dumb", "unknown"):
        return NOTHING
    if setting == "none" or not may_colour(known):
        return WITHOUT_COLOURS
    if setting in ("light", "dark"):
        fits = background is not None and Theme(background).is_dark == (setting == "dark")
        return Theme(background) if fits else DARK if setting == "dark" else LIGHT
    return Theme(background or _of_colorfgbg(known.get("COLORFGBG", "")))


def may_colour(environment: Mapping[str, str]) -> bool:
    """Whether colours are wanted, and the terminal has the 256 that the themes are made of."""
    name = environment.get("TERM", "")
    if environment.get("NO_COLOR") or name in ("", "dumb", "unknown"):
        return False
    is_old = name in ("linux", "ansi", "cygwin") or name.startswith(("vt", "eterm"))
    return not is_old or environment.get("COLORTERM", "") in ("truecolor", "24bit")


def _of_colorfgbg(text: str) -> Rgb | None:
    """What ``15;0`` or ``0;default;15`` says of the background: dark, light, or nothing."""
    last = text.rpartition(";")[2]
    if not last.isdecimal() or ";" not in text or int(last) > 15:
        return None
    return _LIGHT if int(last) in (7, *range(9, 16)) else _DARK
