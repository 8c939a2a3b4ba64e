"""Regions and functions as callables: run once as they are, or on whole arrays at a time."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..ops.purity import is_pure
from .context import NOBODYS
from .vectorised import Vectorised

if TYPE_CHECKING:
    from ..ir.core import Block, Region, Value
    from .context import RunContext
    from .planner import Plan, Planner


def free_values(regions: list[Region]) -> list[Value]:
    """The values that regions use and do not define, in order of their first use."""
    defined: set[int] = set()
    found: dict[int, Value] = {}
    for region in regions:
        for block in region.blocks:
            _free_in_block(block, defined, found)
    return list(found.values())


def _free_in_block(block: Block, defined: set[int], found: dict[int, Value]) -> None:
    defined.update(map(id, block.arguments))
    for op in block.ops:
        for value in op.operands:
            if id(value) not in defined:
                found.setdefault(id(value), value)
        for region in op.regions:
            for inner in region.blocks:
                _free_in_block(inner, defined, found)
        defined.update(map(id, op.results))


class RegionFunction:
    """A region (or a function's body) that can be called, within a run.

    ``captured`` are the arrays of the values it uses from outside, ``context`` is the run's.
    """

    __slots__ = ("_facts", "block", "captured", "captures", "context", "planner")

    def __init__(
        self,
        planner: Planner,
        block: Block,
        captures: list[Value],
        captured: tuple[Any, ...] = (),
        context: RunContext = NOBODYS,
        facts: Facts | None = None,
        name: str = "",
    ):
        self.planner = planner
        self.block = block
        self.captures = captures
        self.captured = captured
        self.context = context
        self._facts = facts or Facts(self, name)

    def within(self, context: RunContext, captured: tuple[Any, ...] = ()) -> RegionFunction:
        """The same region in a run, with the arrays that it captures there."""
        captured = captured if self.captures else ()
        return RegionFunction(self.planner, self.block, self.captures, captured, context, self._facts)

    def part(self, block: Block) -> RegionFunction:
        """A region of some of this one's ops, in a block that was put together of them."""
        return RegionFunction(self.planner, block, self.captures, self.captured, self.context)

    @property
    def plan(self) -> Plan:
        return self._facts.plan

    @property
    def argument_types(self) -> list[Any]:
        return [value.type for value in self.block.arguments]

    @property
    def result_types(self) -> list[Any]:
        return self._facts.result_types

    @property
    def pure_block(self) -> Block | None:
        """The body as it is written, for whoever runs something else in its place; None where that could be noticed."""
        return self._facts.pure_block

    @property
    def single_op(self) -> str | None:
        """The only op's name, when the body is one op of its arguments in order."""
        return self._facts.single_op

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        return self._facts.plan.run([*arrays, *self.captured], self.context)

    def run(self, arguments: list[Any], context: RunContext) -> tuple[Any, ...]:
        """Run on a list, which is emptied, of arguments and then what the region captures."""
        return self._facts.plan.run(arguments, context)

    def over(self, *arrays: Any) -> tuple[Any, ...]:
        """Run a body of rank-0 values at each place of whole arrays; one that is not pure, once for each, in order."""
        return self._facts.over(arrays, self.captured, self.context)


class Facts:
    """What follows from a region alone, whatever arrays it captures: worked out when it is asked for, once."""

    def __init__(self, region: RegionFunction, name: str = ""):
        self.planner = region.planner
        self.name = name
        self.block = region.block
        self.captures = region.captures
        self.over = Vectorised(self)

    @cached_property
    def plan(self) -> Plan:
        return self.planner.plan_block(self.block, self.captures, self.name)

    @cached_property
    def result_types(self) -> list[Any]:
        last = self.block.terminator
        return [value.type for value in last.operands] if last is not None else []

    @cached_property
    def pure_block(self) -> Block | None:
        return self.block if is_pure(self.block) else None

    @cached_property
    def single_op(self) -> str | None:
        return None if self.pure_block is None else _single_op(self.pure_block)


def _single_op(block: Block) -> str | None:
    if len(block.ops) != 2:
        return None
    op, last = block.ops
    if op.operands != block.arguments or last.operands != op.results or op.regions:
        return None
    return op.name if not any("." not in name for name in op.attributes) else None
