"""Tokens: one alternation pattern, matched on demand, no backtracking.

The current token is in ``kind``, ``text``, ``start``, ``end``. Literals of large constants never become tokens: the
parser cuts them out of the text as a whole.
"""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from ..errors import HloError, Incomplete
from ..source import Span

if TYPE_CHECKING:
    from collections.abc import Generator

    from ..source import Source

#: Pieces of patterns, for those who look for something outside of strings and comments.
STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
COMMENT = r"//[^\r\n]*+"
BLANK = r"[ \t\r\n\f]"
#: What may stand between two tokens: no blank, line end or comment ever matters in a module.
SKIP = rf"(?:{BLANK}++|{COMMENT})*+"
ALIAS = r"\#(?:[A-Za-z_][\w$.]*+|[0-9]++)|![A-Za-z_][\w$.]*+"
_TOKEN = re.compile(
    SKIP
    + r"""(?:
    (?P<id>[A-Za-z_][\w$.]*+)
  | (?P<value>%(?:[0-9]++|[A-Za-z_$.-][\w$.-]*+)(?:\#[0-9]++)?+)
  | (?P<number>0x[0-9A-Fa-f]++|[0-9]++(?:\.[0-9]*+)?+(?:[eE][-+]?[0-9]++)?+|\.[0-9]++(?:[eE][-+]?[0-9]++)?+)
  | (?P<punct>->|::|\{-\#|\#-\}|[][(){}<>,:;=*?/+|&~!-](?![A-Za-z_])|[][(){}<>,:;=*?/+|&~-])
  | (?P<string>STRING)
  | (?P<symbol>@(?:[A-Za-z_$.-][\w$.-]*+|[0-9]++|STRING))
  | (?P<hash>\#[A-Za-z_][\w$.]*+|\#[0-9]++)
  | (?P<bang>![A-Za-z_][\w$.]*+)
  | (?P<caret>\^[\w$.-]++)
)""".replace("STRING", STRING),
    re.VERBOSE,
)
#: A backslash and what makes no character with it.
_WRONG_ESCAPE = re.compile(r'(?:[^\\]|\\[nt"\\]|\\[0-9A-Fa-f]{2})*+(\\.)')
_SKIP_RE = re.compile(SKIP)
#: What ends a line of a session's language, and a comment.
LINE_END = re.compile(r"\r\n?|\n")
_BETWEEN = re.compile(rf"{STRING}|(?:{BLANK}|{COMMENT})++")
#: Open brackets beyond this are an error, not a crash.
MAX_DEPTH = 1000
#: Blocks inside blocks beyond this are one, too.
MAX_BLOCKS = 200


def require_characters(source: Source) -> None:
    """Raise ``syntax.encoding`` at the first half of a character (a lone surrogate): a string of Python's or JSON's can hold one.

    Those by which Python writes bytes that are no UTF-8, as in names of files, are no halves.
    """
    if source.text.isascii():
        return
    try:
        source.text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        message = f"U+{ord(source.text[error.start]):04X} is half of a character"
        raise HloError(message, source.span(error.start, error.start + 1), "syntax.encoding") from None


