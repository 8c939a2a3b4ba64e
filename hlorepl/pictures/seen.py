"""What was seen of the values of a run, for a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..analysis.summary import Summary
from ..engine.finite import not_finite
from ..engine.observing import Observer
from ..engine.plan_frame import PlanFrame
from .graph import Tally

if TYPE_CHECKING:
    from ..engine.observing import Event, Frame, Origin


class Seen(Observer):
    """Adds up summaries of the results of each step, by its origin, and of what frames are given, by plan and slot."""

    def __init__(self) -> None:
        self.results: dict[int, list[Tally]] = {}
        self.given: dict[tuple[int, int], Tally] = {}
        #: Origins of steps that made what is not finite of what was.
        self.makers: set[int] = set()
        #: The same by label: a model's parts are known by it.
        self.by_label: dict[str, list[Tally]] = {}
        self.making_labels: set[str] = set()
        self._kept: list[Origin] = []
        self._callers: set[int] = set()

    def enter(self, frame: Frame) -> None:
        if frame.caller is not None:
            self._callers.add(id(frame.caller))
        if isinstance(frame, PlanFrame):
            for slot in range(frame.plan.inputs):
                tally = self.given.setdefault((id(frame.plan), slot), Tally())
                tally.add(Summary(frame.values[slot]))

    def after(self, event: Event) -> None:
        origin = event.origin
        tallies = self.results.get(id(origin))
        if tallies is None:
            tallies = self.results[id(origin)] = self.by_label[origin.label] = [Tally() for _ in event.results]
            self._kept.append(origin)
        for tally, value in zip(tallies, event.results, strict=False):
            tally.add(Summary(value))
        if id(origin) not in self._callers and _makes(event) and not origin.is_constant:
            self.makers.add(id(origin))
            self.making_labels.add(origin.label)


def _makes(event: Event) -> bool:
    """Whether there is something that is not finite in what a step made, and nothing of that kind in what it read."""
    made: list[Any] = [each for each in map(not_finite, event.results) if any(each)]
    if not made:
        return False
    read = [*map(not_finite, event.inputs)]
    return any(any(each[kind] for each in made) and not any(each[kind] for each in read) for kind in (0, 1))
