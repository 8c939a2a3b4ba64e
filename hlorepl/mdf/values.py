"""The values of a model: Python numbers with NumPy's rules, arrays that nobody writes into, and ACT-R's words.

A scalar is a Python ``float``, ``int`` (64 bits, wrapping as NumPy's do) or ``bool``, because these cost a tenth of
what arrays of rank 0 cost; only operators of ONNX, which tell ``()`` from a scalar, give such arrays.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import HloError

MAX_ELEMENTS = 1 << 27
"""The largest array, list or text that an expression may make: a gigabyte of numbers."""

INT_MIN, INT_MAX = -(1 << 63), (1 << 63) - 1


class Symbol:
    """A value that stands for one to come, while a model is turned into a program."""

    def stacked(self, items: list | tuple) -> Any:
        """What a list with this among its items stands for."""
        raise NotImplementedError


_KEPT = (str, dict, type(None), Symbol)


class NotNumeric(Exception):
    """A value is neither a number nor an array of numbers."""


class BeyondInt64(ArithmeticError):
    """A Python integer left the range of 64 bits."""


def settle(value: Any) -> Any:
    """A result as it is kept: NumPy's scalars become Python's, lists become arrays, arrays become read-only."""
    kind = value.__class__
    if kind is float or kind is bool:
        return value
    if kind is int:
        return value if INT_MIN <= value <= INT_MAX else wrap(value)
    if kind is np.ndarray:
        return _settle_array(value)
    if isinstance(value, np.generic):
        return value.item() if value.dtype.kind in "fiub" and value.dtype.itemsize <= 8 else value
    if isinstance(value, _KEPT):
        return value
    if isinstance(value, list):
        return array_of(value)
    if isinstance(value, tuple):
        return tuple(_settle_item(item) for item in value)
    if isinstance(value, complex):
        return math.nan
    raise HloError(f"{type(value).__name__} is no value of a model", code="type.value")


def settle_number(value: Any) -> Any:
    """:func:`settle` where only numbers and arrays of numbers are expected.

    :raises BeyondInt64: a scalar must wrap, which has to happen at the very operation.
    :raises NotNumeric: it is something else.
    """
    kind = value.__class__
    if kind is float or kind is bool:
        return value
    if kind is np.ndarray and value.dtype.kind in "fiub":
        if value.size > MAX_ELEMENTS:
            raise NotNumeric
        value.setflags(write=False)
        return value
    if kind is int:
        if INT_MIN <= value <= INT_MAX:
            return value
        raise BeyondInt64
    if isinstance(value, np.generic):
        return settle(value)
    raise NotNumeric


def is_number(value: Any) -> bool:
    """Whether a value is a number or an array of numbers, so that ``*`` and ``+`` mean arithmetic."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fiub"
    return isinstance(value, float | int | np.generic | Symbol) or value is None


def _settle_array(value: np.ndarray) -> np.ndarray:
    if value.size > MAX_ELEMENTS:
        raise too_large(value.size)
    if value.dtype.kind == "c":
        raise HloError("a complex number is no value of a model", code="type.value")
    value.setflags(write=False)
    return value


def _settle_item(item: Any) -> Any:
    return _settle_array(item) if isinstance(item, np.ndarray) else settle(item)


def array_of(items: list | tuple) -> Any:
    """A list of numbers as an array; a ragged list, and one of mappings or words, stays a list."""
    if not _all_numbers(items):
        symbol = next((item for item in items if isinstance(item, Symbol)), None)
        return symbol.stacked(items) if symbol else list(items)
    try:
        made = np.array(items)
    except (ValueError, OverflowError):
        return list(items)
    if made.dtype.kind not in "fiub":
        return np.array(items, np.float64) if made.dtype == object and _shape(items) else list(items)
    made.setflags(write=False)
    return made


def _all_numbers(items: Any) -> bool:
    left = list(items)
    while left:
        item = left.pop()
        if isinstance(item, list | tuple):
            left.extend(item)
        elif not isinstance(item, float | int | np.generic | np.ndarray):
            return False
    return True


def _shape(items: Any) -> bool:
    """Whether nested lists are the rows of an array (whose integers are then too large for 64 bits)."""
    sizes = {len(item) if isinstance(item, list | tuple) else -1 for item in items}
    return len(sizes) == 1 and (sizes == {-1} or all(_shape(item) for item in items))


def wrap(value: int) -> int:
    """An integer modulo 2^64, as a signed 64-bit one."""
    return ((value + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def too_large(size: int) -> HloError:
    return HloError(
        f"{size:,} elements are more than the {MAX_ELEMENTS:,} that an expression may make", code="limit.size"
    )


def elements(sizes: Any) -> int:
    """How many elements an array of these sizes has.

    :raises HloError: more than an expression may make.
    """
    total = 1.0
    for size in sizes:
        total *= float(size)
    if not total <= MAX_ELEMENTS:
        raise too_large(int(min(total, 1e18)))
    return int(total)


def sizes_of(shape: Any) -> tuple[int, ...]:
    """A shape as an expression gives it: a number or a row of them, which may be whole floats.

    :raises HloError: it is no shape, or one of more elements than an expression may make.
    """
    sizes = np.atleast_1d(np.asarray(shape, np.float64))
    if sizes.ndim != 1 or not (sizes >= 0).all():
        raise HloError("a shape is a number, or a row of numbers, none of them below zero", code="type.operand")
    elements(sizes)
    return tuple(int(size) for size in sizes)


def constant(value: Any) -> Any:
    """A value from a file: nested lists of numbers as an array, everything else as it is."""
    if isinstance(value, list | tuple):
        return array_of(list(value))
    if isinstance(value, int) and not isinstance(value, bool) and not INT_MIN <= value <= INT_MAX:
        return float(value) if abs(value) < 1 << 1023 else math.inf if value > 0 else -math.inf
    return settle(value)


def given(value: Any) -> Any:
    """A value that a user gives to a port or a parameter, as it is kept.

    :raises HloError: it is, or holds, something that no model can hold.
    """
    left = [value]
    while left:
        part = left.pop()
        if isinstance(part, list | tuple):
            left.extend(part)
        elif isinstance(part, dict):
            left.extend(part.values())
        elif isinstance(part, np.ndarray | np.generic):
            if part.dtype.kind not in "fiub":
                raise HloError(f"an array of {part.dtype} is no value of a model", code="type.value")
        elif not isinstance(part, float | int | str | None):
            raise HloError(f"{type(part).__name__} is no value of a model", code="type.value")
    return settle(constant(value.copy() if isinstance(value, np.ndarray) else value))


def show(value: Any, width: int = 60) -> str:
    """A value on one line of at most ``width`` characters, for messages and pictures."""
    if isinstance(value, np.ndarray):
        text = np.array2string(value, threshold=6, edgeitems=2, precision=4, separator=", ").replace("\n", "")
    elif isinstance(value, float):
        text = f"{value:.6g}"
    else:
        text = repr(value)
    return text if len(text) <= width else text[: width - 1] + "…"
