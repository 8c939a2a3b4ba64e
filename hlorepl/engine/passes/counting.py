"""How many rounds a loop makes, where its condition is a comparison of a counter and its body counts by one.

It looks at plans with calls written out, so the counter may go up in a function that the body calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...ir.types import TensorType
from ...ops.meanings import Comparison, Difference, Sum
from ...ops.purity import is_free
from .draft import meaning, op_of
from .rowwise import attribute

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..step import Step
    from .draft import Draft

    #: The number of rounds for what is carried, and what is captured.
    Rounds = Callable[[list[Any], list[Any]], int]


def counter(cond: Draft, body: Draft, count: int) -> Rounds | None:
    """What tells how many rounds there are, for a loop that carries ``count`` values; None where values decide."""
    ops = [op_of(step) for step in cond.steps]
    if len(cond.outputs) != 1 or not all(op is not None and is_free(op) for op in ops):
        return None
    test = cond.makers().get(cond.outputs[0])
    means = meaning(test) if test is not None else None
    if test is None or not isinstance(means, Comparison):
        return None
    direction = attribute(test, means.direction)
    if direction not in ("LT", "GT"):
        return None
    less, more = test.ins if direction == "LT" else test.ins[::-1]
    makers = body.makers()
    if less < count and _moves(body, makers, less) == 1 and _is_integer(test):
        limit = _limit(cond, body, more, count)
        return limit and (lambda state, captured: max(0, limit(state, captured) - int(state[less])))
    if more < count and _moves(body, makers, more) == -1 and _is_integer(test):
        limit = _limit(cond, body, less, count)
        return limit and (lambda state, captured: max(0, int(state[more]) - limit(state, captured)))
    return None


def _is_integer(test: Step) -> bool:
    of = test.origin.operand_types[0]
    return isinstance(of, TensorType) and of.shape == () and of.element.is_integer


def _moves(body: Draft, makers: dict[int, Step], place: int) -> int:
    """By how much the body changes a number that is carried: 1, -1, or 0 for anything else."""
    step = makers.get(body.outputs[place])
    if step is None or len(step.ins) != 2 or place not in step.ins:
        return 0
    other = step.ins[1] if step.ins[0] == place else step.ins[0]
    by = _constant(body, other)
    if isinstance(meaning(step), Sum) and by in (1, -1):
        return by
    return -1 if isinstance(meaning(step), Difference) and step.ins[0] == place and by == 1 else 0


def _constant(draft: Draft, slot: int) -> int | None:
    value = draft.template[slot] if slot in draft.constants else None
    return int(value) if value is not None and value.ndim == 0 and value.dtype.kind in "iu" else None


def _limit(cond: Draft, body: Draft, slot: int, count: int) -> Rounds | None:
    """What the counter is compared with, where it stays what it is."""
    fixed = _constant(cond, slot)
    if fixed is not None:
        return lambda state, captured: fixed
    if slot < count:
        return (lambda state, captured: int(state[slot])) if body.outputs[slot] == slot else None
    return (lambda state, captured: int(captured[slot - count])) if slot < cond.inputs else None
