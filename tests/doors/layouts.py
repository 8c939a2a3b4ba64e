"""A program's text laid out anew: the same tokens with other blanks between them, wherever MLIR lets blanks stand.

The tokens are cut here, by MLIR's rules and not by hlorepl's lexer: where hlorepl cuts otherwise, a layout shows it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

_TOKEN = re.compile(
    r"""
    (?P<skip>(?:[ \t\r\n]|//[^\r\n]*)+)
  | (?P<string>@?"(?:[^"\\\n]|\\.)*")
  | (?P<metadata>\{-\#|\#-\})
  | (?P<name>[%@^][\w$.-]+|\#[A-Za-z_][\w$.]*|\#[0-9]+|![A-Za-z_][\w$.]*)
  | (?P<number>0x[0-9A-Fa-f]+|[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?)?)
  | (?P<word>[A-Za-z_][\w$.]*)
  | (?P<mark>->|::|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SHAPED = re.compile(r"(?:tensor|memref|vector) <(?: (?:[0-9]+|\?) x)+".replace(" ", r"(?:\s|//[^\r\n]*)*+"))
_SHAPE_PART = re.compile(r"(?P<skip>//[^\r\n]*)|tensor|memref|vector|<|[0-9]+|\?|x")
#: Two tokens that would be another one without a blank between them.
_JOINS = re.compile(r"[\w$.] [\w$.]|- >|: :|\{ -|- \}|# -|/ /")


class Token:
    """A token and where it stands.

    ``glued``: directly behind the one before it, as MLIR demands of the body of ``#dialect.kind<…>``. ``in_shape``: behind a
    size or an ``x`` of a shape, where MLIR needs no blank. ``raw``: inside such a body, where brackets in comments count.
    """

    __slots__ = ("end", "glued", "in_shape", "raw", "start", "text")

    def __init__(self, text: str, start: int, glued: bool = False, in_shape: bool = False, raw: bool = False):
        self.text = text
        self.start = start
        self.end = start + len(text)
        self.glued = glued
        self.in_shape = in_shape
        self.raw = raw

    def __repr__(self) -> str:
        return f"{self.text!r} at {self.start}"


def tokens(text: str) -> list[Token]:
    """The tokens of a program, without its comments."""
    found: list[Token] = []
    at, body = 0, 0
    shape_ends = False
    while at < len(text):
        shape = _SHAPED.match(text, at)
        if shape is not None:
            found += _shaped(shape, body > 0)
            body += 1 if body else 0
            at, shape_ends = shape.end(), True
            continue
        token = _TOKEN.match(text, at)
        assert token is not None
        if token.lastgroup != "skip":
            glued = token.group() == "<" and bool(found) and found[-1].end == at and found[-1].text[0] in "#!"
            found.append(Token(token.group(), at, glued, shape_ends, body > 0))
            if glued or body:
                body += {"<": 1, ">": -1}.get(token.group(), 0)
            shape_ends = False
        at = token.end()
    return found


def _shaped(match: re.Match[str], raw: bool) -> Iterator[Token]:
    """``tensor<2x?x``: each size is a token, and so is each ``x``."""
    parts = [part for part in _SHAPE_PART.finditer(match.group()) if part.lastgroup is None]
    for number, part in enumerate(parts):
        yield Token(part.group(), match.start() + part.start(), in_shape=number > 2, raw=raw)


def needs_blank(left: Token, right: Token) -> bool:
    """Whether two tokens would be read as another one without a blank between them."""
    if right.in_shape:
        return False
    joint = f"{left.text[-1]} {right.text[0]}"
    return _JOINS.match(joint) is not None or left.text[0] in "%@^!#" and right.text[0] == "-"


Blank = Callable[[Token, Token], str]
"""What stands between two tokens where any blank may stand, the empty one too; it is not asked where none may."""


def laid_out(parts: list[Token], blank: Blank) -> tuple[str, list[int]]:
    """The text of tokens with such blanks, and where each token begins in it."""
    pieces: list[str] = []
    starts: list[int] = []
    at = 0
    for index, part in enumerate(parts):
        if index and not part.glued:
            between = blank(parts[index - 1], part)
            if not between and needs_blank(parts[index - 1], part):
                between = " "
            pieces.append(between)
            at += len(between)
        starts.append(at)
        pieces.append(part.text)
        at += len(part.text)
    return "".join(pieces), starts


#: What a comment may hold that would mean something outside of it.
_NASTY = (
    "// func.func @main() {",
    '// a "string that never ends',
    "// %0 = stablehlo.negate %0 : tensor<f32>",
    "// ) } ] > (({[<",
    "// :run @main",
    "//",
)


def _lines(left: Token, right: Token) -> str:
    return "\n"


def _tight(left: Token, right: Token) -> str:
    return ""


def _windows(left: Token, right: Token) -> str:
    return "\r\n\t"


def _old_mac(left: Token, right: Token) -> str:
    return "\r"


def _comments(seed: int) -> Blank:
    chosen = random.Random(seed)

    def blank(left: Token, right: Token) -> str:
        return (" // plain" if right.raw else f" {chosen.choice(_NASTY)}") + chosen.choice("\n\n\r")

    return blank


def _mixed(seed: int) -> Blank:
    chosen = random.Random(seed)

    def blank(left: Token, right: Token) -> str:
        comment = "// plain\n" if right.raw else chosen.choice(_NASTY) + chosen.choice(["\n", "\r\n", "\r"])
        return chosen.choice(["", "", " ", " ", " ", "\t", "  \n", "\r\n", "\n\n", comment])

    return blank


#: Layouts by name: each makes the blanks of a program from a seed.
LAYOUTS: dict[str, Callable[[int], Blank]] = {
    "lines": lambda seed: _lines,
    "tight": lambda seed: _tight,
    "windows": lambda seed: _windows,
    "old mac": lambda seed: _old_mac,
    "comments": _comments,
    "mixed": _mixed,
}
