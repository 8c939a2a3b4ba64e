"""A plan while passes rewrite it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...ops.purity import is_free
from ...ops.registry import of
from ..last_uses import mark_last_uses
from ..op_origin import OpOrigin

if TYPE_CHECKING:
    from ...ir.core import Op
    from ...ops.meanings import Meaning
    from ..observing import Origin
    from ..plan import Plan
    from ..step import Step


def op_of(step: Step) -> Op | None:
    """The op that a step was made from; None for steps of models, and for what passes put together."""
    return step.origin.op if isinstance(step.origin, OpOrigin) and not step.parts else None


def meaning(step: Step) -> Meaning | None:
    """What the op that a step was made from says that it does; None where it says nothing."""
    op = op_of(step)
    spec = of(op) if op is not None else None
    return spec.means if spec is not None else None


def is_movable(step: Step) -> bool:
    """Whether nobody could tell if a step is run elsewhere, or not at all where nobody reads its results."""
    if step.parts:
        return all(map(is_movable, step.parts))
    op = op_of(step)
    return op is not None and is_free(op)


class Draft:
    """Steps over slots, each filled once. It has copies of the plan's steps, so the plan stays what it is."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.backend = plan.backend
        self.inputs = plan.inputs
        self.template = list(plan.template)
        self.constants = dict(plan.constants)
        self.outputs = list(plan.outputs)
        self.steps = [step.copied() for step in plan.steps]
        self.notes: list[Any] = list(plan.notes)

    def slot(self) -> int:
        """A new slot."""
        self.template.append(None)
        return len(self.template) - 1

    def constant(self, value: Any, origin: Origin | None = None) -> int:
        """A new slot that holds a value from the start."""
        slot = self.slot()
        self.template[slot] = value
        self.constants[slot] = origin
        return slot

    def makers(self) -> dict[int, Step]:
        """The step that fills each slot."""
        return {slot: step for step in self.steps for slot in step.outs}

    def uses(self) -> dict[int, int]:
        """How often each slot is read, results of the plan counted."""
        found: dict[int, int] = {}
        for slot in (*(slot for step in self.steps for slot in step.ins), *self.outputs):
            found[slot] = found.get(slot, 0) + 1
        return found

    def rename(self, names: dict[int, int]) -> None:
        """Read other slots in place of some."""
        if names:
            for step in self.steps:
                step.ins = tuple(names.get(slot, slot) for slot in step.ins)
            self.outputs = [names.get(slot, slot) for slot in self.outputs]

    def finished(self) -> Plan:
        """The new plan."""
        self.mark()
        return self._plan()

    def mark(self) -> None:
        """Say of each step what may be dropped after it."""
        mark_last_uses(self._plan())

    def _plan(self) -> Plan:
        """The plan as it stands, which has not run yet."""
        parts = {"template": self.template, "steps": self.steps, "outputs": self.outputs, "constants": self.constants}
        parts |= {"inputs": self.inputs, "notes": self.notes}
        return replace(self.plan, **parts, foresee=None, foretell=None, _runner=None, _peak=None, _waits=None)
