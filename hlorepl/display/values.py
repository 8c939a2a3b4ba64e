"""A value for a screen: a line that says what it is and what it is like, and its numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.types import QuantizedType, TensorType, TupleType
from ..kernels.quantization import dequantize
from ..source import visible
from .arrays import draw
from .like import like
from .look import text_of, width_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..session.result import Shown
    from .arrays import Drawn
    from .look import Line, Look

_INDENT = "  "
#: A value of fewer elements stands on a line with its name, where it fits.
_FEW = 16
#: Of fewer elements on a line all is seen at once, and nothing told of them.
_SOME = 5
#: Bins of a histogram, and those where there is little room.
_BINS, _FEW_BINS = 16, 8
_NARROW = 60


def value_lines(shown: Shown, look: Look) -> Iterator[Line]:
    """The lines of a value; of each process of a grid where they differ, of each part of a tuple."""
    parts = shown.parts
    share = replace(look, lines=max(look.lines // max(1, len(parts)), 4))
    with np.errstate(all="ignore"):
        for part in parts:
            yield from _named(f"%{visible(part.name, one_line=True)}", part.type, part.array, share, part.full)


def _named(name: str, of: Any, array: Any, look: Look, full: bool) -> Iterator[Line]:
    head: Line = [(name, "name"), (" : ", ""), (visible(str(of), one_line=True), "type")]
    if array is None:
        yield [*head, (" = token", "")]
        return
    if isinstance(array, tuple):
        types = of.types if isinstance(of, TupleType) else [None] * len(array)
        yield head
        share = replace(look, lines=max(look.lines // max(1, len(array)), 4), width=look.width - len(_INDENT))
        for number, (inner, part) in enumerate(zip(types, array, strict=True)):
            for line in _named(f"{name}.{number}", inner, part, share, full):
                yield [(_INDENT, ""), *line]
        return
    yield from _tensor(name, head, of, array, look, full)


def _tensor(name: str, head: Line, of: Any, array: Any, look: Look, full: bool) -> Iterator[Line]:
    found = like(of, array, look.signs, _BINS if look.width >= _NARROW else _FEW_BINS).pieces
    said = [*_with_summary(head, found, look)]
    stands_for = _stands_for(of, array)
    around = len(said) + (1 if look.width >= _NARROW else 2)
    share = (look.lines - around) // (1 if stands_for is None else 2)
    inner = replace(look, width=look.width - len(_INDENT), lines=max(1, share))
    drawn = draw(array.reshape(1) if array.ndim == 0 else array, inner, full)
    first, second = next(drawn.lines), next(drawn.lines, None)
    first = _without_brackets(first) if array.ndim == 0 else first
    one = _on_one_line([*head, (" = ", ""), *first], found, array.size, look) if second is None else []
    if one:
        yield from one
    else:
        yield from said
        for each in chain([first], [] if second is None else [second], drawn.lines):
            yield [(_INDENT, ""), *each] if each else each
        yield from _cut(name, drawn, look)
    if stands_for is not None:
        yield from _also(stands_for, inner, full)


def _on_one_line(line: Line, found: list[tuple[str, str]], size: int, look: Look) -> list[Line]:
    """Name, numbers and what they are like, if they are few and fit."""
    if size >= _FEW or width_of(line) > look.width:
        return []
    said = [*_with_summary(line, found if size >= _SOME else [], look)]
    return said if len(said) == 1 else []


def _without_brackets(line: Line) -> Line:
    return line[1:-1]


def _with_summary(line: Line, found: list[tuple[str, str]], look: Look) -> Iterator[Line]:
    """The line with what the value is like behind it, below where there is no room."""
    for piece in found:
        gap = "  " if line and line[-1][1] == piece[1] else "   "
        if width_of(line) + len(gap) + len(piece[0]) > look.width:
            yield line
            line, gap = [], _INDENT
        line = [*line, (gap, ""), piece]
    yield line


def _cut(name: str, drawn: Drawn, look: Look) -> Iterator[Line]:
    if not drawn.cut:
        return
    words = [f"{each}," for each in drawn.cut.split(", ")]
    words[-1] = words[-1][:-1] + ("" if "." in name else ";")
    text = _INDENT[:-1]
    for word in [*words, *([] if "." in name else [f":show {name}", "shows all"])]:
        if len(text) + 1 + len(word) > look.width:
            yield [(text, "faint")]
            text = _INDENT[:-1]
        text = f"{text} {word}"
    yield [(text, "faint")]


def _stands_for(of: Any, array: Any) -> Any:
    """The floats that stored integers stand for; None of what is not quantized."""
    element = of.element if isinstance(of, TensorType) else None
    return dequantize(np, array, element) if isinstance(element, QuantizedType) and array.size else None


def _also(array: Any, look: Look, full: bool) -> Iterator[Line]:
    """Below the integers that are stored, what they stand for."""
    drawn = draw(array.reshape(1) if array.ndim == 0 else array, look, full)
    lines = list(drawn.lines)
    lead: Line = [(f"{_INDENT}stands for ", "faint")]
    if len(lines) == 1 and width_of(lead) + width_of(lines[0]) <= look.width:
        yield [*lead, *(_without_brackets(lines[0]) if array.ndim == 0 else lines[0])]
        return
    yield [(lead[0][0].rstrip(), "faint")]
    for each in lines:
        yield [(_INDENT, ""), *each] if each else each


def plain_text(shown: Shown, look: Look) -> str:
    """The lines without their colours."""
    return "\n".join(map(text_of, value_lines(shown, look)))
