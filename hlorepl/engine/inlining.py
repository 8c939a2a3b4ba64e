"""Ops that run regions as they stand in the code of those around them: by their ``inline`` rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .last_uses import mark_last_uses
from .plan import Plan
from .step import step_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Op
    from ..ops.flow import Code, Run
    from .binding import Bound
    from .planner import Planner


class Inlined:
    """Writes one op; ``whole`` is the function that does nothing else, ``made`` when it was first asked for."""

    __slots__ = ("bound", "count", "made", "op", "planner")

    def __init__(self, planner: Planner, op: Op, bound: Bound):
        self.planner = planner
        self.op = op
        self.bound = bound
        #: The number of operands, behind which stands what the regions capture.
        self.count = len(op.operands)
        self.made: Run | None = None

    def __call__(self, code: Code, operands: Sequence[Any]) -> list[Any]:
        spec = self.bound.spec
        assert spec.inline_rule is not None
        wanted = {name: self.bound.keywords[name] for name in spec.inline_wants if name != "op"}
        return spec.inline_rule(code, *operands, op=self.op, **wanted)

    def whole(self) -> Run | None:
        """The op as a function of a list of operands and captured values, written as a whole; None on devices."""
        if self.made is None and self.planner.backend.is_host:
            from .codegen import compile_plan  # late: on demand

            count, results = self.count + len(self.bound.captures), len(self.op.results)
            outs = tuple(range(count, count + results))
            plan = Plan(self.planner.backend, count, [None] * (count + results), outputs=[*outs])
            plan.steps.append(step_of(self.op, self.bound, tuple(range(count)), outs))
            mark_last_uses(plan)
            self.made = compile_plan(plan, plan.steps, is_part=True)
        return self.made
