"""Numbers as cells of a column: decimal points below each other, each number as it would be typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..value_text import float_text, scalar_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .look import Line, Piece


class Cell:
    """A number: its text before and from the decimal point on, one such pair for each part, and what it is."""

    __slots__ = ("parts", "role")

    def __init__(self, parts: list[tuple[str, str]], role: str):
        self.parts = parts
        self.role = role

    @property
    def width(self) -> int:
        """Columns of the number alone; in brackets where it has several parts."""
        digits = sum(len(whole) + len(rest) for whole, rest in self.parts)
        return digits if len(self.parts) == 1 else digits + 2 * len(self.parts)


def cell_maker(dtype: Any, precision: int) -> Callable[[Any], Cell]:
    """The function that makes a cell of an element of an array of that dtype."""
    if dtype.kind == "c":
        return lambda value: _complex_cell(value, precision)
    if dtype.kind in "biu" or "int" in dtype.name:
        return _whole_cell
    return lambda value: _float_cell(value, precision)


def _whole_cell(value: Any) -> Cell:
    return Cell([(scalar_text(value), "")], "number" if value else "faint")


def _float_cell(value: Any, precision: int) -> Cell:
    text = number_text(value, precision)
    return Cell([_split(text)], _role(text))


def _complex_cell(value: Any, precision: int) -> Cell:
    texts = [number_text(part, precision) for part in (value.real, value.imag)]
    roles = {_role(text) for text in texts}
    role = "bad" if "bad" in roles else "number" if "number" in roles else "faint"
    return Cell([_split(text) for text in texts], role)


def _role(text: str) -> str:
    """A negative zero stands out as the number that it is."""
    return "faint" if text == "0.0" else "bad" if text in ("nan", "inf", "-inf") else "number"


def _split(text: str) -> tuple[str, str]:
    whole, point, rest = text.partition(".")
    return whole, point + rest


def number_text(value: Any, precision: int) -> str:
    """A float with so many significant digits; with 0 as many as it takes to read it back."""
    if not precision:
        return float_text(value)
    number = float(value)
    if number != number or number in (float("inf"), float("-inf")):
        return str(number)
    text = f"{number:.{precision}g}"
    mantissa, e, exponent = text.partition("e")
    mantissa = mantissa if "." in mantissa else f"{mantissa}.0"
    return f"{mantissa}e{int(exponent):+d}" if e else mantissa


def aligned(cells: Sequence[Cell]) -> list[Line]:
    """The cells of a column, each as wide as the widest, the points below each other."""
    count = max(len(cell.parts) for cell in cells)
    sizes = [
        (max(len(cell.parts[k][0]) for cell in cells), max(len(cell.parts[k][1]) for cell in cells))
        for k in range(count)
    ]
    return [_padded(cell, sizes) for cell in cells]


def _padded(cell: Cell, sizes: list[tuple[int, int]]) -> Line:
    pieces: list[Piece] = []
    for number, ((whole, rest), (left, right)) in enumerate(zip(cell.parts, sizes, strict=True)):
        opening = "" if len(sizes) == 1 else "(" if number == 0 else ", "
        text = f"{whole}{rest}"
        pieces += [(opening + " " * (left - len(whole)), ""), (text, cell.role), (" " * (right - len(rest)), "")]
    if len(sizes) > 1:
        pieces.append((")", ""))
    return [piece for piece in pieces if piece[0]]
