"""Values as plain text: name, type, a readable slice of the numbers, and for large ones what they are like as a whole."""

from __future__ import annotations

import json
from textwrap import indent
from typing import TYPE_CHECKING, Any, cast

from .ir.types import ELEMENTS, QuantizedType, TensorType, TupleType, element_of

if TYPE_CHECKING:
    from collections.abc import Sequence

#: More elements than this are shown in part, with minimum, mean and maximum.
LARGE = 200
#: Columns where no terminal says how many it has.
WIDTH = 100
#: Whole numbers of narrow types below this are shown with all their digits.
_WHOLE = 1e7
#: Elements at either end of each axis of what is shown in part, by rank: the lines multiply.
_EDGES = (3, 3, 3, 2, 1)


def value_text(name: str, of: Any, array: Any, full: bool = False, width: int | None = None) -> str:
    """``NAME : type = numbers``; over several lines from rank 2 on, and where one does not fit the terminal's width."""
    head = f"{name} : {of} ="
    body = array_text(of, array, full, (width or WIDTH) - 2)
    if "\n" in body or width is not None and len(head) + 1 + len(body) > width:
        return f"{head}\n{indent(body, '  ')}"
    return f"{head} {body}"


def array_text(of: Any, array: Any, full: bool = False, width: int = WIDTH) -> str:
    """The numbers of a value."""
    if array is None:
        return "token"
    if isinstance(array, tuple):
        types = of.types if isinstance(of, TupleType) else [None] * len(array)
        parts = [array_text(t, a, full, width - 1) for t, a in zip(types, array, strict=True)]
        if any("\n" in part for part in parts):
            return "(" + ",\n ".join(part.replace("\n", "\n ") for part in parts) + ")"
        return f"({', '.join(parts)})"
    if array.ndim == 0:
        return scalar_text(array[()], of)
    if array.size == 0:
        return "[]"
    threshold = array.size + 1 if full else LARGE
    numbers = _numbers(array, threshold, width)
    if array.size > threshold:
        numbers += f"\n{summary(of, array)}"
    return numbers


def scalar_text(value: Any, of: Any = None) -> str:
    """One number, the shortest that reads back in its own type."""
    kind = value.dtype.kind
    if kind == "b":
        return "true" if value else "false"
    if kind in "iu":
        return str(int(value))
    if kind == "c":
        return f"({scalar_text(value.real)}, {scalar_text(value.imag)})"
    return float_text(value)


def float_text(value: Any) -> str:
    """A float, the shortest decimal that reads back in its own type; ml_dtypes floats too, and its integers.

    A whole number of a narrow type is itself: 448 is one of f8E4M3FN, though 450 would read back as it.
    """
    import numpy as np  # late: NumPy

    if "int" in value.dtype.name:
        return str(int(value))
    if value.dtype.itemsize <= 2 and (number := float(value)).is_integer() and abs(number) < _WHOLE:
        return repr(number)
    if value.dtype.kind == "f":
        number = float(value)
        if number != number or number in (float("inf"), float("-inf")):
            return str(number)
        size = abs(number)
        if size and not 1e-4 <= size < 1e16:
            return np.format_float_scientific(value, unique=True, trim="0", exp_digits=1)
        return np.format_float_positional(value, unique=True, trim="0")
    return shortest(value)


def shortest(value: Any) -> str:
    """The shortest decimal of a float that NumPy cannot print."""
    number = float(value)
    if number != number or number in (float("inf"), float("-inf")):
        return str(number)
    for digits in range(1, 10):
        text = f"{number:.{digits}g}"
        if type(value)(float(text)) == value:
            break
    found = repr(float(text))
    return found if len(found) <= 18 else text


def _numbers(array: Any, threshold: int, width: int) -> str:
    import numpy as np  # late: NumPy

    text = np.array2string(
        array,
        separator=", ",
        threshold=threshold,
        edgeitems=_EDGES[min(array.ndim, len(_EDGES) - 1)],
        max_line_width=width,
        formatter={"all": scalar_formatter(array.dtype)},
    )
    return text.replace("...", "…")


