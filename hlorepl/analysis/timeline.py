"""What every process of a grid did, and when: a trace that Chrome and Perfetto show."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from ..engine.observing import Observer
from ..ops.registry import lookup
from ..whole_files import write_whole
from .places import place_of
from .summary import bytes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from ..engine.observing import Event, Frame, Origin


class Timeline(Observer):
    """What one process did: its steps, and when it waited for others. ``number`` is the process's, row by row."""

    def __init__(self, number: int = 0):
        self.number = number
        self.events: list[dict[str, Any]] = []
        #: When steps began that have not ended, and since when one waits, for each of what goes on side by side.
        self._begun: defaultdict[Frame, list[float]] = defaultdict(list)
        self._waits_since: dict[Frame, float] = {}

    def before(self, frame: Frame, origin: Origin, inputs: Sequence[Any]) -> None:
        self._begun[frame.outermost].append(time.perf_counter())

    def waits(self, frame: Frame, origin: Origin, sent: tuple[int, int]) -> None:
        self._waits_since[frame.outermost] = time.perf_counter()

    def goes_on(self, frame: Frame, origin: Origin) -> None:
        self._add("wait", frame, origin, self._waits_since.pop(frame.outermost), 0)

    def after(self, event: Event) -> None:
        spec = lookup(event.origin.name) if event.origin.name else None
        kind = "collective" if spec is not None and spec.collective else "op"
        moved = event.inputs if kind == "collective" else event.results
        outermost = event.frame.outermost
        begun = self._begun[outermost]
        self._add(kind, event.frame, event.origin, begun.pop(), sum(map(bytes_of, moved)))
        if not begun:
            del self._begun[outermost]

    def failed(self, frame: Frame, origin: Origin, inputs: Sequence[Any], error: Exception) -> None:
        self._begun.clear()

    def _add(self, kind: str, frame: Frame, origin: Origin, begin: float, size: int) -> None:
        place = place_of(frame, origin)
        self.events.append(
            {
                "name": origin.name,
                "cat": kind,
                "ph": "X",
                "pid": self.number,
                "tid": 0,
                "ts": begin * 1e6,
                "dur": (time.perf_counter() - begin) * 1e6,
                "args": {"line": place.line, "bytes": size, "turn": [*place.turn]},
            }
        )


def write_timeline(path: Path, timelines: Iterable[Sequence[dict[str, Any]]]) -> None:
    """The events of all processes in one file, from the first one on; raises ``OSError``."""
    events = sorted((event for each in timelines for event in each), key=lambda event: event["ts"])
    first = events[0]["ts"] if events else 0.0
    rows = [{**event, "ts": round(event["ts"] - first, 3), "dur": round(event["dur"], 3)} for event in events]
    write_whole(path, json.dumps({"traceEvents": rows}))
