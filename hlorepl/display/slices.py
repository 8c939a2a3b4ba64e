"""Arrays of rank 3 and more as matrices side by side, each under its indices."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .look import width_of
from .matrices import Matrix
from .rows import EDGE, MOST_ON_A_LINE, Drawn, indices_of, known, places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .look import Line, Look, Piece
    from .rows import Places

#: Slices at either end of what is shown in part.
_EDGE_OF_SLICES = 2
#: Large slices stand side by side where there is room for so many columns of each.
_FEW_COLUMNS = 3
#: Blanks between slices that stand side by side.
_GAP = 3


def slices(array: Any, look: Look) -> Drawn:
    """Matrices under their indices, side by side where they fit."""
    count = int(array.size // (array.shape[-1] * array.shape[-2]))
    bands = next(each for each in _ways(array, look, count) if _height_of(each) <= look.lines)
    shown = [block for band in bands for block in band if block.matrix is not None]
    parts = [f"{len(shown):,} of {count:,} slices"] if len(shown) < count else []
    parts += [shown[0].matrix.cut] if shown[0].matrix is not None and shown[0].matrix.cut else []
    return Drawn(_band_lines(bands), ", ".join(parts))


def _ways(array: Any, look: Look, count: int) -> Iterator[list[list[_Block]]]:
    """All slices if there is room, else the first and the last few, with fewer and fewer rows; at last one number."""
    leading, rows = array.shape[:-2], array.shape[-2]
    is_large = array.dtype.kind != "b" and 0 < look.elements < array.size
    most = max(1, look.lines - 3)
    tries = [(_EDGE_OF_SLICES, most // 2 - 2)] if is_large else [(count, most), (4, most)]
    tries += [(_EDGE_OF_SLICES, most // 2 - 1), (_EDGE_OF_SLICES, 3), (1, most), (1, 3), (1, 1), (0, most), (0, 1)]
    for edge, lines in tries:
        chosen = places(count, edge) if edge else [0]
        if len(chosen) > look.lines * MOST_ON_A_LINE:
            continue
        blocks = [
            _block(array, index, look, max(1, lines), is_large or lines < rows) for index in _indices(leading, chosen)
        ]
        yield _bands(blocks, look.width)
    yield [[_Block((), blocks[0].matrix, blocks[0].lines[: look.lines])]]


def _indices(leading: tuple[int, ...], chosen: Places) -> Iterator[tuple[int, ...] | None]:
    return (None if place is None else indices_of(place, leading) for place in chosen)


class _Block:
    """A slice under its index; None stands for those that are left out."""

    def __init__(self, index: tuple[int, ...] | None, matrix: Matrix | None, lines: list[Line]):
        self.index = index
        self.matrix = matrix
        self.lines = lines
        self.width = max(map(width_of, lines))


def _block(array: Any, index: tuple[int, ...] | None, look: Look, most: int, is_large: bool) -> _Block:
    if index is None:
        return _Block(None, None, [[(look.signs.more, "faint")]])
    part = array[index]
    corner = replace(look, elements=1) if is_large and part.size > 4 * EDGE * EDGE else look
    matrix = Matrix(part, corner, (look.width - _GAP) // 2 if is_large else look.width, most, is_small=not is_large)
    if len(known(matrix.columns)) < min(part.shape[1], _FEW_COLUMNS):
        matrix = Matrix(part, corner, look.width, most, is_small=not is_large)
    label: Piece = (f"[{', '.join(map(str, index))}, :, :]", "faint")
    return _Block(index, matrix, [[label], *matrix.lines()])


def _bands(blocks: list[_Block], width: int) -> list[list[_Block]]:
    bands: list[list[_Block]] = [[]]
    used = 0
    for block in blocks:
        if bands[-1] and used + _GAP + block.width > width:
            bands.append([])
            used = 0
        used += block.width + (_GAP if bands[-1] else 0)
        bands[-1].append(block)
    return bands


def _height_of(bands: list[list[_Block]]) -> int:
    return sum(_height(band) + 1 for band in bands) - 1


def _height(band: list[_Block]) -> int:
    return max(len(block.lines) for block in band)


def _band_lines(bands: list[list[_Block]]) -> Iterator[Line]:
    for number, band in enumerate(bands):
        if number:
            yield []
        for row in range(_height(band)):
            line: Line = []
            for block in band:
                piece = block.lines[row] if row < len(block.lines) else []
                blanks = block.width - width_of(piece) + _GAP
                line += [*piece, (" " * blanks, "")]
            yield _without_end(line)


def _without_end(line: Line) -> Line:
    """The line without blanks at its end."""
    while line and not line[-1][0].strip():
        line = line[:-1]
    return line