class Lexer:
    """A cursor over the tokens of a source, from ``start`` on."""

    def __init__(self, source: Source, start: int = 0):
        self.source = source
        self.input = source.text
        self.kind: str = ""
        self.text: str = ""
        self.start: int = start
        self.end: int = start
        self.last_end: int = start
        self.depth: int = 0
        self.advance()

    def advance(self) -> str:
        """Go to the next token; the text of the one that was left."""
        left, self.last_end = self.text, self.end
        found = _TOKEN.match(self.input, self.end)
        if found is not None:
            self.kind = kind = found.lastgroup or ""
            self.text = text = found[kind]
            self.end = end = found.end()
            self.start = end - len(text)
            if "\\" in text:
                self._check_escapes()
        else:
            self._no_token()
        return left

    def _check_escapes(self) -> None:
        """A string with an escape that MLIR does not know is no token."""
        wrong = _WRONG_ESCAPE.match(self.text)
        if wrong is not None:
            self.kind, self.text = "bad", wrong[1]
            self.start += wrong.start(1)

    def _no_token(self) -> None:
        at = self.next_offset()
        if at >= len(self.input):
            self.kind, self.text, self.start, self.end = "eof", "", at, at
            return
        character = self.input[at]
        self.kind, self.text, self.start, self.end = "bad", character, at, at + 1
        if character == '"':
            self.end = line_end(self.input, at)

    def goto(self, offset: int) -> None:
        """Make the token at or after an offset the current one."""
        self.end = offset
        self.advance()
        self.last_end = offset

    @contextmanager
    def elsewhere(self, offset: int) -> Generator[None]:
        """Read at another place; the cursor is back afterwards."""
        place = self.kind, self.text, self.start, self.end, self.last_end
        try:
            self.goto(offset)
            yield
        finally:
            self.kind, self.text, self.start, self.end, self.last_end = place

    # Asking

    def at(self, text: str) -> bool:
        """Whether the current token is this punctuation or word."""
        return self.text == text and self.kind in ("punct", "id")

    def maybe(self, text: str) -> bool:
        """Take the token if it is this one."""
        if self.text == text and self.kind in ("punct", "id"):
            self.advance()
            return True
        return False

    def more(self, close: str, what: str = "another item") -> bool:
        """Behind an item of a list that ``close`` ends: whether a comma follows, with an item behind it."""
        if not self.maybe(","):
            return False
        if self.at(close):
            self.expected(f"{what} behind the comma")
        return True

    def take(self, text: str, context: str = "") -> None:
        """Take the token, which must be this one."""
        if self.text != text or self.kind not in ("punct", "id"):
            self.expected(f"'{text}'{context}")
        self.advance()

    def take_kind(self, kind: str, what: str) -> str:
        """Take the token, which must be of this kind; its text."""
        if self.kind != kind:
            self.expected(what)
        return self.advance()

    def peek(self) -> str:
        """The character that follows the current token (blanks skipped), or an empty string."""
        at = self.next_offset()
        return self.input[at : at + 1]

    def follows(self, text: str) -> bool:
        """Whether the text behind the current token (blanks skipped) begins so."""
        return self.input.startswith(text, self.next_offset())

    def next_offset(self) -> int:
        """Where the next token begins, or the end of the text."""
        return skipped(self.input, self.end)

    def newline_before(self) -> bool:
        """Whether the current token is the first of its line."""
        between = self.input[self.last_end : self.start]
        return "\n" in between or "\r" in between

    # Places and errors

    def span(self) -> Span:
        """The current token's."""
        return Span(self.source, self.start, self.end)

    def span_from(self, start: int) -> Span:
        """From an offset to the end of the token before the current one."""
        end = self.last_end
        return Span(self.source, start, max(start, end))

    def fail(self, message: str, code: str = "syntax.form", span: Span | None = None, help: str = "") -> NoReturn:  # noqa: A002
        raise HloError(message, span or self.span(), code, help=[help] if help else [])

    def expected(self, what: str) -> NoReturn:
        """Neither this nor anything else that could stand here was found."""
        span = self.span()
        if self.kind == "eof":
            raise Incomplete(f"expected {what}, but the text ends here", span, "syntax.end")
        if self.kind == "bad":
            if self.text == '"':
                raise HloError("the string that begins here does not end on its line", span, "syntax.string")
            if len(self.text) == 2:
                message = f"there is no escape {self.text} in a string"
                help_text = ["a backslash is written \\\\, any other byte in two hexadecimal digits, \\0A"]
                raise HloError(message, self.source.span(span.start, span.start + 2), "syntax.string", help=help_text)
            name = self.text if self.text.isprintable() else f"U+{ord(self.text):04X}"
            raise HloError(f"the character {name} has no meaning here; expected {what}", span, "syntax.character")
        raise HloError(f"expected {what}, found '{_short(self.text)}'", span, "syntax.form")

    def deeper(self) -> None:
        """One more open bracket; ``self.depth -= 1`` closes it."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"brackets are nested more than {MAX_DEPTH} deep", "limit.depth")


def one_line(text: str) -> str:
    """The text of an attribute that is kept as written: on one line, its comments left out."""
    if "\n" not in text and not may_have_comments(text):
        return text
    return _BETWEEN.sub(lambda found: found.group() if found.group().startswith('"') else " ", text).strip()


def may_have_comments(text: str) -> bool:
    """Whether there are two slashes in a text. Searching for one alone is far quicker, and most long texts have none."""
    return "/" in text and "//" in text


def has_line_end(text: str, start: int, end: int) -> bool:
    """Whether a line ends between two offsets."""
    return LINE_END.search(text, start, end) is not None


def line_end(text: str, at: int) -> int:
    """The offset at which the line of an offset ends."""
    found = LINE_END.search(text, at)
    return len(text) if found is None else found.start()


_BRACKETS = re.compile(rf"{STRING}|{COMMENT}|->|[<>]=|[<>()\[\]{{}}]")
_OPENING = frozenset("<([{")
_CLOSING = frozenset(">)]}")


def closing(text: str, start: int) -> int | None:
    """The offset behind the bracket that closes the one at an offset; strings, comments and arrows do not count."""
    depth = 0
    for found in _BRACKETS.finditer(text, start):
        word = found.group()
        if word in _OPENING:
            depth += 1
        elif word in _CLOSING:
            depth -= 1
            if depth == 0:
                return found.end()
    return None


def skipped(text: str, at: int, end: int = sys.maxsize) -> int:
    """The offset behind the blanks and comments that stand at an offset."""
    found = _SKIP_RE.match(text, at, end)
    assert found is not None
    return found.end()


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"
