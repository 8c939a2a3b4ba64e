"""Operands whose values stand in the program: what a rule can decide by before anything runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ir.attributes import ArrayAttr, DenseArrayAttr, DenseAttr, IntegerAttr
from ..ir.core import Op
from .registry import of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.attributes import Attribute
    from ..ir.types import Extent

#: The ops that make a value which is written, and the attribute that it is written in.
_CONSTANTS = {
    "stablehlo.constant": "value",
    "chlo.constant": "value",
    "arith.constant": "value",
    "shape.const_shape": "shape",
    "shape.const_size": "value",
}

#: Whether all numbers of an array are one is asked of no more than this.
_LOOKED_AT = 4096


def host_ints(values: Any) -> list[int]:
    """The numbers of a small integer array (an operand that says where or how large) as Python's."""
    return [int(value) for value in values.ravel().tolist()]


def numbers_of(attribute: Attribute | None) -> list[int] | None:
    """The integers of an attribute that holds some, in order."""
    if isinstance(attribute, DenseAttr):
        return host_ints(attribute.array) if attribute.is_list else None
    if isinstance(attribute, DenseArrayAttr):
        return [int(value) for value in attribute.values]
    items = attribute.items if isinstance(attribute, ArrayAttr) else [attribute]
    found = [item.value for item in items if isinstance(item, IntegerAttr)]
    return found if len(found) == len(items) else None


def written(op: Op, index: int) -> list[int] | None:
    """The numbers of an operand of integers that is a constant, in order; None of any other."""
    maker = op.operands[index].owner
    if not isinstance(maker, Op) or maker.name not in _CONSTANTS:
        return None
    return numbers_of(maker.attributes.get(_CONSTANTS[maker.name]))


def written_number(op: Op | None, index: int) -> Any:
    """The one number that an operand is known to hold at every place, however it is repeated; None where none is known."""
    maker = None if op is None else op.operands[index].owner
    while isinstance(maker, Op):
        spec = of(maker)
        if maker.name in _CONSTANTS:
            value = maker.attributes.get(_CONSTANTS[maker.name])
            return _only(value.array) if isinstance(value, DenseAttr) and not value.type.element.is_quantized else None
        if spec is None or not (spec.spreads or spec.identity and len(maker.operands) == 1):
            return None
        maker = maker.operands[0].owner
    return None


def _only(array: Any) -> Any:
    """The number at every place of an array, seen by its bits; None where there is another one."""
    if not array.size:
        return None
    first = array.ravel()[:1]
    is_one = (
        array.size == 1
        or not any(array.strides)
        or array.size <= _LOOKED_AT
        and array.tobytes() == first.tobytes() * array.size
    )
    return first[0] if is_one else None


def written_each(op: Op, index: int, count: int) -> Sequence[int | None]:
    """The numbers of an operand of ``count`` integers; None for each while they are not known."""
    found = written(op, index)
    return (None,) * count if found is None or len(found) != count else found


def written_shape(op: Op, index: int = -1) -> tuple[Extent, ...] | None:
    """What an operand of rank 1 says of a shape: sizes where it is a constant, else how many there are, if that is known."""
    found = written(op, index)
    if found is not None:
        return tuple(found)
    count = op.operands[index].type.shape[0]  # type: ignore[attr-defined]
    return None if count is None else (None,) * count
