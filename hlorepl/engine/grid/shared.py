"""What cannot differ between the cells of a grid is computed once, and stored once.

That is so of a step whose operands are the same arrays in all cells, and which neither asks what differs between processes
(where it stands, random numbers, what others send) nor has an effect, which each is to have by itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...ops.purity import has_effect, reached
from ...ops.registry import of
from ..last_uses import mark_last_uses
from ..op_origin import OpOrigin
from ..plan import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.core import Op
    from ..context import RunContext
    from ..step import Step


class Sharing:
    """A plan cut in two: what is run once for all cells, and what is run in each; for each set of inputs that are the same."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self._cut: dict[frozenset[int], tuple[Plan, list[int], Plan, list[int]] | None] = {}
        self._is_common: dict[int, bool] = {}

    def run_common(self, rows: Sequence[list[Any]], context: RunContext) -> tuple[Plan, list[list[Any]]]:
        """Run what is common; the plan that is left for each cell, and the arguments of each."""
        first = rows[0]
        same = frozenset(k for k in range(self.plan.inputs) if all(row[k] is first[k] for row in rows))
        if same not in self._cut:
            self._cut[same] = self._cut_by(same)
        found = self._cut[same]
        if found is None:
            return self.plan, [*rows]
        common, inputs, rest, kept = found
        shared = common.run([first[slot] for slot in inputs], context)
        return rest, [[*(row[slot] for slot in kept), *shared] for row in rows]

    def _cut_by(self, same: frozenset[int]) -> tuple[Plan, list[int], Plan, list[int]] | None:
        """The common plan and its inputs, the rest's plan and those of its inputs that each cell has; None if nothing is common."""
        plan = self.plan
        known = {*same, *plan.constants}
        common: list[Step] = []
        for step in plan.steps:
            if known.issuperset(step.ins) and self._may_share(step):
                common.append(step)
                known |= {*step.outs}
        if not common:
            return None
        made = {slot for step in common for slot in step.outs}
        rest = [step for step in plan.steps if step not in common]
        read = {*plan.outputs}.union(*(step.ins for step in rest))
        shared = sorted(made & read)
        inputs = sorted({slot for step in common for slot in step.ins if slot < plan.inputs})
        kept = [slot for slot in range(plan.inputs) if slot in read]
        return (
            *(part_of(plan, common, inputs, shared), inputs),
            *(part_of(plan, rest, [*kept, *shared], plan.outputs), kept),
        )

    def _may_share(self, step: Step) -> bool:
        known = self._is_common.get(id(step))
        if known is None:
            known = self._is_common[id(step)] = isinstance(step.origin, OpOrigin) and is_common(step.origin.op)
        return known


def is_common(op: Op) -> bool:
    """Whether an op gives the same results in whatever process it runs, and nothing else."""
    return not has_effect(op) and not any(inner is None or _is_of_a_process(inner) for inner in reached([op]))


def _is_of_a_process(op: Op) -> bool:
    spec = of(op)
    return spec is None or spec.waits or not spec.of_the_run.isdisjoint(("process", "generator"))


def part_of(plan: Plan, steps: Sequence[Step], inputs: Sequence[int], outputs: Sequence[int]) -> Plan:
    """The plan of some steps of another one, from some of its slots to others."""
    found = Plan(plan.backend, len(inputs), [None] * len(inputs), name=plan.name)
    slots = {slot: new for new, slot in enumerate(inputs)}

    def at(slot: int) -> int:
        if slot in plan.constants and slot not in slots:
            slots[slot] = found.constant(plan.template[slot], plan.constants[slot])
        elif slot not in slots:
            slots[slot] = len(found.template)
            found.template.append(None)
        return slots[slot]

    for step in steps:
        places = tuple(map(at, step.ins)), tuple(map(at, step.outs))
        found.steps.append(replace(step, ins=places[0], outs=places[1]))
    found.outputs = [at(slot) for slot in outputs]
    mark_last_uses(found)
    return found
