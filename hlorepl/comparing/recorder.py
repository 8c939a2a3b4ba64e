"""What the left side did: each step with what it read and made, handed on in portions, so that memory stays bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..analysis.summary import bytes_of
from ..engine.observing import Observer
from ..engine.op_origin import OpOrigin
from ..engine.plan_frame import PlanFrame
from .report import At

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.observing import Event, Frame, Origin
    from ..ir.core import Value

#: When the values that wait take more bytes than this, they are handed on; so are more steps than this.
MOST_BYTES, MOST_STEPS = 256 << 20, 20_000


class Place(NamedTuple):
    """A frame while it ran, without its values: ``number`` counts all frames, ``block`` is the same for those of one region.

    ``returns`` is what the region hands out.
    """

    number: int
    block: int
    at: At
    up: Place | None
    returns: Sequence[Value]

    @property
    def frames(self) -> list[At]:
        """It and those around it, the outermost first."""
        found: list[At] = []
        place: Place | None = self
        while place is not None:
            found.append(place.at)
            place = place.up
        return found[::-1]


class Moment(NamedTuple):
    """A step that ran: where, what it read (operands, then captures) and made."""

    place: Place
    origin: Origin
    inputs: Sequence[Any]
    results: Sequence[Any]

    @property
    def op(self) -> Any:
        """The op of StableHLO that it is of, or None."""
        return self.origin.op if isinstance(self.origin, OpOrigin) else None


class Recorder(Observer):
    """Keeps moments in the order in which steps ended, and hands them to ``take``; ``finish`` hands on the rest."""

    def __init__(self, take: Callable[[list[Moment]], None], bytes_kept: int = MOST_BYTES):
        self._take = take
        self._most = bytes_kept
        self._moments: list[Moment] = []
        self._bytes = 0
        self._places: dict[int, Place] = {}
        self._count = 0

    def enter(self, frame: Frame) -> None:
        up = self._places.get(id(frame.up)) if frame.up is not None else None
        self._places[id(frame)] = Place(self._count, id(_region(frame)), _at(frame), up, _returns(frame))
        self._count += 1

    def place_of(self, frame: Frame) -> Place:
        """Where a frame stands that runs."""
        return self._places[id(frame)]

    def leave(self, frame: Frame, results: Sequence[Any]) -> None:
        self._places.pop(id(frame), None)

    def after(self, event: Event) -> None:
        self._moments.append(Moment(self._places[id(event.frame)], event.origin, event.inputs, event.results))
        self._bytes += bytes_of(event.results)
        if self._bytes > self._most or len(self._moments) > MOST_STEPS:
            self.finish()

    def finish(self) -> None:
        """Hand on what waits."""
        moments, self._moments, self._bytes = self._moments, [], 0
        if moments:
            self._take(moments)


def _region(frame: Frame) -> Any:
    """What all frames of one region share."""
    return frame.plan if isinstance(frame, PlanFrame) else frame


def _returns(frame: Frame) -> Sequence[Value]:
    end = frame.plan.end if isinstance(frame, PlanFrame) else None
    return end.op.operands if isinstance(end, OpOrigin) else ()


def _at(frame: Frame) -> At:
    span = frame.caller.span if frame.caller is not None else None
    line = None if span is None else span.line
    is_turn = frame.kind in ("turn", "condition")
    turn = frame.number if is_turn else None
    return At(frame.function, line, turn, frame.number if frame.kind == "branch" else None)
