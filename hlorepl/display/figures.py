"""Pictures of values for a page: curves and histograms as SVG, images as PNG. Both are written here, and need no library."""

from __future__ import annotations

import struct
import zlib
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..session.views import Bins, Curves, Pixels
from ..source import visible

if TYPE_CHECKING:
    from ..session.views import Picture

_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 640, 320, 70, 16, 28
#: Colours that can be told apart, also without red or green, on white and on black.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8a00", "#7f7f7f")
#: Small images are enlarged to about so many pixels.
_ENLARGED = 256


def svg(picture: Curves | Bins) -> str:
    """Curves or a histogram."""
    if isinstance(picture, Curves):
        return _page(*_curves(picture))
    return _page(*_bars(picture))


def _page(marks: list[str], x: tuple[float, float], y: tuple[float, float], labels: list[str]) -> str:
    bottom = _HEIGHT - _BOTTOM
    texts = [(_LEFT, bottom + 16, x[0], "start"), (_WIDTH - 8, bottom + 16, x[1], "end")]
    texts += [(_LEFT - 6, bottom, y[0], "end"), (_LEFT - 6, _TOP + 10, y[1], "end")]
    axes = f'<path d="M{_LEFT} {_TOP}V{bottom}H{_WIDTH - 8}" fill="none" stroke="#888"/>'
    numbers = [
        f'<text x="{at}" y="{down}" text-anchor="{side}">{number:.5g}</text>' for at, down, number, side in texts
    ]
    keys = [
        f'<text x="{_LEFT + 10}" y="{_TOP + 12 + 16 * k}" fill="{_COLOURS[k % len(_COLOURS)]}">{escape(visible(label))}</text>'
        for k, label in enumerate(labels)
    ]
    body = "".join([axes, *marks, *numbers, *keys])
    size = f'width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    font = 'font-family="sans-serif" font-size="12" fill="#888"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>{body}</svg>'


def _scaled(numbers: Any, span: tuple[float, float], begin: float, end: float) -> Any:
    low, high = span
    with np.errstate(all="ignore"):
        shares = (numbers / 2 - low / 2) / (high / 2 - low / 2) if low < high else np.full(len(numbers), 0.5)
    return begin + shares * (end - begin)


def _curves(picture: Curves) -> tuple[list[str], tuple[float, float], tuple[float, float], list[str]]:
    numbers = np.concatenate([curve.y[np.isfinite(curve.y)] for curve in picture.curves])
    y = (float(numbers.min()), float(numbers.max())) if numbers.size else (0.0, 0.0)
    x = (0.0, float(max(curve.x[-1] for curve in picture.curves)))
    marks: list[str] = []
    for number, curve in enumerate(picture.curves):
        across = _scaled(curve.x.astype(np.float64), x, _LEFT, _WIDTH - 8)
        down = _scaled(curve.y, y, _HEIGHT - _BOTTOM, _TOP)
        path, is_drawn = [], False
        for at, height in zip(across.tolist(), down.tolist(), strict=True):
            is_finite = np.isfinite(height)
            if is_finite:
                path.append(f"{'L' if is_drawn else 'M'}{at:.1f} {height:.1f}")
            is_drawn = bool(is_finite)
        marks.append(
            f'<path d="{"".join(path)}" fill="none" stroke="{_COLOURS[number % len(_COLOURS)]}" stroke-width="1.5"/>'
        )
    return marks, x, y, [curve.label for curve in picture.curves]


def _bars(picture: Bins) -> tuple[list[str], tuple[float, float], tuple[float, float], list[str]]:
    x = float(picture.edges[0]), float(picture.edges[-1])
    y = 0.0, float(picture.counts.max())
    across = _scaled(picture.edges, x, _LEFT, _WIDTH - 8).tolist()
    down = _scaled(picture.counts.astype(np.float64), y, _HEIGHT - _BOTTOM, _TOP).tolist()
    bottom = _HEIGHT - _BOTTOM
    marks = [
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}" fill="{_COLOURS[0]}"/>'
        for left, right, top in zip(across[:-1], across[1:], down, strict=True)
    ]
    return marks, x, y, [f"{picture.label}{picture.said_missing}"]


def png(picture: Pixels) -> bytes:
    """An image; small ones are enlarged without being smoothed."""
    rgb = picture.rgb
    larger = max(1, _ENLARGED // max(rgb.shape[:2]))
    rgb = np.repeat(np.repeat(rgb, larger, axis=0), larger, axis=1)
    height, width, _ = rgb.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each begins with the filter that it has: none
    rows[:, 1:] = rgb.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes())), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def drawn(picture: Picture) -> tuple[str, str | bytes]:
    """The picture and its MIME type."""
    return ("image/png", png(picture)) if isinstance(picture, Pixels) else ("image/svg+xml", svg(picture))
