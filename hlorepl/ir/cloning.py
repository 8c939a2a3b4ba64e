"""Ops once more, on other values."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from .core import Block, Region, Value

if TYPE_CHECKING:
    from .core import Op


def cloned(op: Op, values: dict[int, Value]) -> Op:
    """The op on what stands in ``values`` for its operands, by their ids; its results enter there. All else is shared."""
    found = copy(op)
    found.operands = [values.get(id(value), value) for value in op.operands]
    found.results = [_again(value, found, values) for value in op.results]
    if op.regions and _reads_any(op, values):
        found.regions = [_region(region, values) for region in op.regions]
    return found


def _again(value: Value, owner: Op | Block, values: dict[int, Value]) -> Value:
    found = values[id(value)] = Value(value.name, value.type, value.span, owner)
    found.location = value.location
    return found


def _reads_any(op: Op, values: dict[int, Value]) -> bool:
    return any(id(value) in values for inner in op.walk() if inner is not op for value in inner.operands)


def _region(region: Region, values: dict[int, Value]) -> Region:
    found = Region(span=region.span)
    for block in region.blocks:
        copied = copy(block)
        copied.arguments = [_again(value, copied, values) for value in block.arguments]
        copied.ops = [cloned(op, values) for op in block.ops]
        found.blocks.append(copied)
    return found