def scalar_formatter(dtype: Any) -> Any:
    """The function that prints one element of an array of that dtype."""
    import numpy as np  # late: NumPy

    wrap = dtype.type

    def show(value: Any) -> str:
        return scalar_text(value if hasattr(value, "dtype") else np.asarray(value, dtype)[()] if wrap else value)

    return show


def summary(of: Any, array: Any) -> str:
    """Minimum, mean, maximum, and how many are not finite. One pass each, over numbers as f64 at most."""
    import numpy as np  # late: NumPy

    element = of.element if isinstance(of, TensorType) else ELEMENTS["f32"]
    if isinstance(element, QuantizedType):
        element = element.storage
    if element.is_complex:
        finite = np.isfinite(array)
        sizes = np.abs(array[finite])
        head = f"magnitudes from {sizes.min():.6g} to {sizes.max():.6g}" if sizes.size else "none is finite"
        return f"{array.size} elements: {head}{_not_finite(array.size - int(finite.sum()))}"
    if element.is_bool:
        return f"{array.size} elements: {int(array.sum())} true"
    numbers = array if array.dtype.kind in "iuf" else array.astype(np.float32)
    if element.is_integer:
        return f"{array.size} elements: min {numbers.min()}, mean {numbers.mean(dtype=np.float64):.6g}, max {numbers.max()}"
    finite = np.isfinite(numbers)
    missing = array.size - int(finite.sum())
    good = numbers if not missing else numbers[finite]
    if not good.size:
        return f"{array.size} elements, none is finite"
    with np.errstate(all="ignore"):
        mean = good.mean(dtype=np.float64)
    return f"{array.size} elements: min {good.min():.6g}, mean {mean:.6g}, max {good.max():.6g}{_not_finite(missing)}"


def _not_finite(count: int) -> str:
    return f", {count} not finite" if count else ""


def mdf_text(value: Any) -> str:
    """A value of an MDF model, on a line."""
    import numpy as np  # late: NumPy

    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        return array_text(None, array).replace("\n", " ") if array.dtype.kind in "biufc" else str(array.tolist())
    return str(value)


def onnx_text(name: str, value: Any, full: bool = False) -> str:
    """A value of an ONNX model; a sequence on one line, its values in brackets."""
    of = tensor_type(value)
    return f"{name} : {kind_text(value)} = {_inner(value, full)}" if of is None else value_text(name, of, value, full)


def kind_text(value: Any) -> str:
    """The type of a value that declares none, as far as the value shows it."""
    if isinstance(value, list | tuple):
        parts = cast("Sequence[Any]", value)
        return f"sequence of {kind_text(parts[0])}" if parts else "sequence"
    if isinstance(value, dict):
        return "mapping"
    if value is None:
        return "none"
    if isinstance(value, bool | int | float | complex | str):
        import numpy as np  # late: NumPy

        value = np.asarray(value)
    sizes = "".join(f"{size}x" for size in value.shape)
    return str(tensor_type(value) or f"tensor<{sizes}string>")


def _inner(value: Any, full: bool) -> str:
    """A value inside of a sequence or mapping: numbers as everywhere, texts in quotes."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(_inner(part, full) for part in cast('Sequence[Any]', value))}]"
    if isinstance(value, dict):
        pairs = cast("dict[Any, Any]", value).items()
        return f"{{{', '.join(f'{_inner(key, full)}: {_inner(part, full)}' for key, part in pairs)}}}"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str | bool | int | None):
        return "none" if value is None else json.dumps(value, ensure_ascii=False)
    of = tensor_type(value)
    if of is None:
        return _inner(value.tolist(), full)
    return " ".join(array_text(of, value, full).split())


def tensor_type(value: Any) -> TensorType | None:
    """The type of an array; None for what no tensor can hold (sequences, strings)."""
    try:
        return TensorType(tuple(value.shape), element_of(value.dtype))
    except (KeyError, AttributeError):
        return None
