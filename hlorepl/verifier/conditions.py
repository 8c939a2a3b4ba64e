"""Choices that differ between the processes of a grid, by which some come to a collective op and others do not: followed through calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import HloWarning
from ..ops import registry
from ..ops.purity import reached

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..errors import HloError
    from ..ir.core import Block, Function, Op, Value

#: Ops that run regions by what a value says, with the number of the operand that says it (None: the first region gives it).
_CHOOSES: dict[str, int | None] = {"stablehlo.if": 0, "stablehlo.case": 0, "stablehlo.while": None}


def chosen_apart(functions: Iterable[Function]) -> Iterator[HloError]:
    """A warning for each choice on the way to a collective op that processes may make differently."""
    differing = Differing()
    for function in functions:
        if not function.is_declaration:
            differing.results_of(function, frozenset())
    return iter(differing.found.values())


class Differing:
    """Which values differ between processes. What processes are given from outside is taken to be the same."""

    def __init__(self) -> None:
        self.found: dict[int, HloError] = {}
        self._known: dict[tuple[int, frozenset[int]], list[bool]] = {}
        self._differs: set[int] = set()

    def results_of(self, function: Function, arguments: frozenset[int]) -> list[bool]:
        """Which results of a function differ where some of its arguments, by their numbers, do."""
        key = id(function), arguments
        if key not in self._known:
            self._known[key] = [False] * len(function.type.results)  # where it calls itself
            outside, self._differs = self._differs, {id(function.body.arguments[number]) for number in arguments}
            self._in_block(function.body)
            last = function.body.terminator
            self._known[key] = [id(value) in self._differs for value in (last.operands if last is not None else ())]
            self._differs = outside
        return self._known[key]

    def _in_block(self, block: Block) -> None:
        for op in block.ops:
            before = -1
            while before != len(self._differs):  # what a turn of a loop gives, the next one takes
                before = len(self._differs)
                self._in_op(op)
                if not op.regions:
                    break

    def _in_op(self, op: Op) -> None:
        spec = registry.of(op)
        is_split = spec is not None and spec.apart == "region"
        for block in _blocks(op):
            self._enter(op, block, is_split)
            self._in_block(block)
        if op.name in _CHOOSES and self._chooses_apart(op) and _meets(op):
            message = "what is chosen here differs between processes, and the others wait in a collective op"
            self.found.setdefault(id(op), HloWarning(message, op.span_of("name"), "grid.condition"))
        if spec is not None and spec.apart == "results":
            self._differs.update(map(id, op.results))
        elif spec is not None and (spec.collective or is_split):
            pass  # what all of a group have brought together is the same for all
        elif op.callees:
            self._called(op)
        elif self._any(op.operands) or any(self._any(_ends(block)) for block in _blocks(op)):
            self._differs.update(map(id, op.results))

    def _enter(self, op: Op, block: Block, is_split: bool) -> None:
        """The state of a loop differs where what it begins with does, or what a turn gives; of what regions run on, any may."""
        if op.name != "stablehlo.while":
            if is_split or self._any(op.operands):
                self._differs.update(map(id, block.arguments))
            return
        apart = self._chooses_apart(op)
        for argument, *given in zip(block.arguments, op.operands, _ends(op.regions[1].block), strict=False):
            if apart or self._any(given):
                self._differs.add(id(argument))

    def _called(self, op: Op) -> None:
        """What callees give differs where they say so; of ops that take other arguments than their callees, wherever any does."""
        for function in op.callees:
            if function.is_declaration:
                found = [self._any(op.operands)] * len(op.results)
            else:
                count = len(function.body.arguments)
                numbers = (k for k in range(count) if self._any(op.operands[k : k + 1]))
                found = self.results_of(function, frozenset(numbers))
            differing = [value for value, is_apart in zip(op.results, found, strict=False) if is_apart]
            self._differs.update(map(id, differing))

    def _chooses_apart(self, op: Op) -> bool:
        number = _CHOOSES[op.name]
        return self._any(op.operands[number : number + 1] if number is not None else _ends(op.regions[0].block))

    def _any(self, values: Iterable[Value]) -> bool:
        return any(id(value) in self._differs for value in values)


def _blocks(op: Op) -> list[Block]:
    return [block for region in op.regions for block in region.blocks]


def _ends(block: Block) -> list[Value]:
    """What a block returns."""
    return list(block.terminator.operands) if block.terminator is not None else []


def _meets(op: Op) -> bool:
    """Whether an op may run one that waits for other processes."""
    inside = (each for each in reached([op]) if each is not None and each is not op)
    return any(spec is not None and spec.waits for spec in map(registry.of, inside))
