"""Tensors that are made of a shape, and those made of a few numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..ir.types import ELEMENTS, ElementType, TensorType
from .shapes import expand_dims
from .table import converted, element_of, familiar, filled, refuse, sizes_of, tensor

if TYPE_CHECKING:
    from ..ir.core import Value
    from ..ops.builder import Builder
    from .table import Dtype, Shape

_F32, _I32 = ELEMENTS["f32"], ELEMENTS["i32"]


@familiar("zeros", "empty", op="constant")
def zeros(b: Builder, shape: Shape, dtype: Dtype = _F32) -> Value:
    """Zeros in a shape, of f32 where no type is given."""
    return full(b, shape, 0, dtype)


@familiar("ones", op="constant")
def ones(b: Builder, shape: Shape, dtype: Dtype = _F32) -> Value:
    """Ones in a shape."""
    return full(b, shape, 1, dtype)


@familiar("full", op="constant")
def full(b: Builder, shape: Shape, fill_value: float, dtype: Dtype | None = None) -> Value:
    """One number in a shape; without a type i32, or f32 for one with a point."""
    sizes = sizes_of(shape)
    if any(size < 0 for size in sizes):
        refuse("a size is below zero")
    return filled(b, fill_value, sizes, dtype or (_F32 if isinstance(fill_value, float) else _I32))


@familiar("zeros_like", "empty_like")
def zeros_like(b: Builder, x: Value) -> Value:
    """Zeros in the shape of a tensor, and of its elements' type."""
    return filled(b, 0, tensor(x).sizes, element_of(x))


@familiar("ones_like")
def ones_like(b: Builder, x: Value) -> Value:
    """Ones in the shape of a tensor, and of its elements' type."""
    return filled(b, 1, tensor(x).sizes, element_of(x))


@familiar("full_like")
def full_like(b: Builder, x: Value, fill_value: float) -> Value:
    """One number in the shape of a tensor, and of its elements' type."""
    return filled(b, fill_value, tensor(x).sizes, element_of(x))


@familiar("arange", "range", op="iota")
def arange(b: Builder, start: float, stop: float | None = None, step: float = 1, dtype: Dtype | None = None) -> Value:
    """The numbers from start (or from 0, where only one is given) to before stop; i32, or f32 where one has a point."""
    begin, end = (0, start) if stop is None else (start, stop)
    element = dtype or (_F32 if any(isinstance(each, float) for each in (begin, end, step)) else _I32)
    if not step:
        refuse("a step is not zero")
    count = max(0, int(np.ceil((end - begin) / step)))
    return _steps(b, begin, step, count, element)


def _steps(b: Builder, begin: float, step: float, count: int, element: ElementType) -> Value:
    found = b.value("iota", iota_dimension=0, types=[TensorType((count,), element)])
    found = found if step == 1 else b.value("multiply", found, step)
    return b.value("add", found, begin) if begin else found


@familiar("linspace", op="iota")
def linspace(b: Builder, start: float, stop: float, num: int = 50, dtype: Dtype = _F32) -> Value:
    """So many numbers from start to stop, both among them, at equal distances."""
    return _steps(b, float(start), (stop - start) / max(1, num - 1), num, dtype)


@familiar("one_hot")
def one_hot(b: Builder, x: Value, num_classes: int, dtype: Dtype = _F32) -> Value:
    """For each whole number a row of zeros with a one at its place."""
    of = tensor(x)
    places = b.value("iota", iota_dimension=of.rank, types=[TensorType((*of.sizes, num_classes), element_of(x))])
    return converted(b, b.value("compare", expand_dims(b, x, -1), places, comparison_direction="EQ"), dtype)


@familiar("meshgrid")
def meshgrid(b: Builder, x: Value, y: Value) -> tuple[Value, Value]:
    """The coordinates of a grid, two results: x along rows, y along columns (indexing xy)."""
    sizes = tensor(y).size, tensor(x).size
    columns = b.value("broadcast_in_dim", x, broadcast_dimensions=[1], types=[tensor(x).with_shape(sizes)])
    rows = b.value("broadcast_in_dim", y, broadcast_dimensions=[0], types=[tensor(y).with_shape(sizes)])
    return columns, rows
