"""What a value is like as a whole, for the line above its numbers: range, mean, what is not finite, and a small histogram."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..ir.types import QuantizedType, TensorType
from ..kernels.quantization import dequantize

if TYPE_CHECKING:
    from .look import Piece, Signs

#: From so many elements on a histogram is drawn, of so many bins.
_SEVERAL = 16
#: Of more elements than this, the histogram is of so many of them, evenly spread.
_COUNTED = 1 << 23


class Like(NamedTuple):
    """Words such as ``min 1``, bars, and counts of what is not finite."""

    words: list[str]
    bars: str
    warnings: list[str]

    @property
    def pieces(self) -> list[Piece]:
        """Each with what it is."""
        found: list[Piece] = [(word, "summary") for word in self.words]
        if self.bars:
            found.append((self.bars, "bars"))
        return [*found, *((text, "bad") for text in self.warnings)]


def like(of: Any, array: Any, signs: Signs, bins: int = 16) -> Like:
    """What an array of rank 0 or more is like. Each number is looked at a few times, in passes over the whole."""
    if not array.size:
        return Like(["no elements"] if array.ndim > 1 else [], "", [])
    if array.dtype.kind == "b":
        return Like([f"{int(np.count_nonzero(array)):,} of {array.size:,} true"] if array.ndim else [], "", [])
    with np.errstate(all="ignore"):
        return _numbers(_comparable(of, array), array.size, signs, bins, array.dtype.kind == "c")


def _comparable(of: Any, array: Any) -> Any:
    """The numbers in a type that NumPy orders: what is stored as what it stands for, complex ones as magnitudes."""
    element = of.element if isinstance(of, TensorType) else None
    if isinstance(element, QuantizedType):
        array = dequantize(np, array, element)
    if array.dtype.kind == "c":
        return np.abs(array)
    if array.dtype.kind in "iuf" and array.dtype != np.float16:
        return array
    return array.astype(np.int64 if "int" in array.dtype.name else np.float32)


def _numbers(numbers: Any, size: int, signs: Signs, bins: int, are_sizes: bool) -> Like:
    nans = infinities = 0
    if numbers.dtype.kind == "f":
        finite = np.isfinite(numbers)
        if not finite.all():
            nans = int(np.count_nonzero(np.isnan(numbers)))
            infinities = size - int(np.count_nonzero(finite)) - nans
            numbers = numbers[finite]
    warnings = [f"{count:,} {word}" for count, word in ((nans, "nan"), (infinities, "inf")) if count]
    if size == 1 or not numbers.size:
        return Like([], "", warnings if size > 1 else [])
    low, high, mean = numbers.min(), numbers.max(), numbers.mean(dtype=np.float64)
    words = [f"{'magnitude ' if are_sizes else ''}min {_short(low)}", f"mean {_short(mean)}", f"max {_short(high)}"]
    bars = _bars(numbers, low, high, signs.bars, bins) if numbers.size >= _SEVERAL else ""
    return Like(words, bars, warnings)


def _short(number: Any) -> str:
    return str(int(number)) if number.dtype.kind in "iu" else f"{float(number):.5g}"


def counts_of(numbers: Any, low: Any, high: Any, bins: int) -> Any:
    """How many of some finite numbers are in each of so many bins of equal width from ``low`` to ``high``."""
    flat = numbers.reshape(-1)
    if flat.size > _COUNTED:
        flat = flat[:: -(-flat.size // _COUNTED)]
    kind = np.float32 if flat.dtype.itemsize <= 2 or flat.dtype == np.float32 else np.float64
    half = kind(low) / 2
    width = kind(high) / 2 - half  # of halves: a range may be wider than its type holds
    scaled = (flat * kind(0.5) if flat.dtype == kind else flat.astype(kind) * kind(0.5)) - half
    scaled *= kind(bins) / width if width > 0 else kind(0)
    if not np.isfinite(kind(bins) / width):
        return np.histogram(flat.astype(np.float64), bins)[0]
    return np.bincount(np.clip(scaled.astype(np.intp), 0, bins - 1), minlength=bins)


def _bars(numbers: Any, low: Any, high: Any, bars: str, bins: int) -> str:
    if not low < high:
        return ""
    counts = counts_of(numbers, low, high, bins)
    most = counts.max()
    return "".join(" " if not count else bars[int(count * (len(bars) - 1) // most)] for count in counts.tolist())
