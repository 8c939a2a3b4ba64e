"""What a value is like as a whole: range with places, mean, spread, quartiles, and how many elements are special."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..backends import host
from ..ir.types import QuantizedType, TensorType, element_of
from ..kernels.quantization import dequantize
from ..value_text import float_text, scalar_text
from ..wording import counted

if TYPE_CHECKING:
    from ..ir.types import Type

#: Quartiles of more elements than this are those of so many of them, evenly spread: they take a sorted copy.
_SORTED = 1 << 22


def statistics_text(value: Any, of: Type | None = None) -> str:
    """Lines for a person. Whole numbers are exact, also their sum; quantized ones are told as stored and as what they stand for."""
    array = np.asarray(host(value))
    element = of.element if isinstance(of, TensorType) else element_of(array.dtype)
    lines = [f"{counted(array.size, 'element')}, {counted(array.nbytes, 'byte')}, shape {list(array.shape)}"]
    with np.errstate(all="ignore"):
        if not array.size:
            return lines[0]
        if isinstance(element, QuantizedType):
            lines += ["  storage:", *_numbers(array), "  what it stands for:"]
            array = dequantize(np, array, element)
        if element_of(array.dtype).kind == "bool":
            true = int(np.count_nonzero(array))
            return "\n".join([*lines, f"  true {true}, false {array.size - true}"])
        return "\n".join([*lines, *_numbers(array)])


def _numbers(array: Any) -> list[str]:
    kind = element_of(array.dtype).kind
    if kind in ("int", "uint"):
        return [*_range(array), *_whole_middle(array), *_counts(array)]
    if kind == "complex":
        lines = [line for part in ("real", "imag") for line in _range(getattr(array, part), f"{part} ")]
        return [*lines, *_floats(np.abs(array), "magnitude "), *_counts(array)]
    return [*_floats(array, ""), *_counts(array)]


def _floats(array: Any, what: str) -> list[str]:
    finite = array[np.isfinite(array)]
    if not finite.size:
        return ["  none is finite"]
    wide = finite.astype(np.float64)
    mean, spread = wide.mean(), wide.std()
    return [*_range(array, what), f"  {what}mean {_short(mean)}, standard deviation {_short(spread)}", _quartiles(wide)]


def _whole_middle(array: Any) -> list[str]:
    """The mean from an exact sum: its halves are added up apart."""
    wide = array.astype(np.uint64 if element_of(array.dtype).kind == "uint" else np.int64)
    total = (int((wide >> 32).sum(dtype=np.int64)) << 32) + int((wide & 0xFFFFFFFF).sum(dtype=np.int64))
    spread = wide.astype(np.float64).std()
    mean = total / array.size if total % array.size else total // array.size
    shown = str(mean) if isinstance(mean, int) else _short(mean)
    return [f"  mean {shown}, standard deviation {_short(spread)}, sum {total}", _quartiles(wide.astype(np.float64))]


def _range(array: Any, what: str = "") -> list[str]:
    """The least and the greatest number that is finite, each with its first place."""
    is_float = element_of(array.dtype).kind == "float"
    finite = np.isfinite(array) if is_float else np.ones(array.shape, bool)
    if not finite.any():
        return []
    wide = array.astype(np.float64) if is_float else array
    found: list[str] = []
    for name, pick, without in (("min", np.argmin, np.inf), ("max", np.argmax, -np.inf)):
        at = int(pick(np.where(finite, wide, without) if is_float else _ordered(wide)))
        index = [int(each) for each in np.unravel_index(at, array.shape)] if array.ndim else []
        found.append(f"{name} {scalar_text(array.reshape(-1)[at])}{f' at {index}' if index else ''}")
    return [f"  {what}{', '.join(found)}"]


def _ordered(array: Any) -> Any:
    """Whole numbers in a type that NumPy orders."""
    return array if array.dtype.kind in "iu" else array.astype(np.int64)


def _quartiles(numbers: Any) -> str:
    flat = numbers.reshape(-1)
    if flat.size > _SORTED:
        flat = flat[:: -(-flat.size // _SORTED)]
    low, middle, high = np.quantile(flat, (0.25, 0.5, 0.75))
    return f"  quartiles {_short(low)}, {_short(middle)}, {_short(high)}"


def _counts(array: Any) -> list[str]:
    """How many elements are special, those kinds that there are."""
    counts = {"zero": array == 0}
    if element_of(array.dtype).kind in ("float", "complex"):
        counts |= {"NaN": np.isnan(array), "infinite": np.isinf(array)}
    if element_of(array.dtype).kind != "complex" and element_of(array.dtype).kind != "uint":
        counts["negative"] = array < 0
    found: list[str] = []
    for name, mask in counts.items():
        count = int(np.count_nonzero(mask))
        if count:
            index = [int(each) for each in np.unravel_index(int(np.argmax(mask)), array.shape)] if array.ndim else []
            found.append(f"{name} {count}{f' (first at {index})' if index else ''}")
    return [f"  {', '.join(found)}"] if found else []


def _short(number: Any) -> str:
    return float_text(np.float64(f"{float(number):.6g}"))
