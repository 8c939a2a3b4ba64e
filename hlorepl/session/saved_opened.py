"""An opened function as it is now: its statements in their order, on what their names mean, under its own symbol and signature."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from ..engine.region_functions import free_values
from ..ir.copying import copies
from ..ir.core import Block, Function, Module, Op, Region, Value
from ..recursion import room

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .opened import Opened, Piece
    from .state import State


def changed_functions(state: State) -> dict[int, Function]:
    """The opened functions that are still the session's, as they are now, by the ids of what they were."""
    known = {id(op) for _, op in state.symbols.walk()}
    opened = [each for each in state.opened if each.function is not None and id(each.function) in known]
    return {id(each.function): Writing(state, each).function() for each in opened}


def with_changed(ops: Iterable[Op], changed: dict[int, Function]) -> list[Op]:
    """The ops of a module with other functions in the places of some."""
    return [_changed(op, changed) for op in ops]


def _changed(op: Op, changed: dict[int, Function]) -> Op:
    if id(op) in changed:
        return changed[id(op)]
    if not isinstance(op, Module):
        return op
    inner = with_changed(op.body.ops, changed)
    if all(new is old for new, old in zip(inner, op.body.ops, strict=True)):
        return op
    found, block = copy(op), copy(op.body)
    block.ops = inner
    found.regions = [Region([block], op.regions[0].span)]
    return found


class Writing:
    """Puts a function together again.

    A statement reads what its names mean now, also where it was not computed again. Whatever else they mean, of the session's own
    statements, comes before it.
    """

    def __init__(self, state: State, opened: Opened):
        self.state = state
        self.opened = opened
        self._ops: list[Op] = []
        self._now: dict[str, Value] = {}
        self._written: dict[int, Value] = {}
        self._taken: set[str] = set()

    def function(self) -> Function:
        """The function; values of the session that are no constants stand in it as the ops that made them."""
        before = self.opened.function
        assert before is not None
        found, block = copy(before), copy(before.body)
        block.arguments = [
            self._argument(*each, block) for each in zip(before.arguments, self.opened.arguments, strict=True)
        ]
        with room():
            for piece in self.opened.pieces:
                self._piece(piece)
            results = [self._value(name) for name in self.opened.results]
        last = before.body.terminator
        ends = []
        if last is not None:
            end = copy(last)
            end.operands = results
            ends = [end]
        block.ops = [*self._ops, *ends]
        found.regions = [Region([block], before.regions[0].span)]
        return found

    def _argument(self, argument: Value, bound: tuple[str, Value], block: Block) -> Value:
        name, value = bound
        made = Value(self._name(name), argument.type, argument.span, block)
        made.location = argument.location
        self._written[id(value)] = made
        now = self.state.names.get(name)
        owner = None if now is None else now.value.owner
        if now is None or now.value is value or not isinstance(owner, Op) or owner.name == "stablehlo.constant":
            self._now[name] = made  # another value for the argument is not another program
        return made

    def _name(self, name: str) -> str:
        base, mark, index = name.partition("#")
        found, number = base, 1
        while found in self._taken:
            found, number = f"{base}_{number}", number + 1
        if not mark or index == "0":
            self._taken.add(found)
        return f"{found}{mark}{index}"

    def _piece(self, piece: Piece) -> None:
        if not piece.ops or not piece.is_current(self.state.names):
            return
        reads = [(old, self._value(name)) for name, old in piece.reads]
        values = dict(reads)
        is_as_read = all(self._written.get(id(old)) is new for old, new in reads)
        self._ops += copies(piece.ops, values)
        for name, old in piece.binds:
            made = values[old]
            made.name = name
            self._taken.add(name.partition("#")[0])
            bound = self.state.names.get(name)
            if bound is not None and bound.value is old:
                made.type = bound.declared
                self._now[name] = made
            if is_as_read:
                self._written[id(old)] = made

    def _value(self, name: str) -> Value:
        """What a name means now, written down where it was not yet."""
        if name not in self._now:
            self._now[name] = self._placed(self.state.names[name].value)
        return self._now[name]

    def _placed(self, value: Value) -> Value:
        """A value by the op that made it, and what that read."""
        found = self._written.get(id(value))
        if found is not None or not isinstance(value.owner, Op):
            return value if found is None else found
        block = Block()
        block.ops = [value.owner]
        values = {each: self._placed(each) for each in free_values([Region([block])])}
        self._ops += copies([value.owner], values)
        for old in value.owner.results:
            made = values[old]
            made.name = self._name(old.name) if old.name else ""
            self._written[id(old)] = made
        return self._written[id(value)]
