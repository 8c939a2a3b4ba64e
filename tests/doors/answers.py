"""What a door says to a program, in a form in which the answers of different doors can be compared."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hlorepl.errors import CheckFailed, HloError, each_error
from hlorepl.ir.types import QuantizedType, TensorType, TupleType, Type
from hlorepl.source import Source
from hlorepl.syntax.parser import Parser

HEAD = 4
"""Numbers of a value that stand in a golden file."""


@dataclass(frozen=True)
class Error:
    """A code, and the place as the report has it: ``line:column-line:column``."""

    code: str
    place: str = ""


@dataclass(frozen=True)
class Number:
    """A value: its actual type, the hash of its bits (every NaN alike), and what golden files keep of it."""

    type: str
    bits: str
    summary: str = field(compare=False)


@dataclass(frozen=True)
class Answer:
    """``ok``, ``empty``, ``check-failed`` or ``error``; the errors; the results in order."""

    status: str
    errors: tuple[Error, ...] = ()
    results: tuple[Number, ...] = ()

    def golden(self) -> str:
        """What stands in a golden file: a line for each error and each result."""
        errors = [f"{error.code} {error.place}\n" for error in self.errors]
        return "".join(errors + [f"{number.type} {number.summary}".rstrip() + "\n" for number in self.results])

    def first_error(self) -> Answer:
        """What a door says that stops at the first error."""
        return Answer(self.status, self.errors[:1], self.results)


def refused(error: HloError) -> Answer:
    """The answer of a door that raises."""
    status = "check-failed" if isinstance(error, CheckFailed) else "error"
    return Answer(status, tuple(Error(each.code, place_of(each)) for each in each_error(error)))


def place_of(error: HloError) -> str:
    """Where an error is; without a span it is at the beginning, as reports say."""
    span = error.span
    return place(1, 1, 1, 1) if span is None else place(span.line, span.column, span.end_line, span.end_column)


def place(line: int, column: int, end_line: int, end_column: int) -> str:
    return f"{line}:{column}-{end_line}:{end_column}"


# Values


def numbers(of: Type, array: Any) -> list[Number]:
    """A value as numbers; a tuple's parts one after the other."""
    if isinstance(of, TupleType):
        return [number for part, item in zip(of.types, array, strict=True) for number in numbers(part, item)]
    if array is None:
        return [Number(str(of), "", "")]
    array = np.asarray(array)
    if isinstance(of, TensorType):
        of = of.with_shape(array.shape)
    return [Number(str(of), _bits(array), _summary(array))]


def from_json(of: str, value: Any) -> list[Number]:
    """A value from ``--json --print full``, read back by its type."""
    type_ = Parser(Source(of)).type()
    if isinstance(type_, TupleType):
        return [number for part in value for number in from_json(part["type"], part["value"])]
    return numbers(type_, None if value is None else _array(type_, value))


def _array(of: Any, value: Any) -> np.ndarray:
    dtype = of.element.storage.dtype if isinstance(of.element, QuantizedType) else of.dtype
    if np.dtype(dtype).kind == "c":
        pairs = np.array(value, np.float64).reshape(*of.shape, 2)
        part = np.zeros((), dtype).real.dtype
        found = np.empty(of.shape, dtype)
        found.real, found.imag = pairs[..., 0].astype(part), pairs[..., 1].astype(part)
        return found
    if np.dtype(dtype).kind in "biu":
        return np.array(value, dtype).reshape(of.shape)
    return np.array(value, np.float64).astype(dtype).reshape(of.shape)


def _bits(array: np.ndarray) -> str:
    parts = [array.real, array.imag] if array.dtype.kind == "c" else [array]
    digest = hashlib.sha256(str(array.shape).encode())
    for part in parts:
        is_nan = part != part
        digest.update(np.packbits(is_nan).tobytes())
        digest.update(np.where(is_nan, np.zeros((), part.dtype), part).tobytes())
    return digest.hexdigest()[:10]


def _is_float(array: np.ndarray) -> bool:
    return array.dtype.kind in "fc" or array.dtype.kind == "V" and "int" not in array.dtype.name


def _summary(array: np.ndarray) -> str:
    """Exact values: the hash and the first few. Floats: what is compared with a tolerance, as processors differ in it."""
    if not _is_float(array):
        head = ", ".join(str(int(item)) for item in array.reshape(-1)[:HEAD])
        return f"{_bits(array)} [{head}{', …' if array.size > HEAD else ''}]"
    flat = array.reshape(-1)
    wide = flat.astype(np.complex128).view(np.float64) if array.dtype.kind == "c" else flat.astype(np.float64)
    finite = wide[np.isfinite(wide)]
    head = ", ".join(f"{item:.7g}" for item in wide[:HEAD])
    largest = np.abs(finite).max(initial=0.0)
    return f"max {largest:.7g} sum {_weighted(wide, largest):.7g} [{head}{', …' if wide.size > HEAD else ''}]"


def _weighted(wide: np.ndarray, largest: float) -> float:
    """A mean in which every element has a weight of its own, in parts of the largest."""
    if not largest:
        return 0.0
    weights = np.linspace(0.5, 1.5, wide.size)
    return float(np.mean(np.where(np.isfinite(wide), wide / largest, 2.0) * weights))
