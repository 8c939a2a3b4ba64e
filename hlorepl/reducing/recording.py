"""What a program's values were: those of its function, and of each loop there what its turns handed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..analysis.summary import bytes_of
from ..engine.context import RunContext
from ..engine.observing import Observer
from ..engine.op_origin import OpOrigin
from ..engine.program import Program
from ..errors import HloError
from ..interrupts import TimeIsUp, time_limit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.observing import Event, Frame, Origin
    from ..ir.core import Op, Value
    from .case import Case

#: Turns of a loop that are kept; of more, every second.
_MOST_TURNS = 256


class Recording(Observer):
    """``values`` by the function's own values; ``turns`` has, for a loop, what each turn began with; ``branches`` which was taken.

    ``running`` is the op of the function that ran last, or was running when the run failed or its time was over. No more than
    ``limit`` bytes are kept: of later values nothing is known.
    """

    hears_moves = True

    def __init__(self, limit: int):
        self.values: dict[Value, Any] = {}
        self.turns: dict[Op, dict[int, tuple[Any, ...]]] = {}
        self.branches: dict[Op, int] = {}
        self.running: Op | None = None
        self.is_whole = False
        self._left = limit

    def before(self, frame: Frame, origin: Origin, inputs: Sequence[Any]) -> None:
        if frame.up is None and isinstance(origin, OpOrigin):
            self.running = origin.op

    def after(self, event: Event) -> None:
        if event.frame.up is None and isinstance(event.origin, OpOrigin):
            self._keep(event.origin.op, event.results)

    def _keep(self, op: Op, results: Sequence[Any]) -> None:
        for value, found in zip(op.results, results, strict=False):
            if self._has_room(found):
                self.values[value] = found

    def enter(self, frame: Frame) -> None:
        if frame.kind == "branch" and isinstance(frame.caller, OpOrigin) and frame.number is not None:
            self.branches[frame.caller.op] = frame.number

    def leave(self, frame: Frame, results: Sequence[Any]) -> None:
        if frame.kind == "turn" and frame.up is not None and frame.up.up is None and isinstance(frame.caller, OpOrigin):
            turns = self.turns.setdefault(frame.caller.op, {})
            if len(turns) == _MOST_TURNS:
                for number in list(turns)[::2]:
                    del turns[number]
            if self._has_room(results):
                turns[(frame.number or 0) + 1] = tuple(results)

    def _has_room(self, value: Any) -> bool:
        self._left -= bytes_of(value)
        return self._left >= 0


def record(case: Case, seconds: float | None, limit: int, seed: int) -> Recording:
    """Run a case on NumPy and keep what it makes, as far as it comes in the time; a case that is not valid makes nothing."""
    found = Recording(limit)
    try:
        with time_limit(seconds):
            program = Program(case.module, case.entry, grid=(1, 1))
            program.run(case.arguments, RunContext(limit=limit, seed=seed, observers=(found,)))
        found.is_whole = True
    except (HloError, TimeIsUp):
        pass
    return found
