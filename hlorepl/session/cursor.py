"""Where in a text the cursor stands: in which op, in which of its arguments. Text alone is asked, which need not be whole."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..syntax.lexer import COMMENT, STRING

#: More text before the cursor than this is not looked at.
REACH = 8_000
_TOKEN = re.compile(
    rf"(?P<blank>[ \t\f]++)|(?P<line>\r\n?|\n)|(?P<comment>{COMMENT})|(?P<string>{STRING})"
    r"|(?P<value>%[\w$.#-]*+)|(?P<symbol>@[\w$.-]*+(?:::@[\w$.-]*+)*+)|(?P<word>[A-Za-z_][\w$.]*+)"
    r"|(?P<number>[0-9][\w.]*+)|(?P<arrow>->)|(?P<operator>\*\*|<<|>>|[<>=!]=)|(?P<other>.)"
)
_CLOSES = {")": "(", "]": "[", "}": "{", ">": "<"}
#: What begins a line and goes on with the op above it.
_GOES_ON = frozenset({"cond", "do", "reducer", "across", "attributes", "applies", "init", "loc"})
#: Words in front of a bracket that begin no call.
_NO_OPS = frozenset({"init", "loc", "true", "false", "nan", "inf", *_GOES_ON})


@dataclass(slots=True)
class Argument:
    """What stands between two commas: its text from ``start`` to ``end``, and the ``name`` in front of its equals sign."""

    start: int
    end: int
    name: str = ""
    #: Where the value behind the equals sign begins.
    value_start: int = -1

    def text(self, of: str) -> str:
        return of[max(self.start, self.value_start) : self.end].strip()


@dataclass(slots=True)
class Frame:
    """What is open around the cursor: a bracket, or the statement (``bracket`` is empty) with the op that it begins with.

    ``op`` is what is called or begun there, ``op_start`` where its name stands, ``is_call`` whether a parenthesis follows it
    directly. ``part`` is ``arguments``, ``types`` behind the colon, or ``result`` behind an arrow.
    """

    bracket: str
    start: int
    op: str = ""
    op_start: int = -1
    symbol: str = ""
    is_call: bool = False
    part: str = "arguments"
    arguments: list[Argument] = field(default_factory=list[Argument])
    words: list[str] = field(default_factory=list[str])

    def begin(self, at: int) -> None:
        """Another statement begins in it."""
        self.op, self.op_start, self.symbol, self.is_call, self.part = "", -1, "", False, "arguments"
        self.arguments, self.words = [], []
        if not self.bracket:
            self.start = at

    @property
    def argument(self) -> Argument | None:
        """The argument that the cursor is in."""
        return self.arguments[-1] if self.arguments else None


@dataclass(slots=True)
class Place:
    """The frames that are open at the cursor, the innermost last; the statement's own begins them."""

    text: str
    cursor: int
    frames: list[Frame]
    #: Whether the cursor stands in a comment or a string.
    in_comment: bool = False
    in_string: bool = False

    @property
    def call(self) -> Frame | None:
        """The innermost frame in which an op or a function has its arguments."""
        return next((frame for frame in reversed(self.frames) if frame.op or frame.symbol), None)

    @property
    def inner(self) -> Frame:
        return self.frames[-1]


_CLOSING = {opening: closing for closing, opening in _CLOSES.items()}


def open_ends(place: Place, frame: Frame) -> str:
    """What closes the brackets that are open from a frame on."""
    at = place.frames.index(frame)
    inner = place.frames[at if frame.bracket == "(" else at + 1 :]
    return "".join(_CLOSING.get(each.bracket, "") for each in reversed(inner))


def place_at(text: str, cursor: int) -> Place:
    """Where the cursor (an offset in code points) stands."""
    begin = max(0, cursor - REACH)
    if begin:
        begin = text.find("\n", begin, cursor) + 1 or begin
    return _Walk(text, begin, cursor).walk()


