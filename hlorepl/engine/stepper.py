"""The stepper: the same plans with explicit frames, one op at a time; it can stop, go on and go back.

An op that runs regions says by its ``steps`` rule (``ops/flow.py``) what comes next, so a loop is never on Python's
stack. Values never change, so going back is putting old ones into their slots again.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ..errors import LIBRARY_FAILURES, HloError
from ..ops.flow import Done, Enter
from ..wording import counted
from .binding import within
from .executor import conforming, failed, located

if TYPE_CHECKING:
    from collections.abc import Callable

    from .context import Observer, RunContext
    from .plan import Plan, Step

    Then = Callable[[tuple[Any, ...]], Any]


class Frame:
    """A plan that is being run: its values, the next step, and what its results are for."""

    __slots__ = ("at", "caller", "plan", "then", "up", "values")

    def __init__(self, plan: Plan, arguments: list[Any], then: Then | None, up: Frame | None, caller: Step | None):
        self.plan = plan
        self.values = plan.template.copy()
        self.values[: len(arguments)] = arguments
        self.at = 0
        self.then = then
        self.up = up
        self.caller = caller

    @property
    def depth(self) -> int:
        """How many frames are around this one."""
        count, frame = 0, self.up
        while frame is not None:
            count, frame = count + 1, frame.up
        return count


class Event:
    """What an observer gets: a step that has run, the arrays that it read and made, how long it took (seconds)."""

    __slots__ = ("frame", "inputs", "results", "seconds", "step")

    def __init__(self, frame: Frame, step: Step, inputs: list[Any], results: list[Any], seconds: float):
        self.frame = frame
        self.step = step
        self.inputs = inputs
        self.results = results
        self.seconds = seconds


class Machine:
    """Runs a plan step by step. The context's observers get an ``Event`` for each op; with ``log`` it can go back."""

    def __init__(self, plan: Plan, arguments: list[Any], context: RunContext, log: bool = False):
        self.top: Frame = Frame(plan, arguments, None, None, None)
        self.context = context
        self.observers: tuple[Observer, ...] = context.observers
        self.log: list[tuple[Frame, Frame | None, int, list[tuple[int, Any]]]] | None = [] if log else None
        self.results: tuple[Any, ...] | None = None

    @property
    def done(self) -> bool:
        return self.results is not None

    def run(self) -> tuple[Any, ...]:
        """To the end."""
        while self.results is None:
            self.step()
        return self.results

    def step(self) -> None:
        """One op, or one return from a region; raises ``HloError`` and stays where it is when the op fails."""
        frame = self.top
        if frame.at == len(frame.plan.steps):
            self._return(frame)
            return
        step = frame.plan.steps[frame.at]
        inputs = [frame.values[slot] for slot in step.ins]
        begin = time.perf_counter()
        try:
            self._check_memory(frame, step)
            rule = step.bound.spec.steps_rule
            if rule is None:
                given = [self.context, *inputs] if step.wants_context else inputs
                self._finish(frame, step, inputs, step.function(*given), begin)
            else:
                self._advance(frame, step, inputs, self._first(step, inputs), begin)
        except HloError as error:
            raise located(error, step) from None
        except LIBRARY_FAILURES as error:
            raise failed(error, step) from error

    def _check_memory(self, frame: Frame, step: Step) -> None:
        if self.context.limit is None:
            return
        frames: list[list[Any]] = []
        up: Frame | None = frame
        while up is not None:
            frames.append(up.values)
            up = up.up
        self.context.frames = frames[::-1]
        self.context.check(step)

    def _first(self, step: Step, inputs: list[Any]) -> Any:
        """What the op's rule wants first."""
        spec, bound = step.bound.spec, step.bound
        count = len(step.op.operands)
        captured = tuple(inputs[count:])
        keywords = {name: value for name, value in bound.keywords.items() if name in spec.steps_wants}
        keywords = {name: within(value, self.context, captured) for name, value in keywords.items()}
        assert spec.steps_rule is not None
        return spec.steps_rule(*inputs[:count], **keywords)

    def _advance(self, frame: Frame, step: Step, inputs: list[Any], what: Any, begin: float) -> None:
        if isinstance(what, Done):
            self._finish(frame, step, inputs, what.values, begin)
            return
        assert isinstance(what, Enter)
        self._note(frame, None, [])
        region, then = what.region, what.then

        def returned(results: tuple[Any, ...]) -> None:
            self._advance(frame, step, inputs, then(results), begin)

        self.top = Frame(region.plan, [*what.args, *region.captured], returned, frame, step)

    def _return(self, frame: Frame) -> None:
        results = tuple(frame.values[slot] for slot in frame.plan.outputs)
        if frame.then is None:
            self.results = results
        else:
            frame.then(results)

    def _finish(self, frame: Frame, step: Step, inputs: list[Any], out: Any, begin: float) -> None:
        """Put results into their slots and go on."""
        values: list[Any] = [*out] if isinstance(out, tuple) else [out]
        if len(values) != len(step.outs):
            raise HloError(f"{step.op.name} gave {counted(len(values), 'result')}", step.op.span, "run.result")
        made = [
            conforming(value, shape, dtype, step, frame.plan.backend)
            for value, shape, dtype in zip(values, step.shapes, step.dtypes, strict=True)
        ]
        self._note(frame, frame.at, [(slot, frame.values[slot]) for slot in (*step.outs, *step.frees)])
        for slot, value in zip(step.outs, made, strict=True):
            frame.values[slot] = value
        for slot in (*step.frees, *step.unused):
            frame.values[slot] = None
        frame.at += 1
        self.top = frame
        if self.observers:
            event = Event(frame, step, inputs, made, time.perf_counter() - begin)
            for observe in self.observers:
                observe(event)

    def _note(self, frame: Frame, at: int | None, changes: list[tuple[int, Any]]) -> None:
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
