"""Where a run stands that waits: the op, and the turns of the loops around it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from .plan_frame import PlanFrame
from .stepper import Machine

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence
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
    frames: list[tuple[FrameType, int]] = []
    while trace is not None:
        frames.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    return _running_in(frames)


def running_now(thread: int) -> list[Running]:
    """The same of a thread that goes on meanwhile: where it is just now."""
    frames: list[tuple[FrameType, int]] = []
    frame = sys._current_frames().get(thread)  # pyright: ignore[reportPrivateUsage]  - it is documented
    while frame is not None:
        frames.append((frame, frame.f_lineno))
        frame = frame.f_back
    return _running_in(reversed(frames))


def _running_in(frames: Iterable[tuple[FrameType, int]]) -> list[Running]:
    found: list[Running] = []
    for frame, line in frames:
        # One that was only being made stands nowhere yet.
        if isinstance(machine := frame.f_locals.get("self"), Machine) and frame.f_code is not Machine.__init__.__code__:
            return [*found, *_frames_of(machine)]
        for origin, number in _running(frame, line):
            _add(found, origin, number)
        if found:
            found[-1] = _in_region(found[-1], frame)
    return found


def _add(found: list[Running], origin: Origin, number: int | None) -> None:
    """An op more on the way. Code for a loop alone goes on where the loop has come to by then."""
    for caller in origin.callers:
        if not any(running.origin.is_same(caller) for running in found):
            found.append(Running(caller))
    if found and found[-1].origin.is_same(origin):
        before = found.pop().number
        number = before if number is None else number + (before or 0)
    found.append(Running(origin, number))


def _in_region(running: Running, frame: FrameType) -> Running:
    """With the number of a turn or a branch that a frame of the interpreter says."""
    module, values = frame.f_globals.get("__name__"), frame.f_locals
    if module == "hlorepl.ops.control.counted_loop" and isinstance(values.get("turn"), int):
        return running._replace(number=values["turn"] + (running.number or 0))
    if module == "hlorepl.engine.in_steps" and isinstance(values.get("_entered"), int):
        return running._replace(number=values["_entered"])
    return running


def _running(frame: FrameType, line: int) -> Sequence[tuple[Origin, int | None]]:
    """The ops that a frame of the executor runs, the outermost first; none for any other frame."""
    if "report" in frame.f_globals and frame.f_code.co_filename.endswith("plan>"):
        return frame.f_globals["report"].running_at(line, frame.f_locals)
    if frame.f_code.co_name == "_interpret" and "step" in frame.f_locals:
        return [(frame.f_locals["step"].origin, None)]
    return ()


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


def place_of(path: Sequence[Running]) -> str:
    """`` at line 3 of a.mlir, turn 12``, or nothing where no op is known to run."""
    if not path:
        return ""
    last = path[-1].origin
    turns = ".".join(str(running.number) for running in path if running.number is not None)
    place = f"line {last.span.line} of {last.span.source.name}" if last.span is not None else last.label or last.name
    return f" at {place}{f', turn {turns}' if turns else ''}"
