"""A program, or a piece of one, in f64: every float type becomes f64, every complex one complex<f64>."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.attributes import ArrayAttr, DenseAttr, FunctionTypeAttr, TypeAttr
from ..ir.copying import copies
from ..ir.types import ELEMENTS, FunctionType, QuantizedType, TensorType, TupleType
from ..kernels.casts import convert

if TYPE_CHECKING:
    from ..ir.attributes import Attribute
    from ..ir.core import Block, Function, Op, Value
    from ..ir.types import Type

F64, C128 = ELEMENTS["f64"], ELEMENTS["complex<f64>"]


def wide_type(of: Type) -> Type:
    """A type in f64; integers, truth values and quantized numbers stay."""
    if isinstance(of, TupleType):
        return TupleType(tuple(map(wide_type, of.types)))
    if not isinstance(of, TensorType) or isinstance(of.element, QuantizedType):
        return of
    element = of.element
    wide = F64 if element.is_float else C128 if element.is_complex else element
    return of if wide is element else TensorType(of.shape, wide, of.bounds, of.encoding)


def wide_array(array: Any) -> Any:
    """Numbers in f64; others as they are."""
    if isinstance(array, tuple):
        return tuple(map(wide_array, array))
    if array is None or array.dtype.kind in "biu":
        return array
    if array.dtype.kind == "c":
        return array.astype(np.complex128)
    return array if "int" in array.dtype.name else array.astype(np.float64)


def narrowed(array: Any, dtype: Any) -> Any:
    """An array of another float type, rounded once."""
    if array is None or array.dtype == dtype:
        return array
    with np.errstate(all="ignore"):
        return convert(np, array, dtype)


def widen(function: Function) -> Function:
    """A copy of a function in f64. What it calls stays as it is."""
    (found,) = copies([function], {})
    for op in found.walk():
        widen_op(op)
    found.argument_attributes = [{} for _ in found.argument_attributes]  # type: ignore[attr-defined]
    return found  # type: ignore[return-value]


def widen_op(op: Op) -> None:
    """Let an op, without what is in its regions, be of f64."""
    for value in op.results:
        _widen_value(value)
    for region in op.regions:
        for block in region.blocks:
            _widen_block(block)
    op.attributes = {name: _wide_attribute(value) for name, value in op.attributes.items()}
    op.decoded = None


def _widen_block(block: Block) -> None:
    for value in block.arguments:
        _widen_value(value)


def _widen_value(value: Value) -> None:
    value.type = wide_type(value.type)


def _wide_attribute(value: Attribute) -> Attribute:
    if isinstance(value, DenseAttr):
        of = wide_type(value.type)
        if of is value.type:
            return value
        assert isinstance(of, TensorType)
        return DenseAttr(of, wide_array(value.array))
    if isinstance(value, FunctionTypeAttr):
        inputs, results = (tuple(map(wide_type, types)) for types in (value.type.inputs, value.type.results))
        return FunctionTypeAttr(FunctionType(inputs, results))
    if isinstance(value, TypeAttr):
        return TypeAttr(wide_type(value.type))
    if isinstance(value, ArrayAttr):
        return ArrayAttr([_wide_attribute(item) for item in value.items])
    return value
