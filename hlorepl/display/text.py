"""Values as plain text: name, type, a readable slice of the numbers, and for large ones what they are like as a whole."""

from __future__ import annotations

from textwrap import indent, wrap
from typing import TYPE_CHECKING, Any

from ..ir.types import ELEMENTS, QuantizedType, TensorType, TupleType

if TYPE_CHECKING:
    from ..session.session import Shown, Text

#: More elements than this are shown in part, with minimum, mean and maximum.
LARGE = 200
#: Columns where no terminal says how many it has.
WIDTH = 100
#: Elements at either end of each axis of what is shown in part, by rank: the lines multiply.
_EDGES = (3, 3, 3, 2, 1)


def shown_text(item: Shown | Text, width: int | None = None) -> str:
    """A line (or several) for one thing that a session shows; ``width`` is that of the terminal, where there is one."""
    from ..session.session import Shown

    if isinstance(item, Shown):
        return value_text(f"%{item.name}", item.type, item.array, item.full, width)
    text = item.text.replace("**", "") if item.kind == "markdown" else item.text
    return text if width is None or item.kind == "code" else fitted(text, width)


def fitted(text: str, width: int) -> str:
    """Text whose lines fit a terminal: longer ones go on below their own last column, or a little further in."""
    return "\n".join(_fitted(line, width) if len(line) > width else line for line in text.split("\n"))


def _fitted(line: str, width: int) -> str:
    import re

    head = re.match(r" *(?:\S+ )*\S* {2,}(?=\S)", line)
    blanks = len(line) - len(line.lstrip())
    column = head.end() if head is not None and blanks < head.end() <= width // 2 else blanks + 2
    return "\n".join(wrap(line, width, subsequent_indent=" " * column, break_long_words=False, break_on_hyphens=False))


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
    kind = getattr(value.dtype, "kind", "f")
    if kind == "b":
        return "true" if value else "false"
    if kind in "iu":
        return str(int(value))
    if kind == "c":
        return f"({scalar_text(value.real)}, {scalar_text(value.imag)})"
    return float_text(value)


def float_text(value: Any) -> str:
    """A float, the shortest decimal that reads back in its own type; ml_dtypes floats too."""
    import numpy as np

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
    """The shortest decimal of a float that NumPy cannot print, or the integer of a small integer type."""
    number = float(value)
    if "int" in value.dtype.name:
        return str(int(value))
    if number != number or number in (float("inf"), float("-inf")):
        return str(number)
    for digits in range(1, 10):
        text = f"{number:.{digits}g}"
        if type(value)(float(text)) == value:
            break
    found = repr(float(text))
    return found if len(found) <= 18 else text


def _numbers(array: Any, threshold: int, width: int) -> str:
    import numpy as np

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
    import numpy as np

    wrap = dtype.type

    def show(value: Any) -> str:
        return scalar_text(value if hasattr(value, "dtype") else np.asarray(value, dtype)[()] if wrap else value)

    return show


def summary(of: Any, array: Any) -> str:
    """Minimum, mean, maximum, and how many are not finite. One pass each, over numbers as f64 at most."""
    import numpy as np

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
