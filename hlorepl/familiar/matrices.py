"""Triangles, diagonals, and matrices that are made of their size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.types import ELEMENTS, TensorType
from .reductions import reduced
from .shapes import part
from .table import converted, element_of, familiar, filled, refuse, tensor

if TYPE_CHECKING:
    from ..ir.core import Value
    from ..ops.builder import Builder
    from .table import Axis, Dtype

_F32, _I32 = ELEMENTS["f32"], ELEMENTS["i32"]


def _diagonal_mask(b: Builder, sizes: tuple[int, ...], direction: str, k: int) -> Value:
    """Where row + k stands to column as the direction says, in the last two dimensions."""
    of = TensorType(sizes[-2:], _I32)
    rows, columns = (b.value("iota", iota_dimension=axis, types=[of]) for axis in (0, 1))
    return b.value("compare", b.value("add", rows, k), columns, comparison_direction=direction)


def _kept(b: Builder, x: Value, direction: str, k: int) -> Value:
    of = tensor(x)
    if of.rank < 2:
        refuse(f"{of} is no matrix")
    mask = b.broadcast(_diagonal_mask(b, of.sizes, direction, k), of.sizes)
    return b.value("select", mask, x, filled(b, 0, of.sizes, element_of(x)))


@familiar("tril")
def tril(b: Builder, x: Value, k: int = 0) -> Value:
    """The lower triangle, zero above it."""
    return _kept(b, x, "GE", k)


@familiar("triu")
def triu(b: Builder, x: Value, k: int = 0) -> Value:
    """The upper triangle, zero below it."""
    return _kept(b, x, "LE", k)


@familiar("diag")
def diag(b: Builder, x: Value) -> Value:
    """A matrix with these elements on its diagonal; of a matrix, its diagonal."""
    of = tensor(x)
    if of.rank == 1:
        square = b.value("broadcast_in_dim", x, broadcast_dimensions=[1], types=[of.with_shape((of.sizes[0],) * 2)])
        return b.value(
            "select",
            _diagonal_mask(b, (of.sizes[0],) * 2, "EQ", 0),
            square,
            filled(b, 0, (of.sizes[0],) * 2, element_of(x)),
        )
    return diagonal(b, x)


@familiar("diagonal")
def diagonal(b: Builder, x: Value) -> Value:
    """The diagonal of a matrix."""
    of = tensor(x)
    if of.rank != 2:
        refuse(f"{of} is no matrix")
    count = min(of.sizes)
    corner = part(b, part(b, x, 0, 0, count), 1, 0, count)
    mask = _diagonal_mask(b, (count, count), "EQ", 0)
    if element_of(x).is_bool:
        return reduced(b, "or", 0, b.value("and", mask, corner), 1)
    return reduced(b, "add", 0, b.value("select", mask, corner, filled(b, 0, (count, count), element_of(x))), 1)


@familiar("trace")
def trace(b: Builder, x: Value) -> Value:
    """The sum of the diagonal of a matrix."""
    return reduced(b, "add", 0, diagonal(b, x), None)


@familiar("eye", "identity")
def eye(b: Builder, n: int, m: Axis = None, dtype: Dtype = _F32) -> Value:
    """A matrix with ones on its diagonal, n x n or n x m."""
    return converted(b, _diagonal_mask(b, (n, n if m is None else m), "EQ", 0), dtype)


@familiar("tri")
def tri(b: Builder, n: int, m: Axis = None, k: int = 0, dtype: Dtype = _F32) -> Value:
    """A matrix with ones on and below its diagonal."""
    return converted(b, _diagonal_mask(b, (n, n if m is None else m), "GE", k), dtype)
