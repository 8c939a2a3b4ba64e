"""``while`` in one go, called or written out: carried arrays are handed on, and a loop that only counts tests nothing."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from ...ir.attributes import DenseAttr, EnumAttr
from ...ir.core import Op
from ...ir.types import TensorType
from ..flow import Rounds, Turning

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...ir.core import Value
    from ..annotations import Region
    from ..flow import Code, Run


class Loop(Turning):
    """Runs ``cond`` and ``body`` on a list of carried values; nobody else holds what is only carried.

    After the first round, when more of them come, it goes on as ``whole``: as code in which the regions stand.
    """

    __slots__ = ("body", "cond", "count", "counter", "made", "part", "whole")

    def __init__(
        self,
        op: Op,
        cond: Region,
        body: Region,
        whole: Callable[[], Run | None],
        part: Callable[[Rounds], Run | None],
    ):
        self.cond = cond
        self.body = body
        self.counter = _counter(op, cond)
        self.count = len(op.operands)
        self.whole = whole
        self.part = part
        self.made: Run | None = None

    def __call__(self, arguments: list[Any], context: Any) -> tuple[Any, ...]:
        if self.made is not None and not context.is_counted:
            return self.made(arguments, context)
        state, captured = arguments[: self.count], arguments[self.count :]
        arguments.clear()
        cond, body = self.cond.plan, self.body.plan
        rounds = -1 if self.counter is None else self.counter.rounds(state, captured)
        if 0 <= rounds <= _FEW:
            for _turn in range(rounds):
                state = _once(body, state, captured, context)
            return tuple(state)
        turn = 0  # for whoever asks where this was interrupted (``engine/whereabouts.py``)
        if rounds > _FEW or cond.run([*state, *captured], context)[0]:
            state = _once(body, state, captured, context)
            turn = 1
            self.made = None if context.is_counted else self.whole()
            if self.made is not None:
                state += captured
                return self.made(state, context)
        if rounds > _FEW:
            return _rounds(body, rounds - 1, state, captured, context)
        while cond.run([*state, *captured], context)[0]:
            state = _once(body, state, captured, context)
            turn += 1
        return tuple(state)

    def rounds(self, arguments: Sequence[Any]) -> int | None:
        if self.counter is None:
            return None
        return self.counter.rounds([*arguments[: self.count]], [*arguments[self.count :]])

    def first(self, arguments: list[Any], context: Any, turns: int) -> tuple[Any, ...] | None:
        state, captured = arguments[: self.count], arguments[self.count :]
        arguments.clear()
        cond, body = self.cond.plan, self.body.plan
        for turn in range(turns):
            if turn == _FEW and self._has_room(state, captured, context):
                rounds = Rounds(turns - turn)
                run = self.part(rounds)
                if run is not None:
                    state += captured
                    counted, context.is_counted = context.is_counted, False
                    try:
                        found = run(state, context)
                    finally:
                        context.is_counted = counted
                    return found if rounds.all_came else None
            if not cond.run([*state, *captured], context)[0]:
                return None
            state = _once(body, state, captured, context)
        return tuple(state)

    def _has_room(self, state: list[Any], captured: list[Any], context: Any) -> bool:
        """Whether turns need not be counted: what two of them make fits, whose sizes are known."""
        if not context.is_counted:
            return True
        given = [*state, *captured]
        peaks = [region.plan.peak_on(given) for region in (self.cond, self.body)]
        return None not in peaks and context.has_room(2 * sum(peaks), given)


#: So many rounds are done before code for them could be written.
_FEW = 2


def _once(body: Any, state: list[Any], captured: list[Any], context: Any) -> list[Any]:
    """One run of the body, which alone holds the state meanwhile."""
    given = state + captured
    state.clear()
    return list(body.run(given, context))


def _rounds(body: Any, rounds: int, state: list[Any], captured: list[Any], context: Any) -> tuple[Any, ...]:
    """So many runs of the body; from the third on the quickest way to run it is known."""
    run = body.run
    for turn in range(rounds):
        if turn == 2:
            run = body.quickest(context)
        if captured:
            state += captured
        state = list(run(state, context))
    return tuple(state)


def write_loop(
    code: Code, op: Op, operands: Sequence[Any], cond: Region, body: Region, rounds: Rounds | None = None
) -> list[Any]:
    """The loop as a loop of Python; with ``rounds``, those turns of it at most."""
    inner, last = op.regions[1].block, op.regions[1].block.terminator
    kept = [last is not None and last.operands[k] is argument for k, argument in enumerate(inner.arguments)]
    counter = _counter(op, cond) if rounds is None else None
    if counter is not None:
        limit = counter.limit_in(code, operands)
        state = code.carried(operands, kept)
        for place in _alike(op, counter.place):
            state[place] = state[counter.place]
        with code.counting(state[counter.place], limit):
            code.rebind(state, code.run(body, state))
        return state
    state = code.carried(operands, kept)
    with code.block(f"for {code.turn()} in {code.known(rounds or count)}():"):
        (holds,) = code.run(cond, state, keeps=True)
        code.line(f"if not {code.number(holds)}: break")
        code.rebind(state, code.run(body, state))
    return state


class Counter:
    """``i < limit`` and ``i + 1``: the place of ``i`` in the state, and the limit: a number, or its place in the state, or among
    what is captured.
    """

    __slots__ = ("captured", "fixed", "place", "state")

    def __init__(self, place: int, fixed: int | None = None, state: int | None = None, captured: int | None = None):
        self.place = place
        self.fixed = fixed
        self.state = state
        self.captured = captured

    def rounds(self, state: list[Any], captured: list[Any]) -> int:
        """How many rounds there will be."""
        return max(0, self._limit(state, captured) - int(state[self.place]))

    def _limit(self, state: list[Any], captured: list[Any]) -> int:
        if self.fixed is not None:
            return self.fixed
        return int(state[self.state] if self.state is not None else captured[self.captured or 0])

    def limit_in(self, code: Code, operands: Sequence[Any]) -> str:
        """The limit in the code around the loop."""
        if self.fixed is not None:
            return str(self.fixed)
        return code.number(operands[self.state] if self.state is not None else code.captured[self.captured or 0])


def _counter(op: Op, condition: Region) -> Counter | None:
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


def _alike(op: Op, place: int) -> list[int]:
    """The other places in the state that count just as a counter does, from the same number on: JAX's loops count twice."""
    body = op.regions[1].block
    start, arguments, last = op.operands[place], body.arguments, body.terminator
    found: list[int] = []
    for other, value in enumerate(op.operands):
        if other == place or value.type != start.type or last is None:
            continue
        number = _constant(value)
        same = value is start or number is not None and number == _constant(start)
        if same and _counts_up(arguments[other], last.operands[other]):
            found.append(other)
    return found


def _owner(value: Value) -> Op | None:
    return value.owner if isinstance(value.owner, Op) else None


def _is_integer(value: Value) -> bool:
    return isinstance(value.type, TensorType) and value.type.shape == () and value.type.element.is_integer


def _counts_up(before: Value, after: Value) -> bool:
    step = _owner(after)
    while step is not None and step.name == "func.call" and before in step.operands:
        body = step.callees[0].body if step.callees else None
        if body is None or body.terminator is None:
            return False
        before = body.arguments[step.operands.index(before)]
        after = body.terminator.operands[step.results.index(after)]
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


def _limit_of(op: Op, captures: list[Value], limit: Value, place: int) -> Counter | None:
    cond, body = (region.block for region in op.regions)
    fixed = _constant(limit)
    if fixed is not None:
        return Counter(place, fixed=fixed)
    if limit in cond.arguments:
        where = cond.arguments.index(limit)
        assert body.terminator is not None
        unchanging = body.terminator.operands[where] is body.arguments[where]
        return Counter(place, state=where) if unchanging else None
    return Counter(place, captured=captures.index(limit)) if limit in captures else None
