"""Pictures of values in a terminal: curves and histograms by plotext, images as half blocks, or as pixels where the terminal has them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.color import Color
from rich.style import Style
from rich.text import Text

from ..session.views import Bins, Curves, Pixels

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..session.views import Picture
    from .look import Line, Look

MISSING = "{library} draws it here: pip install 'hlorepl[pictures]'"
"""What is said where a library is not installed."""

#: Rows of a picture at most, and what one pixel is enlarged to.
_MOST_ROWS = 30
_LARGEST = 8


#: Numbers below a histogram.
_TICKS = 4


def chart(picture: Curves | Bins, look: Look) -> list[str]:
    """Curves or a histogram as lines; without plotext the picture's own text, and how to get it."""
    if not look.signs.more.isprintable() or look.signs.more.isascii():
        return picture.text.split("\n")
    try:
        import plotext  # late: plotext
    except ImportError:
        return [*picture.text.split("\n"), MISSING.format(library="plotext")]
    try:
        return _charted(plotext, picture, look)
    except (ValueError, ArithmeticError):  # its own arithmetic reaches less far than floats do
        return picture.text.split("\n")


def _charted(plot: Any, picture: Curves | Bins, look: Look) -> list[str]:
    plot.clear_figure()
    plot.theme("clear")
    plot.plotsize(look.width, max(8, min(look.lines - 2, 20)))
    if isinstance(picture, Curves):
        for curve in picture.curves:
            finite = np.isfinite(curve.y)
            plot.plot(curve.x[finite].tolist(), curve.y[finite].tolist(), marker="braille", label=curve.label)
    else:
        middles = picture.edges[:-1] / 2 + picture.edges[1:] / 2
        plot.bar(middles.tolist(), picture.counts.tolist(), width=1)
        places = middles[np.linspace(0, len(middles) - 1, _TICKS).astype(int)].tolist()
        plot.xticks(places, [f"{place:.4g}" for place in places])
    head = [] if isinstance(picture, Curves) else [f"{picture.label}{picture.said_missing}"]
    return [*head, *(line.rstrip() for line in plot.uncolorize(plot.build()).rstrip("\n").split("\n"))]


def image(picture: Pixels, look: Look) -> list[Text] | list[Line]:
    """An image or a heat map: two pixels in a character where there are colours, else shades."""
    rows, columns = min(_MOST_ROWS, max(look.lines - 3, 2)), look.width - 2
    if not look.theme.has_colours:
        grey = fitted(picture.rgb, rows, columns // 2).astype(np.float64).mean(axis=2)
        shades = look.signs.shades
        places = np.minimum((grey / 256 * len(shades)).astype(int), len(shades) - 1)
        return [[("  " + "".join(shades[place] * 2 for place in row), "")] for row in places.tolist()]
    pixels = fitted(picture.rgb, 2 * rows, columns)
    if len(pixels) % 2:
        pixels = np.concatenate([pixels, pixels[-1:]])
    return [
        _half_blocks(upper, lower) for upper, lower in zip(pixels[::2].tolist(), pixels[1::2].tolist(), strict=True)
    ]


def _half_blocks(upper: list[list[int]], lower: list[list[int]]) -> Text:
    line = Text("  ")
    for above, below in zip(upper, lower, strict=True):
        line.append("▀", Style(color=Color.from_rgb(*above), bgcolor=Color.from_rgb(*below)))
    return line


def fitted(rgb: Any, rows: int, columns: int) -> Any:
    """The pixels of an image in no more rows and columns: means of those that fall together; small ones are enlarged."""
    height, width, _ = rgb.shape
    larger = min(rows // height, columns // width, _LARGEST)
    if larger >= 1:
        return np.repeat(np.repeat(rgb, larger, axis=0), larger, axis=1)
    share = min(rows / height, columns / width)
    found = rgb.astype(np.float64)
    for axis, size in ((0, max(1, int(height * share))), (1, max(1, int(width * share)))):
        edges = np.linspace(0, found.shape[axis], size + 1).astype(int)[:-1]
        counts = np.diff([*edges, found.shape[axis]])
        shape = [1, 1, 1]
        shape[axis] = size
        found = np.add.reduceat(found, edges, axis=axis) / counts.reshape(shape)
    return np.rint(found).astype(np.uint8)


def pixels(picture: Pixels, look: Look, protocol: str) -> RenderableType | str:
    """The image in the terminal's own pixels, ``kitty`` or ``sixel``; a sentence where textual-image is not installed."""
    stdout, sys.__stdout__ = (
        sys.__stdout__,
        None,
    )  # while it is loaded it would ask the terminal, and read what is typed
    try:
        from PIL import Image  # late: Pillow
        from textual_image.renderable import SixelImage, TGPImage  # late: textual-image
    except ImportError:
        return MISSING.format(library="textual-image")
    finally:
        sys.__stdout__ = stdout
    height, width, _ = picture.rgb.shape
    found = Image.fromarray(picture.rgb)
    rows = min(_MOST_ROWS, max(look.lines - 3, 2))
    columns = max(1, min(look.width - 2, round(2 * rows * width / height)))
    kind: Any = TGPImage if protocol == "kitty" else SixelImage
    return kind(found, width=columns, height="auto")


def legend(picture: Picture, look: Look) -> Line:
    """What the colours stand for."""
    assert isinstance(picture, Pixels)
    return [(picture.label, "name"), (f"   {picture.low:.5g} to {picture.high:.5g}", "summary")]
