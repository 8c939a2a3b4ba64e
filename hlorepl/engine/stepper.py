"""The stepper: the same plans with explicit frames, one op at a time; it can stop, go on and go back.

An op that runs regions says by its ``steps`` rule (``ops/flow.py``) what comes next, so a loop is never on Python's
stack. Values never change, so going back is putting old ones into their slots again.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast

from ..errors import HloError
from ..ops.flow import Done, Wait
from .observing import Event, Frame
from .results import conforming, refused, wrong_count

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from ..ops.flow import Request
    from .context import RunContext
    from .observing import Origin
    from .plan import Plan
    from .step import Step

    Then = Callable[[tuple[Any, ...]], Any]


class PlanFrame(Frame):
    """A plan that is being run: its values, the next step, and what its results are for."""

    __slots__ = ("aside", "at", "given", "plan", "then", "values")

    def __init__(
        self,
        plan: Plan,
        arguments: list[Any],
        kind: str = "function",
        number: int | None = None,
        then: Then | None = None,
        up: PlanFrame | None = None,
        caller: Origin | None = None,
        given: Sequence[Any] = (),
        aside: int = 0,
    ):
        super().__init__(kind, plan.name, number, up, caller)
        self.plan = plan
        self.values = plan.template.copy()
        self.values[: len(arguments)] = arguments
        self.at = 0
        self.then = then
        #: What the caller was given, and the bytes that it keeps.
        self.given = given
        self.aside = aside

    @property
    def constants(self) -> Iterable[tuple[Origin, Any]]:
        template = self.plan.template
        return [(origin, template[slot]) for slot, origin in self.plan.constants.items() if origin is not None]


class Machine:
    """Runs a plan step by step. The context's observers are told of all that happens; with ``log`` it can go back."""

    def __init__(self, plan: Plan, arguments: list[Any], context: RunContext, log: bool = False):
        self.top = PlanFrame(plan, arguments)
        self.context = context
        self.observers = context.observers
        self.log: list[tuple[PlanFrame, PlanFrame | None, int, list[tuple[int, Any]]]] | None = [] if log else None
        self.results: tuple[Any, ...] | None = None
        #: What it waits for, and how it goes on with the answer.
        self.request: Request | None = None
        self._answered: Callable[[Any], None] | None = None
        #: The seconds that observers have taken.
        self._watched = 0.0
        self._enter(self.top)

    @property
    def done(self) -> bool:
        return self.results is not None

    @property
    def _clock(self) -> float:
        """Seconds; it stands still while observers look."""
        return time.perf_counter() - self._watched

    def run(self) -> tuple[Any, ...]:
        """To the end; what it has to wait for, its process has the answer to."""
        while self.results is None:
            self.step()
            while self.request is not None:
                try:
                    answer = self.context.process.answer(self.request)
                except Exception as error:  # noqa: BLE001 - as in ``step``
                    raise self.refused(error) from None
                self.go_on(answer)
        return self.results

    def resume(self) -> Generator[Any, Any, tuple[Any, ...]]:
        """To the end as a generator, which gives what it has to wait for and is sent a list with the answer."""
        while self.results is None:
            self.step()
            while self.request is not None:
                sent = self.request.sent(self.context.process.place)
                for observer in self.observers:
                    observer.waits(self.top, self.origin, sent)
                try:
                    answer = yield self.request
                except Exception as error:  # noqa: BLE001 - as in ``step``
                    raise self.refused(error) from None
                for observer in self.observers:
                    observer.goes_on(self.top, self.origin)
                self.go_on(answer.pop())
        return self.results

    def go_on(self, answer: Any) -> None:
        """Go on with what it has waited for."""
        self.request, answered = None, self._answered
        assert answered is not None
        answered(answer)

    def refused(self, error: Exception) -> Exception:
        """What went wrong with the request, as an error of the program at the place where it was made."""
        frame, step = self.top, self.top.plan.steps[self.top.at]
        return self._refused(error, frame, step, [frame.values[slot] for slot in step.ins])

    @property
    def origin(self) -> Origin:
        """What the step was made from that runs, or is the next to run."""
        return self.top.plan.steps[self.top.at].origin

    def step(self) -> None:
        """One op, or one return from a region; raises ``HloError`` and stays where it is when the op fails."""
        frame = self.top
        if frame.at == len(frame.plan.steps):
            self._return(frame)
            return
        step = frame.plan.steps[frame.at]
        inputs = [frame.values[slot] for slot in step.ins]
        begin = self._clock
        for observer in self.observers:
            observer.before(frame, step.origin, inputs)
        self._watched += self._clock - begin
        try:
            if step.check is not None and not frame.plan.runner.is_checked:
                step.check(inputs)
            if self.context.limit is not None:
                self._count(frame)
                self.context.check(step, frame.values)
            if step.rule is None:
                given = [self.context, *inputs] if step.wants_context else inputs
                self._finish(frame, step, inputs, step.function(*given), begin)
            else:
                self._advance(frame, step, inputs, step.rule(inputs, self.context), begin)
        except Exception as error:  # noqa: BLE001 - said as an error of the program, or raised again as it is
            raise self._refused(error, frame, step, inputs) from None

    def _refused(self, error: Exception, frame: PlanFrame, step: Step, inputs: list[Any]) -> Exception:
        found = refused(error, step, inputs)
        for around in cast("list[PlanFrame]", [*frame.around]):
            if around.caller is not None and isinstance(found, HloError):
                found = around.caller.located(found, around.given)
        if isinstance(found, HloError):
            for observer in self.observers:
                observer.failed(frame, step.origin, inputs, found)
        return found

    def _count(self, frame: PlanFrame) -> None:
        """Tell the context what is held."""
        around = cast("list[PlanFrame]", [*frame.around])
        self.context.frames = [each.values for each in reversed(around)]
        self.context.aside = sum(each.aside for each in around)

    def _advance(self, frame: PlanFrame, step: Step, inputs: list[Any], what: Any, begin: float) -> None:
        if isinstance(what, Done):
            self._finish(frame, step, inputs, what.values, begin)
            return
        then = what.then

        def returned(results: Any) -> None:
            try:
                self._advance(frame, step, inputs, then(results), begin)
            except Exception as error:  # noqa: BLE001 - as in ``step``
                raise self._refused(error, frame, step, inputs) from None

        if isinstance(what, Wait):
            process = self.context.process
            if process.is_alone:  # the debugger shows the op as one step
                self._advance(frame, step, inputs, then(process.answer(what.request)), begin)
            else:
                self.request, self._answered = what.request, returned
            return
        self._note(frame, None, [])
        region = what.region

        arguments = [*what.args, *region.captured]
        place = (what.kind, what.number, returned, frame, step.origin, inputs, what.aside)
        self.top = PlanFrame(region.plan, arguments, *place)
        self._enter(self.top)

    def _enter(self, frame: PlanFrame) -> None:
        if self.context.limit is not None:
            self.context.comes(frame.values, frame.aside)
        begin = self._clock
        for observer in self.observers:
            observer.enter(frame)
        self._watched += self._clock - begin

    def _return(self, frame: PlanFrame) -> None:
        results = tuple(frame.values[slot] for slot in frame.plan.outputs)
        begin = self._clock
        for observer in self.observers:
            observer.leave(frame, results)
        self._watched += self._clock - begin
        if frame.then is None:
            self.results = results
        else:
            frame.then(results)

    def _finish(self, frame: PlanFrame, step: Step, inputs: list[Any], out: Any, begin: float) -> None:
        """Put results into their slots and go on."""
        made = self._conforming(frame, step, _listed(out, step))
        end = self._clock
        for observer in self.observers:
            found = observer.after(Event(frame, step.origin, inputs, made, end - begin))
            if found is not None:
                made = self._conforming(frame, step, found)
        self._watched += self._clock - end
        self._note(frame, frame.at, [(slot, frame.values[slot]) for slot in (*step.outs, *step.frees)])
        for slot, value in zip(step.outs, made, strict=True):
            frame.values[slot] = value
        if self.context.limit is not None:
            self._count(frame)
            self.context.check_made(step, frame.values)
        for slot in (*step.frees, *step.unused):
            frame.values[slot] = None
        frame.at += 1
        self.top = frame

    def _conforming(self, frame: PlanFrame, step: Step, values: Sequence[Any]) -> list[Any]:
        if len(values) != len(step.outs):
            raise wrong_count(len(values), step)
        declared = zip(values, step.shapes, step.dtypes, strict=True)
        return [conforming(value, shape, dtype, step, frame.plan.backend) for value, shape, dtype in declared]

    def _note(self, frame: PlanFrame, at: int | None, changes: list[tuple[int, Any]]) -> None:
        if self.log is not None:
            self.log.append((self.top, frame, frame.at if at is None else at, changes))

    def back(self) -> bool:
        """Undo the last step; False at the beginning. Only with ``log``."""
        if not self.log:
            return False
        self.top, frame, at, changes = self.log.pop()
        self.results = None
        if frame is not None:
            frame.at = at
            for slot, value in changes:
                frame.values[slot] = value
        return True


def _listed(out: Any, step: Step) -> list[Any]:
    """The results in what a step's function gave."""
    if step.wrap is not None:
        return [step.wrap(out)]
    return [*out] if isinstance(out, tuple) else [out]
