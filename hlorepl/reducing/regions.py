"""Ops are left out whose values nobody recorded: in their place stands an operand of the same type, or zeros."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ..ir.attributes import DenseAttr
from ..ir.copying import copies
from ..ir.core import Block, Op, Region, Value
from ..ir.types import TensorType
from .case import Draft, is_static, is_work
from .minimising import minimal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .case import Case
    from .trying import Trying

_T = TypeVar("_T")
_LOOP = "stablehlo.while"


def cut_inner_ops(trying: Trying) -> None:
    """Leave out ops of regions, as many as may be; then of loops what is carried and needed no longer."""
    case = trying.best
    numbers = list(range(len(_inner(case))))
    minimal(numbers, lambda lists: trying.first(lists, lambda kept: _without(case, set(kept))))
    _drop_carried(trying)


def bypass_ops(trying: Trying) -> None:
    """Put an operand of the same type in the place of an op, one after the other from the end."""
    number = len(trying.best.ops)
    while number > 0:
        number -= 1
        case = trying.best
        if number < len(case.ops) and is_work(case.ops[number]):
            trying.shows(_bypassed(case, case.ops[number]))


def _bypassed(case: Case, op: Op) -> Case | None:
    operands = [_alike(op, result) for result in op.results]
    if None in operands or not operands:
        return None
    draft = Draft(case)
    for each in case.ops:
        if each is op:
            draft.values.update((mine, draft.need(of)) for mine, of in zip(op.results, operands, strict=True) if of)
        else:
            draft.take([each])
    returned = list(dict.fromkeys(case.returned))
    return draft.case_of(returned) if any(draft.values.get(value) for value in returned) else None


def _alike(op: Op, result: Value) -> Value | None:
    return next((value for value in op.operands if value.type == result.type), None)


def _inner(case: Case) -> list[Op]:
    """The ops in regions and in called functions that may be left out."""
    top = set(case.ops)
    return [op for op in case.module.walk() if op not in top and is_work(op)]


def _without(case: Case, kept: set[int]) -> Case | None:
    """The case with some of the inner ops only."""
    inner = _inner(case)
    chosen = {op for number, op in enumerate(inner) if number in kept}
    left = set(inner) - chosen

    def rewrite(op: Op, values: dict[Value, Value]) -> list[Op] | None:
        return _instead(op, values) if op in left else None

    if not all(is_static(result.type) or _alike(op, result) for op in left for result in op.results):
        return None
    draft = Draft(case, rewrite=rewrite)
    draft.take(case.ops)
    return draft.case_of(case.returned)


def _instead(op: Op, values: dict[Value, Value]) -> list[Op]:
    """What stands in the place of an op that is left out."""
    made: list[Op] = []
    for result in op.results:
        alike = _alike(op, result)
        if alike is not None:
            values[result] = values.get(alike, alike)
        elif isinstance(result.type, TensorType) and result.type.is_static:
            zeros = _zeros(result.type, op)
            made.append(zeros)
            values[result] = zeros.results[0]
    return made


def _zeros(of: TensorType, op: Op) -> Op:
    array = np.broadcast_to(np.zeros((), of.dtype), of.sizes)
    made = Op("stablehlo.constant", [], {"value": DenseAttr(of, array)}, span=op.span)
    made.add_results([of])
    return made


def _drop_carried(trying: Trying) -> None:
    """Let loops carry less: what is left out is, in every turn, what it was at first."""
    for name_number in range(sum(op.name == _LOOP for op in trying.best.module.walk())):
        count = len(_loop(trying.best, name_number).operands)
        for place in reversed(range(count)):
            case = trying.best
            if len(_loop(case, name_number).operands) > 1:
                trying.shows(_carrying_less(case, _loop(case, name_number), place))


def _loop(case: Case, number: int) -> Op:
    return [op for op in case.module.walk() if op.name == _LOOP][number]


def _carrying_less(case: Case, loop: Op, place: int) -> Case | None:
    """The loop without the value that it carries at a place."""

    def rewrite(op: Op, values: dict[Value, Value]) -> list[Op] | None:
        if op is not loop:
            return None
        at_first = values.get(op.operands[place], op.operands[place])
        values[op.results[place]] = at_first
        made = Op(op.name, [], dict(op.attributes), span=op.span)
        made.operands = _but([values.get(value, value) for value in op.operands], place)
        for region in op.regions:
            values[region.block.arguments[place]] = at_first
            made.regions.append(Region([_narrowed(region.block, place, values, rewrite)], region.span))
        made.regions[1].block.ops[-1].operands.pop(place)
        made.add_results(_but([value.type for value in op.results], place))
        values.update(zip(_but(op.results, place), made.results, strict=True))
        return [made]

    draft = Draft(case, rewrite=rewrite)
    draft.take(case.ops)
    return draft.case_of(case.returned)


def _narrowed(
    block: Block, place: int, values: dict[Value, Value], rewrite: Callable[[Op, dict[Value, Value]], list[Op] | None]
) -> Block:
    arguments = [Value(value.name, value.type) for value in _but(block.arguments, place)]
    values.update(zip(_but(block.arguments, place), arguments, strict=True))
    made = Block(arguments)
    made.ops = copies(block.ops, values, rewrite)
    return made


def _but(things: Sequence[_T], place: int) -> list[_T]:
    return [*things[:place], *things[place + 1 :]]
