"""The stepper: the same plans with explicit frames, one op at a time; it can stop, go on and go back.

An op that runs regions says by its ``steps`` rule (``ops/flow.py``) what comes next, so a loop is never on Python's
stack. Values never change, so going back is putting old ones into their slots again.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast

from ..errors import HloError
from ..ops.flow import Done, Enter, Turning, Wait
from .observing import Event
from .plan_frame import PlanFrame
from .results import conforming, refused, wrong_count
from .world import World

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from ..ops.flow import Request
    from ..ops.flow import Step as Next
    from .context import RunContext
    from .observing import Origin
    from .plan import Plan
    from .step import Step
    from .step_log import StepLog


class Machine:
    """Runs a plan step by step. The context's observers are told of all that happens; with a ``log`` it can go back.

    Where it ``keeps``, values stay in their frame until that returns, also those that nobody reads any more.
    """

    def __init__(
        self, plan: Plan, arguments: list[Any], context: RunContext, log: StepLog | None = None, keeps: bool = False
    ):
        self.top = PlanFrame(plan, arguments)
        self.context = context
        #: What others hold while this runs.
        self._outside = [*context.frames]
        self.observers = context.observers
        self.log = log
        self.keeps = keeps
        self.results: tuple[Any, ...] | None = None
        #: What it waits for, and how it goes on with the answer.
        self.request: Request | None = None
        self._answered: Callable[[Any], None] | None = None
        #: What the last step did: the op that came to its end with its results, the frame that it left with the frame's, and the one
        #: that it entered.
        self.finished: tuple[PlanFrame, Step, Sequence[Any]] | None = None
        self.left: tuple[PlanFrame, tuple[Any, ...]] | None = None
        self.entered: PlanFrame | None = None
        #: How many regions have been run before the one that is entered.
        self.passed = 0
        #: How many steps have been done; not ``steady`` where one was interrupted half way.
        self.count = 0
        self.steady = True
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
    def current(self) -> Step | None:
        """The step that is the next to run; None where the frame is about to return."""
        return self.top.current

    @property
    def origin(self) -> Origin:
        """What the step was made from that runs, or is the next to run."""
        return self.top.plan.steps[self.top.at].origin

    def step(self) -> None:
        """One op, or one return from a region; raises ``HloError`` and stays where it is when the op fails."""
        self.finished = self.left = self.entered = None
        frame = self.top
        if frame.at == len(frame.plan.steps):
            self._return(frame)
            return
        step = frame.plan.steps[frame.at]
        inputs = [frame.values[slot] for slot in step.ins]
        begin = 0.0
        if self.observers:
            begin = self._clock
            for observer in self.observers:
                observer.before(frame, step.origin, inputs)
            self._watched += self._clock - begin
        if self.log is not None and step.wants_context:
            self.log.world = World.of(self.context)
        try:
            self._admit(frame, step, inputs)
            if step.rule is None:
                given = [self.context, *inputs] if step.wants_context else inputs
                self._finish(frame, step, inputs, step.function(*given), begin)
            else:
                self._advance(frame, step, inputs, step.rule(inputs, self.context), begin)
        except Exception as error:  # noqa: BLE001 - said as an error of the program, or raised again as it is
            raise self._refused(error, frame, step, inputs) from None

    def over(self) -> None:
        """One op with all that it runs, which nobody can stop in; where it fails, nothing has happened."""
        frame, step = self.top, self.top.current
        if step is None or step.rule is None:
            self.step()
            return
        self.finished = self.left = self.entered = None
        inputs, world = [frame.values[slot] for slot in step.ins], World.of(self.context)
        try:
            self._admit(frame, step, inputs)
            given = ([*inputs], self.context) if step.hands_over else (self.context, *inputs)
            out = step.function(*given)
            if self.log is not None:
                self.log.world = world
            self._finish(frame, step, inputs, out, self._clock)
        except BaseException as error:
            world.put_back(self.context)
            if not isinstance(error, Exception):
                raise
            raise self._refused(error, frame, step, inputs) from None

    def enter(self, is_wanted: Callable[[Enter], bool] | None, turns: int = 0) -> int:
        """Run the regions of an op one after the other, and enter the first that is wanted, or (None) the first that fails.

        None of the first so many ``turns`` of a loop is wanted. How many were run before it; where none was wanted, the op has come
        to its end. Raises ``HloError`` where the op itself fails.
        """
        frame, step = self.top, self.top.current
        assert step is not None
        assert step.rule is not None
        self.finished = self.left = self.entered = None
        inputs, before = [frame.values[slot] for slot in step.ins], World.of(self.context)
        count = 0
        try:
            self._admit(frame, step, inputs)
            what = step.rule(inputs, self.context)
            if turns and isinstance(what, Enter) and what.later is not None and isinstance(step.function, Turning):
                state = step.function.first([*inputs], self.context, turns)
                if state is None:
                    before.put_back(self.context)
                else:
                    what, count = what.later(turns, state), 2 * turns
            self.passed = count
            while isinstance(what, Enter) and not (is_wanted is not None and is_wanted(what)):
                world = World.of(self.context) if is_wanted is None else before
                try:
                    results = what.region.run(self._arguments(frame, step, what), self.context)
                except HloError:
                    world.put_back(self.context)
                    if is_wanted is None:
                        break
                    raise
                what, count = what.then(results), count + 1
                self.passed = count
            if self.log is not None:
                self.log.world = before
            self._advance(frame, step, inputs, what, self._clock)
        except BaseException as error:
            before.put_back(self.context)
            if not isinstance(error, Exception):
                raise
            raise self._refused(error, frame, step, inputs) from None
        return count

    def _admit(self, frame: PlanFrame, step: Step, inputs: list[Any]) -> None:
        """Raise where a step is not for such inputs, or makes more than there may be."""
        if step.check is not None and not frame.plan.runner.is_checked:
            step.check(inputs)
        if self.context.limit is not None:
            self._count(frame)
            self.context.check(step, frame.values)

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
        self.context.frames = [*self._outside, *(each.values for each in reversed(around))]
        self.context.aside = sum(each.aside for each in around)

    def _advance(self, frame: PlanFrame, step: Step, inputs: list[Any], what: Next, begin: float) -> None:
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
        arguments = self._arguments(frame, step, what)
        place = (what.kind, what.number, returned, frame, step.origin, inputs, what.aside)
        entered = PlanFrame(what.region.plan, arguments, *place)
        entered.of = what.of
        self.steady = False
        if self.log is not None:
            self.log.note(self.top, frame)
        self.top = self.entered = entered
        self.count += 1
        self.steady = True
        self._enter(entered)

    def _arguments(self, frame: PlanFrame, step: Step, what: Enter) -> list[Any]:
        """What a region is given; what it captures, as it is now: somebody may have changed it since the op began."""
        count = len(what.region.captured)
        captured = step.ins[len(step.ins) - count :] if count else ()
        return [*what.args, *(frame.values[slot] for slot in captured)]

    def _enter(self, frame: PlanFrame) -> None:
        if self.context.limit is not None:
            self.context.comes(frame.values, frame.aside)
        begin = self._clock
        for observer in self.observers:
            observer.enter(frame)
        self._watched += self._clock - begin

    def _return(self, frame: PlanFrame) -> None:
        results = tuple(frame.values[slot] for slot in frame.plan.outputs)
        self.left = (frame, results)
        begin = self._clock
        for observer in self.observers:
            observer.leave(frame, results)
        self._watched += self._clock - begin
        if frame.then is None:
            self.steady = False
            if self.log is not None:
                self.log.note(self.top, frame)
            self.results = results
            self.count += 1
            self.steady = True
        else:
            frame.then(results)

    def _finish(self, frame: PlanFrame, step: Step, inputs: list[Any], out: Any, begin: float) -> None:
        """Put results into their slots and go on."""
        made = self._conforming(frame, step, _listed(out, step))
        if self.observers:
            end = self._clock
            for observer in self.observers:
                found = observer.after(Event(frame, step.origin, inputs, made, end - begin))
                if found is not None:
                    made = self._conforming(frame, step, found)
            self._watched += self._clock - end
        frees = () if self.keeps else (*step.frees, *step.unused)
        before = [(slot, frame.values[slot]) for slot in (*step.outs, *frees)] if self.log is not None else ()
        for slot, value in zip(step.outs, made, strict=True):
            frame.values[slot] = value
        if self.context.limit is not None:
            self._count(frame)
            self.context.check_made(step, frame.values)
        self.steady = False
        if self.log is not None:
            self.log.note(self.top, frame, before)
        for slot in frees:
            frame.values[slot] = None
        frame.at += 1
        self.top = frame
        self.finished = (frame, step, made)
        self.count += 1
        self.steady = True

    def _conforming(self, frame: PlanFrame, step: Step, values: Sequence[Any]) -> list[Any]:
        if len(values) != len(step.outs):
            raise wrong_count(len(values), step)
        declared = zip(values, step.shapes, step.dtypes, strict=True)
        return [conforming(value, shape, dtype, step, frame.plan.backend) for value, shape, dtype in declared]

    # Going back

    def change(self, frame: PlanFrame, slot: int, value: Any) -> None:
        """Put another value into a slot of a frame; going back over it takes it out again."""
        if self.log is not None:
            self.log.note(self.top, frame, [(slot, frame.values[slot])], is_step=False)
        frame.values[slot] = value

    def back(self) -> bool:
        """Undo the last step, and what was changed since; False at the beginning, or where the log begins."""
        if self.log is None:
            return False
        for entry in self.log.taken():
            entry.frame.at = entry.at
            for slot, value in entry.changes:
                entry.frame.values[slot] = value
            self.top, self.results = entry.top, None
            if entry.world is not None:
                entry.world.put_back(self.context)
            if entry.is_step:
                self.count -= 1
                self.finished = self.left = self.entered = None
                return True
        return False

    def mark(self) -> Mark:
        """All that it takes to go on from here once more."""
        frames = cast("list[PlanFrame]", [*self.top.around])
        return Mark(self, [(frame, frame.at, frame.values.copy()) for frame in frames])

    def go_back_to(self, mark: Mark) -> None:
        """Stand where a mark was made."""
        for frame, at, values in mark.frames:
            frame.at, frame.values[:] = at, values
        self.top, self.results = mark.frames[0][0], None
        self.finished = self.left = self.entered = None
        mark.world.put_back(self.context)
        if self.log is not None:
            self.log.clear()


class Mark:
    """Where a machine stood: its frames with their values, and the world outside."""

    __slots__ = ("frames", "world")

    def __init__(self, machine: Machine, frames: list[tuple[PlanFrame, int, list[Any]]]):
        self.frames = frames
        self.world = World.of(machine.context)


def _listed(out: Any, step: Step) -> list[Any]:
    """The results in what a step's function gave."""
    if step.wrap is not None:
        return [step.wrap(out)]
    return [*out] if isinstance(out, tuple) else [out]
