"""Where a run stands that waits: the op, and the turns of the loops around it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from ..ops.flow import Turning
from .plan_frame import PlanFrame
from .stepper import Machine

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence
    from types import FrameType, TracebackType

    from ..source import Span
    from .observing import Frame, Origin


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
    """An op that was running, and in which of its regions it was, by the number of the branch or turn, ``of`` how many, where known.

    Trials of a model have no op: they are a ``what``.
    """

    origin: Origin | None
    number: int | None = None
    of: int | None = None
    what: str = "turn"


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
        for running in _running(frame, line):
            _add(found, running)
        if found:
            found[-1] = _in_region(found[-1], frame)
    return found


def _add(found: list[Running], running: Running) -> None:
    """An op more on the way. Code for a loop alone goes on where the loop has come to by then."""
    origin, number, of = running.origin, running.number, running.of
    for caller in () if origin is None else origin.callers:
        if not any(each.origin is not None and each.origin.is_same(caller) for each in found):
            found.append(Running(caller))
    if found and origin is not None and (last := found[-1].origin) is not None and last.is_same(origin):
        before = found.pop()
        done = before.number or 0
        number = before.number if number is None else number + done
        of = before.of if of is None else of + done
    found.append(running._replace(number=number, of=of))


def _in_region(running: Running, frame: FrameType) -> Running:
    """With the number of a turn or a branch that a frame of the interpreter says."""
    module, values = frame.f_globals.get("__name__"), frame.f_locals
    if module == "hlorepl.ops.control.counted_loop" and isinstance(values.get("turn"), int):
        rounds, done = values.get("rounds"), running.number or 0
        of = rounds + done if isinstance(rounds, int) and rounds >= 0 and running.of is None else running.of
        return running._replace(number=values["turn"] + done, of=of)
    if module == "hlorepl.engine.in_steps" and isinstance(values.get("_entered"), int):
        return running._replace(number=values["_entered"], of=values.get("_of"))
    return running


def _running(frame: FrameType, line: int) -> Sequence[Running]:
    """The ops that a frame of the executor runs, the outermost first; none for any other frame."""
    values = frame.f_locals
    if "report" in frame.f_globals and frame.f_code.co_filename.endswith("plan>"):
        return [Running(*each) for each in frame.f_globals["report"].running_at(line, values)]
    if frame.f_code.co_name == "_interpret" and "step" in values:
        return [Running(values["step"].origin)]
    module, name = frame.f_globals.get("__name__"), frame.f_code.co_name
    if module == "hlorepl.mdf.recording" and isinstance(values.get("step"), int):
        return [Running(None, values["step"], values["steps"], "trial")]
    if module == "hlorepl.mdf.node_run" and name == "run_node":
        return [Running(None, what=f"node {values['node'].id}")]
    return ()


def _frames_of(machine: Machine) -> list[Running]:
    """The same of the stepper, which knows where it stands."""
    found: list[Running] = []
    number, of = None, None
    for frame in machine.top.around:
        here = frame.here if isinstance(frame, PlanFrame) else None
        if here is not None:
            found.append(Running(here, number, of))
        number, of = frame.number, _rounds(frame)
    return found[::-1]


def _rounds(frame: Frame) -> int | None:
    """How many turns the loop makes of which a frame is one."""
    around = frame.up
    if not isinstance(frame, PlanFrame) or not isinstance(around, PlanFrame) or frame.kind not in ("turn", "condition"):
        return None
    if frame.of is not None:
        return frame.of
    step = around.current
    return step.function.rounds(frame.given) if step is not None and isinstance(step.function, Turning) else None


def place_of(path: Sequence[Running]) -> str:
    """`` at line 3 of a.mlir, turn 12 of 100``, or nothing where nothing is known to run."""
    origins = [each.origin for each in path if each.origin is not None]
    counted = [each for each in path if each.number is not None and each.origin is not None]
    trials = "".join(_of_model(each) for each in path if each.origin is None)
    turns = f", turn {_of(counted)}" if counted else ""
    if not origins:
        return trials.replace(",", " in", 1)
    last = origins[-1]
    is_text = last.span is not None and last.model_node is None
    # A file without its folders: there is one line for all that is said.
    place = (
        f"line {last.span.line} of {last.span.source.name.rpartition('/')[2]}"
        if is_text and last.span
        else last.label or last.name
    )
    return f" at {place}{trials}{turns}"


def _of_model(running: Running) -> str:
    return f", {running.what}" if running.number is None else f", {running.what} {_of([running])}"


def _of(path: Sequence[Running]) -> str:
    """``3.17 of 100``: the turns of the loops around each other; of how many the innermost one has."""
    of = path[-1].of
    return f"{'.'.join(str(each.number) for each in path)}{'' if of is None else f' of {of:,}'}"


def done_of(path: Sequence[Running]) -> float | None:
    """Which part is done of the loops that count their turns, from the outermost on; None where it does not."""
    done, share = None, 1.0
    for each in path:
        if each.number is None:
            continue
        if not each.of:
            break
        done = (done or 0.0) + share * each.number / each.of
        share /= each.of
    return done
