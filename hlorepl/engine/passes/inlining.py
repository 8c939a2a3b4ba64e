"""Calls written out: the steps of the function in place of the call, so that chains go on through it."""

from __future__ import annotations

from types import MethodType
from typing import TYPE_CHECKING, Any

from ...errors import HloError
from ..op_origin import OpOrigin
from ..region_functions import RegionFunction
from .notes import Note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..observing import Origin
    from ..plan import Plan
    from ..step import Step
    from .draft import Draft

#: A plan grows by no more steps than this; deeper calls stay calls.
_MOST_STEPS = 4_000
_DEEPEST = 40


class InlinedOrigin(OpOrigin):
    """An op of a function that was written out where it is called: errors name both, as if it had been called."""

    __slots__ = ("caller",)

    def __init__(self, inner: OpOrigin, caller: Origin):
        super().__init__(inner.op)
        self.caller = caller

    @property
    def callers(self) -> Sequence[Origin]:
        return (*self.caller.callers, self.caller)

    def located(self, error: HloError, inputs: Sequence[Any]) -> HloError:
        return self.caller.located(super().located(error, inputs), ())

    def failed(self, error: Exception, inputs: Sequence[Any]) -> Exception:
        found = super().failed(error, inputs)
        return self.caller.located(found, ()) if isinstance(found, HloError) else found


def inline(draft: Draft) -> None:
    """Put the steps of functions where they are called."""
    if any(_callee(step) is not None for step in draft.steps):
        _Inlining(draft).run()


def _callee(step: Step) -> RegionFunction | None:
    """The function whose body is all that a step does."""
    run = step.function
    if isinstance(run, MethodType) and run.__func__ is RegionFunction.run and not step.waits:
        assert isinstance(run.__self__, RegionFunction)
        return run.__self__
    return None


class _Inlining:
    def __init__(self, draft: Draft):
        self.draft = draft
        self.left = _MOST_STEPS
        self.made: list[Step] = []
        #: The slots of constants that are the same array in several functions.
        self.known = {id(draft.template[slot]): slot for slot in draft.constants}

    def run(self) -> None:
        names: dict[int, int] = {}
        steps, self.draft.steps = self.draft.steps, self.made
        self._add(steps, names, None, 0)
        self.draft.outputs = [names.get(slot, slot) for slot in self.draft.outputs]

    def _add(self, steps: list[Step], names: dict[int, int], caller: Origin | None, depth: int) -> None:
        for step in steps:
            plan = self._fitting(step, depth)
            if plan is not None:
                self._splice(step, plan, names, caller, depth)
                continue
            if caller is not None:
                names.update({slot: self.draft.slot() for slot in step.outs})
                step = step.copied()
                step.outs = tuple([names[slot] for slot in step.outs])
                if isinstance(step.origin, OpOrigin):
                    step.origin = InlinedOrigin(step.origin, caller)
            step.ins = tuple([names.get(slot, slot) for slot in step.ins])
            self.made.append(step)

    def _fitting(self, step: Step, depth: int) -> Plan | None:
        """The plan to be written out for a step; None where it is no call, or has to stay one."""
        function = _callee(step)
        if function is None:
            return None
        try:
            plan = function.plan
        except HloError:  # what cannot be planned fails when, and if, it is called
            return None
        why = (
            "calls are nested deep"
            if depth > _DEEPEST
            else "the plan would be long"
            if len(plan.steps) > self.left
            else ""
        )
        if why:
            self.draft.notes.append(Note("call", step.origin, plan.name, why))
            return None
        self.left -= len(plan.steps)
        self.draft.notes.append(Note("inlined", step.origin, plan.name))
        return plan

    def _splice(self, step: Step, plan: Plan, names: dict[int, int], caller: Origin | None, depth: int) -> None:
        given = [names.get(slot, slot) for slot in step.ins]
        inner = dict(enumerate(given))
        for slot, origin in plan.constants.items():
            inner[slot] = self._constant(plan.template[slot], origin)
        origin = step.origin
        if caller is not None and isinstance(origin, OpOrigin):
            origin = InlinedOrigin(origin, caller)
        self._add(plan.steps, inner, origin, depth + 1)
        names.update(zip(step.outs, [inner[slot] for slot in plan.outputs], strict=True))

    def _constant(self, value: Any, origin: Origin | None) -> int:
        slot = self.known.get(id(value))
        if slot is None:
            slot = self.known[id(value)] = self.draft.constant(value, origin)
        return slot
