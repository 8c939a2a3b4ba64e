"""A value at the turns of the loops around it, as a run makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..analysis.summary import bytes_of
from ..engine.observing import Observer
from ..errors import HloError
from ..wording import counted, size_text
from .places import is_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.observing import Event, Frame
    from ..ir.types import Type

    Turns = tuple[int, ...]


class Enough(BaseException):
    """What was looked for is there: the run need not go on."""


class Follower(Observer):
    """Keeps the values of a name by the turns in which it was made; with ``wanted`` turns only that one.

    If it ``ends`` the run, it does so there. ``limit`` is how many bytes it may keep.
    """

    def __init__(self, name: str, wanted: Turns | None = None, limit: int | None = None, ends: bool = True):
        self.name = name
        self.wanted = wanted
        self.values: dict[Turns, Any] = {}
        self.type: Type | None = None
        #: The turns in which the name was seen last, and how many loops were around it.
        self.last: Turns = ()
        self._limit = limit
        self._ends = ends
        self._held = 0
        self._in_conditions: dict[Turns, Any] = {}

    def enter(self, frame: Frame) -> None:
        if frame.kind not in ("turn", "condition", "branch", "function") or not frame.turns:
            return
        stopped: Any = frame
        for name, place in stopped.places.items():
            if place.step < 0 and is_named(name, self.name) and not stopped.is_captured(place):
                self._keep(frame, place.type, stopped.values[place.slot])

    def after(self, event: Event) -> None:
        if not event.frame.turns:
            return
        origin = event.origin
        for name, of, value in zip(origin.results, origin.result_types, event.results, strict=False):
            if is_named(name, self.name):
                self._keep(event.frame, of, value)

    def _keep(self, frame: Frame, of: Type | None, value: Any) -> None:
        self.type = of
        if frame.kind == "condition":
            self._in_conditions[frame.turns] = value
            return
        self.last = frame.turns
        if self.wanted is not None and frame.turns != self.wanted:
            return
        self.values[frame.turns] = value
        self._held += bytes_of(value)
        if self._limit is not None and self._held > self._limit:
            raise HloError(f"the values of all turns take more than {size_text(self._limit)}", code="limit.memory")
        if self.wanted is not None and self._ends:
            raise Enough

    def found(self) -> dict[Turns, Any]:
        """The values; where only conditions made the name, those."""
        return self.values if self.last else self._in_conditions

    def one(self) -> Any:
        """The value at the wanted turn; raises ``run.turn``."""
        found = self.found()
        if self.wanted in found:
            return found[self.wanted]
        raise missing(self.name, self.wanted or (), max([self.last, *self._in_conditions], key=len))


def missing(name: str, wanted: Turns, last: Turns) -> HloError:
    """The error of a turn in which a value was not made."""
    text = ".".join(map(str, wanted))
    if not last:
        return HloError(f"%{name} was not made in any turn of a loop", code="run.turn")
    if len(last) != len(wanted):
        tip = f"%{name}@turn={'.'.join(map(str, last))} is its last value"
        return HloError(
            f"there {_loops(len(last))} around %{name}, and {counted(len(wanted), 'turn')} given",
            code="run.turn",
            help=tip,
        )
    message = f"%{name} was not made in turn {text}; the last one that made it is {'.'.join(map(str, last))}"
    return HloError(message, code="run.turn")


def _loops(number: int) -> str:
    return "is one loop" if number == 1 else f"are {number} loops"


def stacked(values: dict[Turns, Any]) -> Any:
    """The values of all turns as one array, one axis more for each loop around; raises ``run.turn`` where their shapes differ."""
    turns: Sequence[Turns] = sorted(values)
    arrays = [np.asarray(values[turn]) for turn in turns]
    if len({array.shape for array in arrays}) != 1:
        raise HloError("its shape differs from turn to turn: there is no array of all of them", code="run.turn")
    sizes = tuple(len({turn[axis] for turn in turns}) for axis in range(len(turns[0])))
    whole = np.stack(arrays)
    return whole.reshape((*sizes, *arrays[0].shape)) if int(np.prod(sizes)) == len(arrays) else whole


class Entering(Observer):
    """Ends a run where the first op of it enters a region: a function, a branch, or the wanted turn of a loop."""

    def __init__(self, turn: int):
        self.turn = turn
        self.frame: Any = None
        self.turns = 0

    def enter(self, frame: Frame) -> None:
        if frame.depth != 1 or frame.kind == "condition":
            return
        if frame.kind == "turn":
            self.turns += 1
            if frame.number != self.turn:
                return
        self.frame = frame
        raise Enough
