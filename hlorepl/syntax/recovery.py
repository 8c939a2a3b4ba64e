"""Where to go on after an error.

In a module by tokens, never by lines: no line end means anything to MLIR, and the same errors are reported in every layout.
A session's statements end with their lines.
"""

from __future__ import annotations

import re

from ..digits import natural
from ..errors import HloError
from .lexer import COMMENT, SKIP, STRING, skipped

_NAMED = rf"%[\w$.-]++(?:{SKIP}:{SKIP}[0-9]++)?"
_LEFT_SIDE = re.compile(rf"{_NAMED}(?:{SKIP},{SKIP}{_NAMED})*{SKIP}=(?!=)")
_NAMES = re.compile(rf"{COMMENT}|%(?P<name>[\w$.-]++)(?:{SKIP}:{SKIP}(?P<count>[0-9]++))?")
_ASSIGNMENT = re.compile(rf"{STRING}|{COMMENT}|(?P<function>func\.func\b)|(?P<left>{_LEFT_SIDE.pattern})")
#: More results of one op than anybody names.
_MOST_RESULTS = 1000

_MARK = re.compile(
    rf"""
    (?P<comment>{COMMENT})
  | (?P<string>{STRING})
  | (?P<sigil>[#!^@](?:[\w$.-]++|{STRING}))
  | (?P<value>%[\w$.-]++)
  | (?P<word>[A-Za-z_][\w$.]*+)
  | (?P<metadata>\{{-\#)
  | (?P<open>[(\[{{])
  | (?P<close>[])}}])
  | (?P<arrow>->)
    """,
    re.VERBOSE,
)
_OPENING = {")": "(", "]": "[", "}": "{"}
_BRACES = re.compile(rf"{STRING}|{COMMENT}|[{{}}]")
_SECTION_END = re.compile(rf"{STRING}|{COMMENT}|#-\}}")
_DEFINES = frozenset({"func.func", "module", "builtin.module"})
#: The ops that are written without a dialect and without a result.
_BARE_OPS = frozenset({"return", "call"})


class Consequence(HloError):
    """An error that follows from one already reported."""


def left_side(text: str, at: int) -> list[tuple[str, int]]:
    """The names on the left side of the assignment that begins at an offset, each with its count; empty where none does."""
    found = _LEFT_SIDE.match(text, skipped(text, at))
    if found is None:
        return []
    parts = [part for part in _NAMES.finditer(found.group()) if part["name"]]
    return [(part["name"], min(natural(part["count"] or "1") or _MOST_RESULTS, _MOST_RESULTS)) for part in parts]


def assigned_later(text: str, at: int, name: str) -> tuple[int, int] | None:
    """Where, from an offset on and before the next function, a name stands on the left side of an assignment."""
    for found in _ASSIGNMENT.finditer(text, at):
        if found["function"]:
            return None
        for part in _NAMES.finditer(text, *found.span()) if found["left"] else ():
            if part["name"] == name:
                return part.start(), part.end("name")
    return None


def braces_match(text: str) -> bool:
    """Whether every brace of a text is closed: a function inside of another one is then meant to stand there."""
    depth = 0
    for found in _BRACES.finditer(text):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if depth < 0:
            return False
    return depth == 0


