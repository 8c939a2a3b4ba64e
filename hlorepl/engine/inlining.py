"""Ops that run regions as they stand in the code of those around them: by their ``inline`` rules."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from .last_uses import mark_last_uses
from .plan import Plan
from .step import step_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Op
    from ..ops.flow import Code, Rounds, Run
    from .binding import Bound
    from .planner import Planner


class Inlined:
    """Writes one op; ``whole`` is the function that does nothing else, ``made`` when it was first asked for.

    Of a loop it writes no more than the ``rounds``.
    """

    __slots__ = ("bound", "count", "made", "op", "planner", "rounds")

    def __init__(self, planner: Planner, op: Op, bound: Bound, rounds: Rounds | None = None):
        self.planner = planner
        self.op = op
        self.bound = bound
        self.rounds = rounds
        #: The number of operands, behind which stands what the regions capture.
        self.count = len(op.operands)
        self.made: Run | None = None

    def __call__(self, code: Code, operands: Sequence[Any]) -> list[Any]:
        spec = self.bound.spec
        assert spec.inline_rule is not None
        known = {**self.bound.keywords, "op": self.op, "rounds": self.rounds}
        return spec.inline_rule(code, *operands, **{name: known[name] for name in spec.inline_wants})

    def whole(self) -> Run | None:
        """The op as a function of a list of operands and captured values, written as a whole; None on devices."""
        if self.made is None and self.planner.backend.is_host:
            self.made = self._alone(self.bound)
        return self.made

    def part(self, rounds: Rounds) -> Run | None:
        """The same with no more turns than these."""
        if not self.planner.backend.is_host:
            return None
        bound = copy(self.bound)
        bound.inline = Inlined(self.planner, self.op, bound, rounds)
        return self._alone(bound)

    def _alone(self, bound: Bound) -> Run:
        from .codegen import compile_plan  # late: on demand

        count, results = self.count + len(bound.captures), len(self.op.results)
        outs = tuple(range(count, count + results))
        plan = Plan(self.planner.backend, count, [None] * (count + results), outputs=[*outs])
        plan.steps.append(step_of(self.op, bound, tuple(range(count)), outs))
        mark_last_uses(plan)
        return compile_plan(plan, plan.steps, is_part=True)
