"""The fast executor: a loop over steps on slots; from a plan's second run on, generated straight-line Python."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..garbage_collection import collection_paused
from .guards import LOOK
from .passes import improved
from .region_functions import RegionFunction
from .results import getrefcount, is_mine, refused, several, single

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from ..backends.base import Backend
    from .context import RunContext
    from .counting import Checkpoints, CountedForm, Told
    from .plan import Plan
    from .step import Step


class Runner:
    """Runs one plan."""

    __slots__ = (
        *("_counted", "_is_proven_form", "compiled", "improved", "is_checked", "is_proven", "plan", "resumable"),
        *("is_shallow", "steps", "told"),
    )

    def __init__(self, plan: Plan):
        self.plan = plan
        #: One run came to its end: every result was as declared, and how ops hand them over is known.
        self.is_proven = False
        #: One run came to its end: steps were for inputs of these types.
        self.is_checked = False
        self.compiled: Callable[[list[Any], RunContext], tuple[Any, ...]] | None = None
        self.resumable: Callable[[list[Any], RunContext], Generator[Any, Any, tuple[Any, ...]]] | None = None
        self._is_proven_form = False
        #: What types tell of the steps, for runs under a memory limit.
        self.told: Told | None = None
        #: The forms for such runs, by the steps of which nothing is told.
        self._counted: dict[frozenset[int], tuple[Checkpoints, CountedForm]] = {}
        #: The plan as it is run where nobody looks.
        with collection_paused():
            self.improved = improved(plan)
        self.steps = self.improved.steps
        #: It was compiled, and nothing in it runs regions inside of regions.
        self.is_shallow = False

    def run(self, arguments: list[Any], context: RunContext) -> tuple[Any, ...]:
        """Run on arrays; empties the list."""
        if context.is_counted:
            return self._run_counted(arguments, context)
        if self.compiled is not None:
            return self.compiled(arguments, context)
        if self.is_proven:
            from .codegen import compile_plan  # late: on demand

            self.compiled = compile_plan(self.improved, self.steps)
            self.is_shallow = _are_shallow(self.steps)
            return self.compiled(arguments, context)
        results = self._interpret(self.steps, self._slots(arguments), context)
        self.is_proven = self.is_checked = True
        return results

    def resume(self, arguments: list[Any], context: RunContext) -> Generator[Any, Any, tuple[Any, ...]]:
        """Run as a generator that gives a request where it has to wait, and is sent the answer; empties the list."""
        if self.resumable is None or self.is_proven and not self._is_proven_form:
            from .codegen import compile_resumable  # late: on demand

            self._is_proven_form = self.is_proven
            self.resumable = compile_resumable(self.improved, self.steps, self.is_proven)
        results = yield from self.resumable(arguments, context)
        self.is_proven = True
        return results

    def _slots(self, arguments: list[Any]) -> list[Any]:
        values = self.improved.template.copy()
        values[: len(arguments)] = arguments
        arguments.clear()
        return values

    def _run_counted(self, arguments: list[Any], context: RunContext) -> tuple[Any, ...]:
        """Fast where all that it may come to hold fits; else what makes something asks first."""
        most = self._all_made() if self.plan.is_run_once else None
        if most is not None and context.most + most <= (context.limit or 0):
            peak: int | None = most
        else:
            peak = self.plan.peak_on(arguments)
        if peak is not None and context.has_room(peak, arguments):
            context.most += peak
            context.is_counted = False
            try:
                return self.run(arguments, context)
            finally:
                context.is_counted = True
        if self.is_proven:
            told = self._told_on(arguments)
            return self.counted_form(told)(arguments, context, told.needs)
        results = self._exactly(0, tuple(range(len(arguments))), arguments, context)
        self.is_proven = self.is_checked = True
        return results

    def _all_made(self) -> int | None:
        """The bytes of all that a few steps make, whatever they let go of: quicker than the peak; None where only a run tells."""
        total = 0
        for step in self.steps:
            if step.asks or None in step.shapes:
                return None
            total += step.needs
        return total

    def _told_on(self, arguments: list[Any]) -> Told:
        """What is known of these steps before they run on these arguments."""
        if self.plan.foretell is not None:
            return self.plan.foretell(arguments)
        if self.told is None:
            from .counting import Told, told_by_types  # late: on demand

            self.told = Told(tuple(map(told_by_types, self.steps)))
        return self.told

    def counted_form(self, told: Told) -> CountedForm:
        """Generated code that asks for room where steps may need some of which this is told."""
        if told.form is None:
            from .codegen import compile_counted  # late: on demand
            from .counting import Checkpoints  # late: on demand

            found = self._counted.get(told.unknown)
            if found is None:
                points = Checkpoints(self.improved, self.steps, told, self._exactly)
                found = self._counted[told.unknown] = (points, compile_counted(self.improved, self.steps, points))
            points, told.form = found
            told.needs = points.needs(told)
        return told.form

    def quickest(self, context: RunContext) -> Callable[[list[Any], RunContext], tuple[Any, ...]] | None:
        """What is to be called again and again in this run in place of ``run``, if anything is quicker."""
        if not context.is_counted:
            return self.compiled
        if self.told is None or self.told.form is None:
            return None
        return partial(self.told.form, needs=self.told.needs)

    def _exactly(
        self, number: int, slots: tuple[int, ...], held: list[Any], context: RunContext, made: bool = False
    ) -> tuple[Any, ...]:
        """Go on from a step, with the values of some slots (the list is emptied), and count what is held for each step.

        With ``made`` that is first done for what the step before it has made.
        """
        values = self.improved.template.copy()
        for slot, value in zip(slots, held, strict=True):
            values[slot] = value
        held.clear()
        context.frames.append(values)
        try:
            if made:
                _require_made(self.steps[number - 1], values, context)
            elif not number:
                context.comes(self.improved.template)
            return self._interpret(self.steps[number:], values, context)
        finally:
            context.frames.pop()

    def _interpret(self, steps: list[Step], values: list[Any], context: RunContext) -> tuple[Any, ...]:
        plan, backend = self.improved, self.plan.backend
        for step in steps:
            try:
                if step.check is not None and not self.is_checked:
                    step.check([values[slot] for slot in step.ins])
                if context.is_counted:
                    context.check(step, values)
                out = _call(step, values, context)
            except Exception as error:  # noqa: BLE001 - said as an error of the program, or raised again as it is
                raise refused(error, step, [values[slot] for slot in step.ins]) from None
            read = [values[slot] for slot in step.ins] if step.guard == LOOK else ()
            for slot in step.frees:
                values[slot] = None
            _store(step, out, values, backend)
            if step.guard == LOOK:
                # What it was handed over, or has overwritten, is not there any more.
                gone = step.hands_over or step.owning is not None
                backend.look([values[slot] for slot in step.outs], None if gone else read)
            read = ()
            out = None  # what the next step is handed nobody else holds
            if context.is_counted:
                context.check_made(step, values)
            for slot in step.unused:
                values[slot] = None
        return tuple([values[slot] for slot in plan.outputs])


def _require_made(step: Step, values: list[Any], context: RunContext) -> None:
    try:
        context.require_made(step)
    except HloError as error:
        raise refused(error, step, [values[slot] for slot in step.ins]) from None


def _store(step: Step, out: Any, values: list[Any], backend: Backend) -> None:
    """Put what a step gave into its slots, compared with what was declared."""
    if step.has_several:
        for slot, value in zip(step.outs, several(out, step, backend), strict=True):
            values[slot] = value
    else:
        values[step.outs[0]] = single(out, step, backend)


def _call(step: Step, values: list[Any], context: RunContext) -> Any:
    if step.hands_over:
        arguments = [values[k] for k in step.ins]
        for slot in step.frees:
            values[slot] = None
        return step.function(arguments, context)
    if step.owning is not None:
        slot = step.owned_slot
        array, values[slot] = values[slot], None
        count = getrefcount(array)
        rest = [array if k == slot else values[k] for k in step.ins]
        return step.owning(*rest) if is_mine(count, array) else step.function(*rest)
    if step.wants_context:
        return step.function(context, *[values[k] for k in step.ins])
    return step.function(*[values[k] for k in step.ins])


def _are_shallow(steps: Sequence[Step]) -> bool:
    """Whether what the steps run is known, has no regions, and calls nobody."""
    regions = [region for step in steps for region in step.regions]
    if any(step.wants_context and not step.regions for step in steps):
        return False
    if not all(isinstance(region, RegionFunction) for region in regions):
        return False
    return not any(op.regions or op.callees for region in regions for op in region.block.ops)