class _Brackets(list[str]):
    """The brackets that are open, the last one last; whether one of a kind is among them costs the same at any depth."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: dict[str, int] = {}

    def append(self, bracket: str) -> None:
        super().append(bracket)
        self.numbers[bracket] = self.numbers.get(bracket, 0) + 1

    def __contains__(self, bracket: object) -> bool:
        return self.numbers.get(str(bracket), 0) > 0

    def close(self, bracket: str) -> bool:
        """Close those up to the one that a closing one belongs to; False when none is open."""
        wanted = _OPENING[bracket]
        if wanted not in self:
            return False
        while True:
            last = self.pop()
            self.numbers[last] -= 1
            if last == wanted:
                return True


class _Walk:
    """A way through the marks of a text: the brackets that are open, and what stands before the current mark."""

    def __init__(self, text: str, start: int):
        self.text = text
        self.open = _Brackets()
        self.start = self.at = skipped(text, start)
        #: The last character and the last word before the current mark, comments aside.
        self.last = self.word = ""

    def __iter__(self):
        for mark in _MARK.finditer(self.text, self.at):
            between = self.text[self.at : mark.start()].strip()
            self.last = between[-1:] or self.last
            self.at = mark.end()
            if mark.lastgroup == "comment":
                continue
            yield mark
            self.last, self.word = mark.group()[-1], mark.group()
            if mark.lastgroup == "open":
                self.open.append(mark.group())

    def begins(self, mark: re.Match[str]) -> bool:
        """Whether an op or a definition begins at a mark, as far as the brackets that are open allow."""
        if mark.start() <= self.start or "{" in self.open:
            return False
        if self.open and self.last in "(,[=:":  # inside parentheses that are closed: while(%i = %a, %j = %b)
            return False
        text = mark.group()
        if mark.lastgroup == "value":
            return bool(left_side(self.text, mark.start()))
        if mark.lastgroup == "word":
            is_op = "." in text or text in _BARE_OPS or text in _DEFINES
            return is_op and self.last != "=" and self.word != "applies"
        if mark.lastgroup == "string":
            return self.last != "=" and self._follows("(")
        if mark.lastgroup == "sigil":
            return text[0] in "#!" and self._follows("=") or text[0] == "^" and not self.open
        return mark.lastgroup == "metadata"

    def _follows(self, character: str) -> bool:
        return self.text.startswith(character, skipped(self.text, self.at))


def op_end(text: str, start: int) -> int:
    """The offset behind the op that begins at ``start``: where another begins, or a bracket closes that it did not open."""
    walk = _Walk(text, start)
    if text.startswith("{-#", walk.start):
        return _section_end(text, walk.start)
    own = _LEFT_SIDE.match(text, walk.start)
    if own is not None:
        walk.at, walk.last = own.end(), "="
    for mark in walk:
        if walk.begins(mark):
            return mark.start()
        if mark.lastgroup == "close" and not walk.open.close(mark.group()):
            return mark.start() if mark.start() > walk.start else mark.end()
    return len(text)


def _section_end(text: str, start: int) -> int:
    """The offset behind the ``#-}`` of a section."""
    return next((mark.end() for mark in _SECTION_END.finditer(text, start) if mark.group() == "#-}"), len(text))


def function_end(text: str, start: int, braces_match: bool) -> int:
    """The offset behind a function that could not be read: behind its body, or where the next one begins.

    ``braces_match`` (of the whole text): a function that begins inside of braces is no next one.
    """
    walk = _Walk(text, start)
    body = block = False  # whether its body was there, or some braces inside of parentheses that were never closed
    for mark in walk:
        if block and walk.open and walk.begins(mark):
            return mark.start()
        inside = braces_match and "{" in walk.open
        if mark.group() in _DEFINES and mark.start() > walk.start and not inside:
            return mark.start()
        if mark.lastgroup != "close":
            continue
        if not walk.open.close(mark.group()):
            return mark.start() if body else mark.end()
        block = "{" not in walk.open
        if mark.group() == "}" and not walk.open:
            body = True
            if not text.startswith("{", skipped(text, mark.end())):  # as behind the function's attributes
                return mark.end()
    return len(text)


_STATEMENT_MARK = re.compile(rf"{STRING}|{COMMENT}|->|[][(){{}}]|[\r\n]")
#: What may stand at the beginning of a line and belongs to the statement above it.
_GOES_ON = re.compile(rf"{SKIP}(?:: |loc\(|[{{(]|(?:cond|do|reducer|across|attributes)\b)")
_COMMAND = re.compile(rf"{SKIP}(?::[A-Za-z]|\?[ \t]*[A-Za-z])")
_DEFINITION = re.compile(rf"{SKIP}(?:func\.func|(?:builtin\.)?module)\b")
#: So far before a line a bracket or comma is looked for.
_BEFORE = 200


def statement_end(text: str, start: int) -> int:
    """The offset behind a statement of the session: the end of its line, or of the line where its last bracket closes."""
    open_ = _Brackets()
    whole = None  # whether the braces of the text match, once somebody needs to know
    for found in _STATEMENT_MARK.finditer(text, start):
        mark = found.group()
        if mark in ("(", "[", "{"):
            open_.append(mark)
        elif mark in _OPENING:
            open_.close(mark)
        elif mark in "\r\n" and "{" not in open_:
            if _ends_line(text, found.end(), open_):
                return found.end()
        elif mark in "\r\n" and _DEFINITION.match(text, found.end()):
            whole = braces_match(text) if whole is None else whole
            if not whole:
                return found.end()
    return len(text)


def _ends_line(text: str, behind: int, open_: list[str]) -> bool:
    """Whether a statement ends with a line. A bracket is open there by mistake where another statement begins behind it."""
    if not open_:
        return _GOES_ON.match(text, behind) is None
    if text[max(0, behind - _BEFORE) : behind].rstrip().endswith((",", "(", "[", "=")):
        return False
    others = (_COMMAND, _DEFINITION)
    return bool(left_side(text, behind)) or any(pattern.match(text, behind) for pattern in others)
