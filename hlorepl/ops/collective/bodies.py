"""Computations that processes bring to one meeting: the same ones, however their values are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...ir.core import Block, Op, Value

#: Ops that give the same whichever operand comes first.
COMMUTING = frozenset(f"stablehlo.{name}" for name in ("add", "multiply", "maximum", "minimum", "and", "or", "xor"))


def are_alike(one: Block | None, other: Block | None) -> bool:
    """Whether two computations do the same, as far as their texts tell."""
    return one is other or outline(one) == outline(other)


def outline(block: Block | None) -> str:
    """What a computation does, without the names that values have in it."""
    return "" if block is None else _block(block, {})


def _block(block: Block, numbers: dict[int, int]) -> str:
    arguments = ", ".join(_defined(value, numbers) for value in block.arguments)
    return f"({arguments}) {{{'; '.join(_op(op, numbers) for op in block.ops)}}}"


def _op(op: Op, numbers: dict[int, int]) -> str:
    operands = [str(numbers.get(id(value), f"outside {value.type}")) for value in op.operands]
    if op.name in COMMUTING:
        operands.sort()
    attributes = sorted(f"{name} = {value}" for name, value in op.attributes.items() if "." not in name)
    regions = [_block(block, numbers) for region in op.regions for block in region.blocks]
    results = ", ".join(_defined(value, numbers) for value in op.results)
    return f"{results} = {op.name}({', '.join(operands)}) {', '.join(attributes)} {' '.join(regions)}"


def _defined(value: Value, numbers: dict[int, int]) -> str:
    numbers[id(value)] = len(numbers)
    return f"{numbers[id(value)]}: {value.type}"
