"""Values as something to look at: curves, histograms, images and heat maps, as plain data that every face draws in its own way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import HloError
from ..ir.types import QuantizedType
from ..kernels.quantization import dequantize
from ..wording import counted

if TYPE_CHECKING:
    from .result import Shown

#: More points than this make no difference to a picture.
_MOST_POINTS = 4096
#: Curves of one picture.
_MOST_CURVES = 8
_BARS = "▁▂▃▄▅▆▇█"
_BAR_COLUMNS = 60
#: viridis, from low to high: it reads in grey too, and without red or green.
_COLOURS = np.array(
    [(68, 1, 84), (72, 40, 120), (62, 74, 137), (49, 104, 142), (38, 130, 142), (31, 158, 137), (53, 183, 121),
     (110, 206, 88), (181, 222, 43), (253, 231, 37)],
    np.float64,
)  # fmt: skip
#: What is not finite.
_ODD = (255, 0, 110)


class Curve(NamedTuple):
    """Numbers over their indices; ``x`` has those of the points that are kept."""

    label: str
    x: Any
    y: Any


class Curves(NamedTuple):
    """Curves of one picture."""

    curves: list[Curve]

    @property
    def text(self) -> str:
        """For who sees no pictures: range, and a line of bars."""
        return "\n".join(_curve_text(curve) for curve in self.curves)


class Bins(NamedTuple):
    """How many of the finite numbers of a value are between two neighbouring edges."""

    label: str
    edges: Any
    counts: Any
    missing: int

    @property
    def text(self) -> str:
        """For who sees no pictures: a line for each bin."""
        lines = [f"{self.label}: {counted(int(self.counts.sum()), 'finite number')}{self.said_missing}"]
        for low, high, count in zip(self.edges[:-1], self.edges[1:], self.counts, strict=True):
            lines.append(f"  {low:.5g} to {high:.5g}: {count}")
        return "\n".join(lines)

    @property
    def said_missing(self) -> str:
        """How many are not finite, where some are."""
        return f", {self.missing:,} not finite" if self.missing else ""


class Pixels(NamedTuple):
    """An image: rows of red, green and blue, each from 0 to 255, and the range that the colours stand for."""

    label: str
    rgb: Any
    low: float
    high: float
    is_heat: bool

    @property
    def text(self) -> str:
        """For who sees no pictures."""
        rows, columns, _ = self.rgb.shape
        what = "a heat map" if self.is_heat else "an image"
        return f"{self.label}: {what} of {rows} x {columns}, from {self.low:.5g} to {self.high:.5g}"


Picture = Curves | Bins | Pixels


def curves_of(values: list[Shown]) -> Curves:
    """Each value as a curve; of rank 2 each row, of complex numbers real and imaginary parts."""
    found: list[Curve] = []
    for shown in values:
        array = _numbers(shown)
        if array.ndim > 2 or not array.size:
            raise _no_picture(shown, "curves are drawn of numbers of rank 2 at most", 2)
        rows = array.reshape(-1, array.shape[-1]) if array.ndim else array.reshape(1, 1)
        for number, row in enumerate(rows[: _MOST_CURVES + 1]):
            label = f"%{shown.name}" if len(rows) == 1 else f"%{shown.name}[{number}]"
            parts = (("", row),) if row.dtype.kind != "c" else ((" real", row.real), (" imag", row.imag))
            found += [_curve(f"{label}{what}", part) for what, part in parts]
    if len(found) > _MOST_CURVES:
        raise HloError(
            f"no more than {_MOST_CURVES} curves can be told apart",
            code="command.usage",
            help=["a part of a value has fewer: :plot %x [0:4]; :heat shows all of a matrix"],
        )
    return Curves(found)


def _curve(label: str, row: Any) -> Curve:
    step = max(1, -(-len(row) // _MOST_POINTS))
    return Curve(label, np.arange(0, len(row), step), row[::step].astype(np.float64))


def _curve_text(curve: Curve) -> str:
    finite = curve.y[np.isfinite(curve.y)]
    if not finite.size:
        return f"{curve.label}: none of {counted(len(curve.y), 'number')} is finite"
    low, high = float(finite.min()), float(finite.max())
    chosen = curve.y[np.linspace(0, len(curve.y) - 1, min(len(curve.y), _BAR_COLUMNS)).astype(int)]
    with np.errstate(all="ignore"):
        heights = np.nan_to_num((chosen / 2 - low / 2) / max(high / 2 - low / 2, 1e-300) * (len(_BARS) - 1))
    bars = "".join(
        _BARS[int(np.clip(height, 0, len(_BARS) - 1))] if np.isfinite(number) else " "
        for height, number in zip(heights, chosen, strict=True)
    )
    return f"{curve.label}: {low:.5g} to {high:.5g}\n  {bars}"


def bins_of(shown: Shown) -> Bins:
    """A histogram; of complex numbers that of their magnitudes."""
    array = _numbers(shown)
    with np.errstate(all="ignore"):
        numbers = (np.abs(array) if array.dtype.kind == "c" else array).reshape(-1).astype(np.float64)
    finite = numbers[np.isfinite(numbers)]
    if not finite.size:
        raise _no_picture(shown, "none of its numbers is finite")
    bins = int(np.clip(np.ceil(np.log2(finite.size)) * 2, 5, 40))
    with np.errstate(all="ignore"):
        counts, edges = np.histogram(finite / 2, bins)  # of halves: a range may be wider than a number
    return Bins(f"%{shown.name} : {shown.type}", edges * 2, counts, int(numbers.size - finite.size))


def heat_of(shown: Shown) -> Pixels:
    """A matrix by colours from low to high."""
    array = _numbers(shown)
    if array.ndim > 2 or not array.size or array.dtype.kind == "c":
        raise _no_picture(shown, "a heat map is drawn of real numbers of rank 2", 2)
    matrix = array.reshape(1, -1) if array.ndim < 2 else array
    shares, low, high = _shares(matrix)
    at = shares * (len(_COLOURS) - 1)
    below = np.clip(at.astype(int), 0, len(_COLOURS) - 2)
    part = (at - below)[..., None]
    rgb = _COLOURS[below] * (1 - part) + _COLOURS[below + 1] * part
    return Pixels(f"%{shown.name} : {shown.type}", _marked(rgb, matrix), low, high, is_heat=True)


def image_of(shown: Shown) -> Pixels:
    """Grey of rank 2; colours where the last dimension, or the first of three, has 3 or 4 sizes. Dimensions of size 1 are left out."""
    array = _numbers(shown)
    while array.ndim > 2 and array.shape[0] == 1:
        array = array[0]
    if array.ndim == 3 and array.shape[0] in (3, 4) and array.shape[2] not in (3, 4):
        array = np.moveaxis(array, 0, 2)
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    is_colour = array.ndim == 3 and array.shape[2] in (3, 4)
    if array.dtype.kind == "c" or not array.size or not is_colour and array.ndim != 2:
        raise _no_picture(shown, "an image has rows, columns, and perhaps 3 colours", 2)
    array = array[..., :3] if is_colour else array
    is_bytes = array.dtype == np.uint8
    in_unit = array.dtype.kind in "fb" and bool(((array >= 0) & (array <= 1) | ~np.isfinite(array)).all())
    shares, low, high = _shares(array, (0.0, 255.0) if is_bytes else (0.0, 1.0) if in_unit else None)
    grey = shares * 255
    rgb = grey if is_colour else np.repeat(grey[..., None], 3, axis=2)
    return Pixels(f"%{shown.name} : {shown.type}", _marked(rgb, array), low, high, is_heat=False)


def _shares(array: Any, span: tuple[float, float] | None = None) -> tuple[Any, float, float]:
    """Where each number is between the least and the greatest finite one, from 0 to 1."""
    wide = array.astype(np.float64)
    finite = wide[np.isfinite(wide)]
    low, high = span or ((float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0))
    with np.errstate(all="ignore"):
        shares = (wide / 2 - low / 2) / (high / 2 - low / 2) if low < high else np.full(wide.shape, 0.5)
    return np.clip(np.nan_to_num(shares, nan=0.0, posinf=1.0, neginf=0.0), 0, 1), low, high


def _marked(rgb: Any, array: Any) -> Any:
    """The colours as bytes, with that of what is not finite where a number is such."""
    found = np.rint(rgb).astype(np.uint8)
    odd = ~np.isfinite(array.astype(np.float64))
    found[odd.any(axis=2) if odd.ndim == 3 else odd] = _ODD
    return found


def _numbers(shown: Shown) -> Any:
    """The numbers of a value in a type that NumPy computes with; what is stored as what it stands for."""
    array = shown.array
    if array is None or isinstance(array, tuple) or shown.grid != (1, 1):
        raise _no_picture(shown, "only a tensor can be drawn, of one process at a time")
    element = shown.type.element
    if isinstance(element, QuantizedType):
        return dequantize(np, array, element)
    if array.dtype.kind in "biufc":
        return array
    return array.astype(np.int64 if "int" in array.dtype.name else np.float32)


def _no_picture(shown: Shown, why: str, rank: int | None = None) -> HloError:
    """The error; what has more dimensions than ``rank`` has parts that would do."""
    more = 0 if rank is None else shown.array.ndim - rank
    tip = [f"a part of it may do: %{shown.name} [{', '.join(['0'] * more)}]"] if more > 0 and shown.array.size else []
    return HloError(f"%{shown.name} : {shown.type} makes no picture: {why}", code="command.usage", help=tip)
