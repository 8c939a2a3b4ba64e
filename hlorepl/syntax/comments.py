"""Where the comments of a text stand: above a thing, beside it, inside it, behind the brace that opens a region or before the one
that closes it. A printer asks for them by the spans of what it prints; what it cannot place, it finds with what is around.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ir.core import Op
from .lexer import COMMENT, LINE_END, STRING, has_line_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..ir.contents import Anchor, FileContents, Passage
    from ..ir.core import Region
    from ..source import Source, Span

#: The lexer's own pieces: outside of strings nothing else begins with two slashes.
_COMMENTS = re.compile(rf"{STRING}|({COMMENT})")

#: Places of a comment.
ABOVE, BESIDE, INSIDE, OPENING, CLOSING, TOP, BOTTOM = (
    "above",
    "beside",
    "inside",
    "opening",
    "closing",
    "top",
    "bottom",
)


@dataclass(slots=True)
class Comment:
    """``text`` with its slashes; ``anchor`` is the span of what it stands at, None at the top and the bottom of a text."""

    text: str
    start: int
    place: str
    anchor: Span | None
    is_printed: bool = False


@dataclass(slots=True)
class _Thing:
    """What a comment can stand at: from ``start`` to ``end``, with regions inside the last of its ops."""

    start: int
    end: int
    first: Span
    last: Span
    regions: list[Region]


class Comments:
    """The comments of what a file or a session holds, each given out once."""

    def __init__(self, contents: FileContents):
        self._at: dict[tuple[str, int], list[Comment]] = {}
        self._ordered: dict[int, tuple[list[int], list[Comment]]] = {}
        self._of_thing: dict[int, list[Comment]] = {}
        self._rest: list[list[Comment]] = []
        for layer in reversed(list(contents.layers())):
            for passage in layer.passages:
                self._read(passage)
        self._order()

    def __bool__(self) -> bool:
        return bool(self._at)

    def __iter__(self) -> Iterator[Comment]:
        for found in self._at.values():
            yield from found

    # Asking

    def above(self, span: Span | None) -> list[str]:
        """Those above a thing, then those inside it that stand in none of its regions."""
        if span is None:
            return []
        if (passage := self._of_thing.pop(id(span), None)) is not None:
            self._rest.append(passage)
        return self._take(ABOVE, span) + self._take(INSIDE, span)

    def beside(self, span: Span | None) -> str:
        """Those behind a thing on its last line, with a blank in front."""
        return "".join(f" {text}" for text in self._take(BESIDE, span))

    def opening(self, span: Span | None) -> str:
        """Those behind the brace that opens a region, with a blank in front."""
        return "".join(f" {text}" for text in self._take(OPENING, span))

    def closing(self, span: Span | None) -> list[str]:
        """Those between what a region holds and the brace that closes it."""
        return self._take(CLOSING, span)

    def inside(self, span: Span | None) -> list[str]:
        """All between the start and the end of a thing that have not been given out."""
        return _given(self._between(span))

    def any_inside(self, span: Span | None) -> bool:
        """Whether any stands between the start and the end of a thing."""
        return bool(self._between(span))

    def _between(self, span: Span | None) -> list[Comment]:
        if span is None or id(span.source) not in self._ordered:
            return []
        starts, found = self._ordered[id(span.source)]
        return found[bisect_left(starts, span.start) : bisect_left(starts, span.end)]

    def top(self) -> list[str]:
        """Those above all else in a file."""
        return self._take(TOP, None)

    def bottom(self) -> list[str]:
        """Those below all else, and the rest of those at things of which a part was printed."""
        rest = [text for comments in self._rest for text in _given(comments)]
        return [*rest, *self._take(BOTTOM, None)]

    def _take(self, place: str, span: Span | None) -> list[str]:
        return _given(self._at.get((place, id(span)), ()))

    # Reading

    def _read(self, passage: Passage) -> None:
        source = passage.spans[0].source
        things = _things(passage.anchors)
        regions: dict[int, list[_Thing]] = {}
        found: list[Comment] = []
        for span in passage.spans:
            for start, text in _comments(source, span.start, span.end):
                place, anchor = _place(source.text, start, things, regions)
                if place == ABOVE and passage.is_file and anchor is things[0].first:
                    place, anchor = (TOP, None) if _is_apart(source.text[start : things[0].start]) else (place, anchor)
                comment = Comment(text, start, place, anchor)
                self._at.setdefault((place, id(anchor)), []).append(comment)
                found.append(comment)
        if found:
            self._ordered.setdefault(id(source), ([], []))[1].extend(found)
            for anchor in passage.anchors:
                self._of_thing[id(anchor.first.span)] = found

    def _order(self) -> None:
        for starts, found in self._ordered.values():
            found.sort(key=lambda comment: comment.start)
            starts[:] = [comment.start for comment in found]


def _is_apart(text: str) -> bool:
    """Whether a blank line stands between a comment and what follows."""
    return any(not line.strip() for line in LINE_END.split(text)[:-1])


def _given(comments: Iterable[Comment]) -> list[str]:
    """The texts of those that were not given out before."""
    found = [comment for comment in comments if not comment.is_printed]
    for comment in found:
        comment.is_printed = True
    return [comment.text for comment in found]


def _comments(source: Source, start: int, end: int) -> Iterator[tuple[int, str]]:
    if source.text.find("//", start, end) < 0:
        return
    for found in _COMMENTS.finditer(source.text, start, end):
        if found[1] is not None:
            yield found.start(), found[1].rstrip()


def _things(anchors: list[Anchor]) -> list[_Thing]:
    found: list[_Thing] = []
    for anchor in anchors:
        first, last = anchor.first.span, anchor.last.span
        if first is not None and last is not None:
            regions = anchor.last.regions if isinstance(anchor.last, Op) else []
            found.append(_Thing(anchor.span.start, anchor.span.end, first, last, regions))
    return sorted(found, key=lambda thing: thing.start)


def _inside(region: Region) -> list[_Thing]:
    found = [
        _Thing(op.span.start, op.span.end, op.span, op.span, op.regions)
        for block in region.blocks
        for op in block.ops
        if op.span is not None
    ]
    return sorted(found, key=lambda thing: thing.start)


def _place(text: str, at: int, things: list[_Thing], known: dict[int, list[_Thing]]) -> tuple[str, Span | None]:
    """The place of the comment at an offset among things in order; ``known`` keeps what is in each region."""
    region: Region | None = None
    while True:
        index = bisect_right(things, at, key=lambda thing: thing.start)
        before = things[index - 1] if index else None
        if before is None or at >= before.end:
            break
        region = next((r for r in before.regions if r.span is not None and r.span.start < at < r.span.end), None)
        if region is None:
            return INSIDE, before.last
        if id(region) not in known:
            known[id(region)] = _inside(region)
        things = known[id(region)]
    if before is not None and not has_line_end(text, before.end, at):
        return BESIDE, before.last
    opened = region.span if region is not None else None
    if before is None and opened is not None and not has_line_end(text, opened.start, at):
        return OPENING, opened
    if index < len(things):
        return ABOVE, things[index].first
    return (CLOSING, opened) if opened is not None else (BOTTOM, None)
