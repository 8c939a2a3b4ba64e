"""Copies of ops, with values of their own: what is done to them is not done to the program that they come from."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .core import Block, Op, Region, Value

    #: The ops that stand in the place of one, with values for its results among those given; None for a copy of it.
    Rewrite = Callable[[Op, dict[Value, Value]], list[Op] | None]


def copies(ops: Iterable[Op], values: dict[Value, Value], rewrite: Rewrite | None = None) -> list[Op]:
    """The ops and all that is in them, in order; ``values`` gets the copy of each value. Attributes and types are shared.

    Operands that have no copy there come from outside, and stay what they are. ``rewrite`` is asked of each op before it is copied.
    """
    found: list[Op] = []
    for op in ops:
        others = rewrite(op, values) if rewrite is not None else None
        found += [_op(op, values, rewrite)] if others is None else others
    return found


def _op(op: Op, values: dict[Value, Value], rewrite: Rewrite | None) -> Op:
    found = copy(op)
    found.operands = [values.get(value, value) for value in op.operands]
    found.attributes = dict(op.attributes)
    found.regions = [_region(region, values, rewrite) for region in op.regions]
    found.results = [_value(value, found, values) for value in op.results]
    return found


def _value(value: Value, owner: Op | Block, values: dict[Value, Value]) -> Value:
    found = values[value] = copy(value)
    found.owner = owner
    return found


def _region(region: Region, values: dict[Value, Value], rewrite: Rewrite | None) -> Region:
    blocks: list[Block] = []
    for block in region.blocks:
        made = copy(block)
        made.arguments = [_value(value, made, values) for value in block.arguments]
        made.ops = copies(block.ops, values, rewrite)
        blocks.append(made)
    found = copy(region)
    found.blocks = blocks
    return found
