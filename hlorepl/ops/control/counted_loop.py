"""``while`` in one go: carried arrays are handed on, and a loop that only counts tests nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...ir.attributes import DenseAttr, EnumAttr
from ...ir.core import Op
from ...ir.types import TensorType

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.core import Value
    from ..annotations import Region

    Rounds = Callable[[list[Any], list[Any]], int]


class Loop:
    """Runs ``cond`` and ``body`` on a list of carried values; nobody else holds what is only carried."""

    __slots__ = ("body", "cond", "count", "counter")

    def __init__(self, op: Op, cond: Region, body: Region):
        self.cond = cond
        self.body = body
        self.counter = _counter(op, cond)
        self.count = len(op.operands)

    def __call__(self, arguments: list[Any], context: Any) -> tuple[Any, ...]:
        state, captured = arguments[: self.count], arguments[self.count :]
        arguments.clear()
        cond, body = self.cond.plan, self.body.plan
        if self.counter is not None:
            return _rounds(body, self.counter(state, captured), state, captured, context)
        while cond.run([*state, *captured], context)[0]:
            given = state + captured
            state.clear()
            state = list(body.run(given, context))
        return tuple(state)


def _rounds(body: Any, rounds: int, state: list[Any], captured: list[Any], context: Any) -> tuple[Any, ...]:
    """So many runs of the body; from the third on the quickest way to run it is known."""
    run = body.run
    for done in range(rounds):
        if done == 2:
            run = body.quickest(context)
        if captured:
            state += captured
        state = list(run(state, context))
    return tuple(state)


def _counter(op: Op, condition: Region) -> Rounds | None:
    """How many rounds a loop will make, where its shape says so: ``i < limit`` and ``i + 1``, the limit unchanging.

    The condition is not run then, so it must be pure; the body is, as often as ever.
    """
    cond, body = condition.pure_block, op.regions[1].block
    if cond is None or cond.terminator is None or body.terminator is None or len(cond.terminator.operands) != 1:
        return None
    test = _owner(cond.terminator.operands[0])
    if test is None or test.name != "stablehlo.compare" or len(test.operands) != 2:
        return None
    direction = test.attributes.get("comparison_direction")
    if not isinstance(direction, EnumAttr) or direction.value != "LT":
        return None
    index, limit = test.operands
    if index not in cond.arguments or not _is_integer(index):
        return None
    place = cond.arguments.index(index)
    if not _counts_up(body.arguments[place], body.terminator.operands[place]):
        return None
    return _limit_of(op, condition.captures, limit, place)


def _owner(value: Value) -> Op | None:
    return value.owner if isinstance(value.owner, Op) else None


def _is_integer(value: Value) -> bool:
    return isinstance(value.type, TensorType) and value.type.shape == () and value.type.element.is_integer


def _counts_up(before: Value, after: Value) -> bool:
    step = _owner(after)
    if step is None or step.name != "stablehlo.add" or before not in step.operands:
        return False
    other = step.operands[1] if step.operands[0] is before else step.operands[0]
    return _constant(other) == 1


def _constant(value: Value) -> int | None:
    op = _owner(value)
    if op is None or op.name != "stablehlo.constant":
        return None
    attribute = op.attributes.get("value")
    return int(attribute.array) if isinstance(attribute, DenseAttr) and attribute.type.shape == () else None


def _limit_of(op: Op, captures: list[Value], limit: Value, place: int) -> Rounds | None:
    cond, body = (region.block for region in op.regions)
    fixed = _constant(limit)
    if fixed is not None:
        return lambda state, captured: max(0, fixed - int(state[place]))
    if limit in cond.arguments:
        where = cond.arguments.index(limit)
        assert body.terminator is not None
        if body.terminator.operands[where] is body.arguments[where]:
            return lambda state, captured: max(0, int(state[where]) - int(state[place]))
        return None
    if limit in captures:
        at = captures.index(limit)
        return lambda state, captured: max(0, int(captured[at]) - int(state[place]))
    return None