class _Walk:
    """Goes over the tokens up to the cursor with what is open on a stack."""

    def __init__(self, text: str, begin: int, cursor: int):
        self.text = text
        self.begin = begin
        self.cursor = cursor
        self.frames = [Frame("", begin)]
        self.is_fresh = True  # whether a statement may begin here
        self.last: re.Match[str] | None = None

    def walk(self) -> Place:
        place = Place(self.text, self.cursor, self.frames)
        for token in _TOKEN.finditer(self.text, self.begin, self.cursor):
            kind = token.lastgroup or ""
            if kind == "comment":
                place.in_comment = token.end() == self.cursor
            elif kind == "line":
                self._line()
            elif kind != "blank":
                place.in_string = place.in_string or token.group() == '"'
                self._token(kind, token)
                self.last = token
            place.in_string = place.in_string and kind != "line"
        return place

    def _line(self) -> None:
        """A statement ends with its line, outside of brackets but braces."""
        if self.frames[-1].bracket in ("", "{"):
            self.is_fresh = True

    def _token(self, kind: str, token: re.Match[str]) -> None:
        text = token.group()
        begins = self.is_fresh and not self._goes_on(token)
        self.is_fresh = False
        if begins:
            self.frames[-1].begin(token.start())
        if text in ("(", "[", "{") or text == "<" and self._is_angle(token):
            self._open(text, token)
        elif text in _CLOSES:
            self._close(_CLOSES[text])
        else:
            self._inside(kind, token, begins or self.last is not None and self.last.group() == "=")

    def _goes_on(self, token: re.Match[str]) -> bool:
        """Whether what begins a line belongs to the op above it."""
        text = token.group()
        is_colon = text == ":" and not self.text[token.end() : token.end() + 1].isalpha()
        return is_colon or text in _GOES_ON or text in ("(", "{")

    def _is_angle(self, token: re.Match[str]) -> bool:
        """Whether ``<`` opens a type or an attribute, and is no comparison: a word stands right in front of it."""
        return self.last is not None and self.last.end() == token.start() and self.last.lastgroup in ("word", "symbol")

    def _open(self, text: str, token: re.Match[str]) -> None:
        frame = Frame(text, token.start())
        if text == "(":
            self._call(frame, token.start())
        if text == "{":
            self.is_fresh = True
        if frame.is_call:
            frame.arguments = [Argument(token.end(), self.cursor)]
        self.frames.append(frame)

    def _call(self, frame: Frame, at: int) -> None:
        """Whether a parenthesis holds the operands of what stands in front of it: an op, a function, a generic op's name."""
        last, top = self.last, self.frames[-1]
        if last is None or top.part != "arguments":
            return
        word, kind = last.group(), last.lastgroup
        if kind == "symbol":
            frame.symbol = word
        elif kind == "string" and top.op == word:
            frame.op = word[1:-1]
        elif kind == "word" and word not in _NO_OPS and (last.end() == at or top.op == word):
            frame.op = word
        else:
            return
        frame.op_start, frame.is_call = last.start(), True
        top.is_call = top.is_call or top.op_start == last.start()

    def _close(self, opening: str) -> None:
        if opening == "<" and self.frames[-1].bracket != "<":
            return  # a comparison
        if any(frame.bracket == opening for frame in self.frames):
            while self.frames.pop().bracket != opening:
                pass

    def _inside(self, kind: str, token: re.Match[str], may_begin: bool) -> None:
        text, top = token.group(), self.frames[-1]
        if may_begin and not top.op and top.bracket in ("", "{") and kind in ("word", "string"):
            top.op, top.op_start = text, token.start()
            top.arguments = [Argument(token.end(), self.cursor)]
        elif text == "," and top.arguments and top.part == "arguments":
            top.arguments[-1].end = token.start()
            top.arguments.append(Argument(token.end(), self.cursor))
        elif text == "=" and self.last is not None and self.last.lastgroup == "word":
            self._equals(top, token.end())
        elif text == ":" and top.bracket in ("", "{") and top.op and kind == "other":
            top.part = "types"
        elif text == "->":
            top.part = "result"
        elif kind == "word":
            top.words.append(text)

    def _equals(self, top: Frame, end: int) -> None:
        """Behind a name: of an argument, or of the first attribute of a dictionary."""
        assert self.last is not None
        if top.op_start == self.last.start() and not top.is_call:
            start = top.op_start
            top.begin(start)
            top.arguments = [Argument(start, self.cursor)]
        if top.arguments:
            top.arguments[-1].name, top.arguments[-1].value_start = self.last.group(), end
