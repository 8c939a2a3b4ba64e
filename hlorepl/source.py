"""Where a piece of text came from: offsets now; lines, columns and underlines only when somebody looks."""

from __future__ import annotations

import re
from bisect import bisect_right

_MAX_EXCERPT = 160
#: What moves a terminal's cursor, changes its state, turns the order of what is read or cannot be seen: C0 but for tabs and
#: line ends, C1, separators of lines that are no line ends to a terminal, halves of characters, and all that Unicode calls
#: default-ignorable: marks and overrides of direction, joiners, fillers, selectors, tags.
_CONTROLS = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
CONTROL = re.compile(f"[{_CONTROLS}]")
_CONTROL_OR_LINE_END = re.compile(rf"[\n{_CONTROLS}]")


def visible(text: str, one_line: bool = False) -> str:
    r"""The text as whoever reads it should see it: control characters as ``\x1b`` and ``\u202e``, in one line line ends too.

    What is text of a program, a file or an option goes through this on its way to a terminal or a page.
    """
    return (_CONTROL_OR_LINE_END if one_line else CONTROL).sub(_spelled, text)


def _spelled(found: re.Match[str]) -> str:
    return found.group().encode("unicode_escape").decode("ascii")


#: What some editors put in front of a text: no part of it.
_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


class Source:
    """A text with a name. ``first_line`` is the number of its first line in the file that it was cut from."""

    __slots__ = ("_starts", "first_line", "name", "text")

    def __init__(self, text: str, name: str = "<text>", first_line: int = 1):
        self.text = text.removeprefix(_MARK)
        self.name = name
        self.first_line = first_line
        self._starts: list[int] | None = None

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts, at = [0], self.text.find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = self.text.find("\n", at + 1)
            self._starts = starts
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column (in code points) of an offset."""
        starts = self._line_starts()
        row = bisect_right(starts, offset) - 1
        return row + self.first_line, offset - starts[row] + 1

    def line_text(self, line: int) -> str:
        """The text of a 1-based line, without its end."""
        starts = self._line_starts()
        row = line - self.first_line
        if not 0 <= row < len(starts):
            return ""
        end = starts[row + 1] - 1 if row + 1 < len(starts) else len(self.text)
        return self.text[starts[row] : end].rstrip("\r")

    def span(self, start: int, end: int | None = None) -> Span:
        return Span(self, start, start if end is None else end)


class Span:
    """A piece of a source, as two offsets; the end is exclusive."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: Source, start: int, end: int):
        self.source = source
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}-{self.end_line}:{self.end_column}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return (self.source, self.start, self.end) == (other.source, other.start, other.end)

    def __hash__(self) -> int:
        return hash((id(self.source), self.start, self.end))

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        return self.source.position(self.end)[1]

    def to(self, other: Span) -> Span:
        """From the start of this one to the end of the other."""
        return Span(self.source, self.start, max(other.end, self.start))

    def excerpt(self) -> str:
        """The source line with what is meant underlined; a long line is cut around it."""
        line, column = self.source.position(self.start)
        text = self.source.line_text(line).replace("\t", " ")
        text = CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)  # one for one: what is meant stays in its column
        if not text.isprintable():
            text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
        width = min(max(self.end - self.start, 1), max(len(text) - column + 1, 1))
        left = 0
        if len(text) > _MAX_EXCERPT:
            left = max(0, min(column - 1 - _MAX_EXCERPT // 3, len(text) - _MAX_EXCERPT))
            text = text[left : left + _MAX_EXCERPT]
            width = max(min(width, _MAX_EXCERPT - (column - 1 - left)), 1)
        return f"  {text}\n  {' ' * (column - 1 - left)}{'^' * width}"
