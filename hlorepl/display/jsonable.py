"""Values as JSON: exact integers, floats by the shortest decimal that reads back, what JSON lacks as text."""

from __future__ import annotations

from typing import Any

from ..ir.types import TensorType, TupleType
from ..value_text import float_text


def result_object(name: str, of: Any, array: Any) -> dict[str, Any]:
    """``{"name": …, "type": …, "value": …}``; the type is the actual one, without ``?``."""
    if isinstance(of, TensorType) and array is not None and not of.is_static:
        of = of.with_shape(tuple(array.shape))
    return {"name": name, "type": str(of), "value": value(of, array)}


def value(of: Any, array: Any) -> Any:
    """Nested lists; a scalar bare, a token null, a tuple a list of result objects."""
    if array is None:
        return None
    if isinstance(array, tuple):
        types = of.types if isinstance(of, TupleType) else [None] * len(array)
        return [result_object(str(k), t, a) for k, (t, a) in enumerate(zip(types, array, strict=True))]
    return _nested(array)


def _nested(array: Any) -> Any:
    kind = array.dtype.kind
    if kind in "biu":
        return array.tolist()
    if kind == "c":
        return _pairs(array)
    if "int" in array.dtype.name:
        return array.astype("int64").tolist()
    return _floats(array)


def _pairs(array: Any) -> Any:
    if array.ndim:
        return [_pairs(part) for part in array]
    return [_number(array.real[()]), _number(array.imag[()])]


def _floats(array: Any) -> Any:
    if array.ndim > 1:
        return [_floats(part) for part in array]
    if array.dtype == "float64":
        import numpy as np  # late: NumPy

        numbers = array.tolist()
        if np.isfinite(array).all():
            return numbers
    return [_number(item) for item in array] if array.ndim else _number(array[()])


def _number(item: Any) -> Any:
    """A float in its own precision: 0.1 for the f32 nearest to it."""
    number = float(item)
    if number != number:
        return "nan"
    if number in (float("inf"), float("-inf")):
        return "inf" if number > 0 else "-inf"
    return float(float_text(item))


def number(item: Any) -> Any:
    """A scalar of any type as ``value`` has it; None stays."""
    import numpy as np  # late: NumPy

    return value(None, None if item is None else np.asarray(item))


def plain(item: Any) -> Any:
    """A value of a model as JSON can hold it: arrays as nested lists, floats by their own precision."""
    if hasattr(item, "dtype"):
        return _nested(item) if item.dtype.kind in "biufcV" else item.tolist()
    if isinstance(item, dict):
        return {str(key): plain(part) for key, part in item.items()}
    if isinstance(item, list | tuple):
        return [plain(part) for part in item]
    if isinstance(item, float) and (item != item or item in (float("inf"), float("-inf"))):
        return "nan" if item != item else "inf" if item > 0 else "-inf"
    return item if isinstance(item, str | int | float | bool) or item is None else str(item)
