"""Calls are written out, branches taken, loops cut down to one turn that begins with what it began with when it was recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ir.copying import copies
from ..ops.rules import captured
from .case import Case, Draft

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..ir.copying import Rewrite
    from ..ir.core import Block, Op, Value
    from .recording import Recording
    from .trying import Trying

#: Ops that run one function and give what it gives.
_CALLS = frozenset({"func.call", "stablehlo.composite"})
_BRANCHES = frozenset({"stablehlo.if", "stablehlo.case"})
_LOOP = "stablehlo.while"
#: A program is not written out to more ops than this.
_MOST_OPS = 20_000


def inline_calls(trying: Trying) -> None:
    """Write all calls out, or as many as may be."""
    if not any(op.name in _CALLS for op in trying.best.module.walk()):
        return
    if _written_out(trying.best) <= _MOST_OPS and trying.shows(_inlined(trying.best)):
        return
    count = sum(op.name in _CALLS for op in trying.best.ops)
    for _ in range(min(count, 64)):
        case = trying.best
        calls = [op for op in case.ops if op.name in _CALLS]
        if trying.first(iter(calls), lambda call, case=case: _inlined(case, call)) is None:
            return


def _written_out(case: Case) -> int:
    """How many ops there are when all calls are written out; as many as make no difference where that is too many."""
    known: dict[Op, int] = {}

    def count(op: Op) -> int:
        found = 0
        for each in op.walk():
            found += 1
            if each.name in _CALLS:
                for callee in each.callees:
                    if callee not in known:
                        known[callee] = _MOST_OPS + 1  # of a function that calls itself
                        known[callee] = count(callee)
                    found += known[callee]
            if found > _MOST_OPS:
                break
        return found

    return count(case.entry)


def _inlined(case: Case, alone: Op | None = None) -> Case | None:
    """The case with all calls written out, or one alone."""

    def rewrite(op: Op, values: dict[Value, Value]) -> list[Op] | None:
        if op.name not in _CALLS or alone not in (None, op):
            return None
        callees = op.callees
        if len(callees) != 1 or callees[0].is_declaration:
            return None
        return inside(callees[0].body, [values.get(value, value) for value in op.operands], op, values, rewrite)

    draft = Draft(case, rewrite=rewrite)
    draft.take(case.ops)
    return draft.case_of(case.returned)


def inside(
    block: Block, operands: Sequence[Value], op: Op, values: dict[Value, Value], rewrite: Rewrite | None = None
) -> list[Op]:
    """The ops of a block that an op runs, on these operands, in the place of that op."""
    values.update(zip(block.arguments, operands, strict=True))
    found = copies(block.ops[:-1], values, rewrite)
    values.update((mine, values.get(of, of)) for mine, of in zip(op.results, block.returned, strict=True))
    return found


def cut_control(trying: Trying, record: Callable[[Case], Recording], literal: bool) -> None:
    """Put, in the place of branches and loops of the function, what they run: one branch, one turn; as long as that will do."""
    while True:
        case = trying.best
        ops = [op for op in case.ops if op.name in _BRANCHES or op.name == _LOOP]
        known = record(case) if ops else None
        if known is None or not any(_replaced(trying, op, known, literal) for op in ops):
            return


def _replaced(trying: Trying, op: Op, known: Recording, literal: bool) -> bool:
    """Whether what an op runs has taken its place."""
    if op.name == _LOOP:
        return _turn_taken(trying, op, known, literal)
    case = trying.best
    taken = known.branches.get(op)
    branches = sorted(range(len(op.regions)), key=lambda number: number != taken)
    return trying.first(iter(branches), lambda number: _with(case, op, number, [], known, literal)) is not None


def _turn_taken(trying: Trying, op: Op, known: Recording, literal: bool) -> bool:
    """Begin as late as may be; then one turn instead of the loop."""
    case, turns = trying.best, known.turns.get(op, {})
    begins = [0, *sorted(turns)]

    def begun_at(number: int) -> list[Any]:
        return [*turns[number]] if number else []

    late = _latest(begins, lambda number: trying.shows(_begun(case, op, begun_at(number), known, literal)))
    likely = dict.fromkeys([late, *reversed(begins[-2:]), 0])
    found = trying.first(iter(likely), lambda number: _with(case, op, 1, begun_at(number), known, literal))
    return found is not None


def _latest(numbers: list[int], shows: Callable[[int], bool]) -> int:
    """The last number that shows it, where all before it do, too; the first one does."""
    low, high = 0, len(numbers)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if shows(numbers[middle]) else (low, middle)
    return numbers[low]


def _with(case: Case, op: Op, region: int, begin: list[Any], known: Recording, literal: bool) -> Case | None:
    """A region's ops in the place of the op; of a loop's body, on the operands or on what a turn began with."""
    draft = Draft(case, known.values, literal)
    for each in case.ops:
        if each is not op:
            draft.take([each])
            continue
        block = op.regions[region].block
        operands = _operands(draft, op, begin) if block.arguments else []
        for value in _captured(op, region):
            draft.need(value)
        draft.ops += inside(block, operands, op, draft.values)
    return draft.case_of(case.returned)


def _begun(case: Case, op: Op, begin: list[Any], known: Recording, literal: bool) -> Case | None:
    """The loop with other values to begin with."""
    draft = Draft(case, known.values, literal)
    for each in case.ops:
        operands = _operands(draft, op, begin) if each is op else []
        draft.take([each])
        if operands:
            draft.ops[-1].operands = operands
    return draft.case_of(case.returned)


def _operands(draft: Draft, op: Op, begin: list[Any]) -> list[Value]:
    if not begin:
        return [draft.need(value) for value in op.operands]
    return [draft.leaf(value.type, array) for value, array in zip(op.operands, begin, strict=True)]


def _captured(op: Op, region: int) -> list[Value]:
    found = captured(op.regions[region])
    return [value for each in op.walk() for value in each.operands if value in found]
