"""Where a run stands that waits: the op, and the turns of the loops around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Generator

    from ..source import Span
    from .observing import Origin
    from .stepper import Machine


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
