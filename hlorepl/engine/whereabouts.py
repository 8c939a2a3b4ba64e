"""Where a run stands that waits: the op, and the turns of the loops around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .plan_frame import PlanFrame
from .stepper import Machine

if TYPE_CHECKING:
    from collections.abc import Generator
    from types import FrameType, TracebackType

    from ..source import Span
    from .observing import Origin


class Whereabouts(NamedTuple):
    """An op, and in which turn each loop around it is, the outermost first."""

    origin: Origin | None
    turns: tuple[int, ...]

    @property
    def name(self) -> str:
        return "" if self.origin is None else self.origin.name

    @property
    def span(self) -> Span | None:
        return None if self.origin is None else self.origin.span


def whereabouts(run: Generator[Any, Any, Any]) -> Whereabouts:
    """Where a resumable run (``run.resume``) waits: as the frames of the generators say that are on its way."""
    origin: Origin | None = None
    turns: list[int] = []
    inner: Any = run
    while inner is not None and inner.gi_frame is not None:
        frame = inner.gi_frame
        if "report" in frame.f_globals:
            origin = frame.f_globals["report"].origin_at(frame.f_lineno)
        elif inner.gi_yieldfrom is not None and "_entered" in frame.f_locals:
            kind, number = frame.f_locals["_entered"]
            turns += [number] if kind in ("turn", "condition") else []
        elif "machine" in frame.f_locals:
            machine: Machine = frame.f_locals["machine"]
            return Whereabouts(machine.origin, machine.top.turns)
        inner = inner.gi_yieldfrom
    return Whereabouts(origin, tuple(turns))


class Running(NamedTuple):
    """An op that was running, and in which of its regions it was, by the number of the branch or turn, where that is known."""

    origin: Origin
    number: int | None = None


def interrupted_at(trace: TracebackType | None) -> list[Running]:
    """The ops that were running when a run was interrupted, the outermost first, as the frames of the interpreter say."""
    found: list[Running] = []
    while trace is not None:
        values = trace.tb_frame.f_locals
        origin = _running(trace.tb_frame, trace.tb_lineno)
        if origin is not None:
            found.append(Running(origin))
        elif isinstance(machine := values.get("self"), Machine):
            return [*found, *_frames_of(machine)]
        elif found:
            found[-1] = _in_region(found[-1], trace.tb_frame)
        trace = trace.tb_next
    return found


#: Where the number of a turn or a branch is found, by the module and the name of a local variable.
_NUMBERS = (("hlorepl.ops.control.counted_loop", "turn"), ("hlorepl.engine.in_steps", "_entered"))


def _in_region(running: Running, frame: FrameType) -> Running:
    module, values = frame.f_globals.get("__name__"), frame.f_locals
    for where, name in _NUMBERS:
        if module == where and running.number is None and isinstance(values.get(name), int):
            return running._replace(number=values[name])
    return running


def _running(frame: FrameType, line: int) -> Origin | None:
    """The op that a frame of the executor runs; None for any other frame."""
    if "report" in frame.f_globals and frame.f_code.co_filename.endswith("plan>"):
        return frame.f_globals["report"].origin_at(line)
    if frame.f_code.co_name == "_interpret" and "step" in frame.f_locals:
        return frame.f_locals["step"].origin
    return None


def _frames_of(machine: Machine) -> list[Running]:
    """The same of the stepper, which knows where it stands."""
    found: list[Running] = []
    number: int | None = None
    for frame in machine.top.around:
        here = frame.here if isinstance(frame, PlanFrame) else None
        if here is not None:
            found.append(Running(here, number))
        number = frame.number
    return found[::-1]
