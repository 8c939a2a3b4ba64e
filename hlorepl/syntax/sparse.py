"""``sparse<INDICES, VALUES> : tensor<…>``: a constant by its elements that are not zero."""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from ..errors import HloError
from ..ir.attributes import DenseAttr
from ..ir.types import ELEMENTS, ElementType, TensorType
from .lexer import COMMENT, STRING, skipped
from .literals import dense_array, literal_shape

if TYPE_CHECKING:
    from ..source import Source, Span

_PIECE = re.compile(rf"{STRING}|{COMMENT}|[][(),]")


def sparse_attribute(source: Source, begin: int, end: int, of: TensorType, span: Span) -> DenseAttr:
    """The attribute of what stands between the angle brackets. Raises ``syntax.literal`` where its parts do not fit."""
    if skipped(source.text, begin, end) >= end:
        return _attribute(_numbers(of, (0, of.rank), ELEMENTS["i64"]), _numbers(of, (0,), of.element), of)
    comma = _comma(source, begin, end)
    if comma < 0:
        raise HloError("indices and values stand here, with a comma between them", span, "syntax.literal")
    shape = _shape(source, begin, comma)
    indices = _part(source, begin, comma, TensorType(shape or (1, of.rank), ELEMENTS["i64"]))
    count = indices.type.sizes[0]
    values = _part(source, comma + 1, end, TensorType(_shape(source, comma + 1, end) or (count,), of.element))
    _check(indices, values, of, span)
    return _attribute(indices, values, of)


def _numbers(of: TensorType, shape: tuple[int, ...], element: object) -> DenseAttr:
    assert isinstance(element, ElementType)
    return DenseAttr(TensorType(shape, element), np.empty(shape, element.dtype))


def _comma(source: Source, begin: int, end: int) -> int:
    """Where the indices end, or -1."""
    depth = 0
    for found in _PIECE.finditer(source.text, begin, end):
        piece = found.group()
        if piece == "," and depth == 0:
            return found.start()
        depth += (piece in "[(") - (piece in "])")
    return -1


def _shape(source: Source, begin: int, end: int) -> tuple[int, ...]:
    text = source.text[begin:end].strip()
    return () if text.startswith('"') else literal_shape(text, source.span(begin, end))


def _part(source: Source, begin: int, end: int, of: TensorType) -> DenseAttr:
    return DenseAttr(of, dense_array(source, begin, end, of))


def _check(indices: DenseAttr, values: DenseAttr, of: TensorType, span: Span) -> None:
    """One value for each index, each index of the rank of the type and within its shape."""
    if values.type.rank != 1:
        raise HloError("the values of a sparse constant are one list", span, "syntax.literal")
    count, *width = indices.type.sizes
    if (width != [of.rank]) if width else (of.rank != 1):
        message = f"the indices are of shape {_spelled(indices)}; {of} has an index of {of.rank} for each value"
        raise HloError(message, span, "syntax.literal")
    if values.type.sizes != (count,):
        raise HloError(f"{count} indices stand here for {values.type.sizes[0]} values", span, "syntax.literal")
    places = indices.array.reshape(count, of.rank)
    wrong = ((places < 0) | (places >= np.array(of.sizes, np.int64))).any(axis=1)
    if wrong.any():
        raise HloError(f"{of} has no element at {places[wrong][0].tolist()}", span, "syntax.literal")


def _spelled(indices: DenseAttr) -> str:
    return "x".join(map(str, indices.type.sizes))


def _attribute(indices: DenseAttr, values: DenseAttr, of: TensorType) -> DenseAttr:
    def make() -> np.ndarray:
        """Of two values for one place, the first one holds."""
        array = np.zeros(of.sizes, of.dtype)
        places = indices.array.reshape(values.type.size, of.rank)[::-1]
        steps = np.array([prod(of.sizes[axis + 1 :]) for axis in range(of.rank)], np.int64)
        array.reshape(-1)[places @ steps] = values.array[::-1]
        return array

    return DenseAttr(of, make=make, sparse=(indices, values))
