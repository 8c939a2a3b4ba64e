"""Copies of ops, with values of their own: what is done to them is not done to the program that they come from."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .core import Block, Op, Region, Value


def copies(ops: Iterable[Op], values: dict[Value, Value]) -> list[Op]:
    """The ops and all that is in them, in order; ``values`` gets the copy of each value. Attributes and types are shared.

    Operands that have no copy there come from outside, and stay what they are.
    """
    return [_op(op, values) for op in ops]


def _op(op: Op, values: dict[Value, Value]) -> Op:
    found = copy(op)
    found.operands = [values.get(value, value) for value in op.operands]
    found.attributes = dict(op.attributes)
    found.regions = [_region(region, values) for region in op.regions]
    found.results = [_value(value, found, values) for value in op.results]
    return found


def _value(value: Value, owner: Op | Block, values: dict[Value, Value]) -> Value:
    found = values[value] = copy(value)
    found.owner = owner
    return found


def _region(region: Region, values: dict[Value, Value]) -> Region:
    blocks: list[Block] = []
    for block in region.blocks:
        made = copy(block)
        made.arguments = [_value(value, made, values) for value in block.arguments]
        made.ops = copies(block.ops, values)
        blocks.append(made)
    found = copy(region)
    found.blocks = blocks
    return found
