"""What the stepper did last, so that it can be undone: within a window of so many bytes."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from ..memory import held_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .plan_frame import PlanFrame
    from .world import World

#: The bytes that values may hold which only the log keeps.
WINDOW = 256 << 20
#: About what an entry takes by itself.
_ENTRY = 300


class Entry(NamedTuple):
    """One thing that was done: ``top`` was on top, ``frame`` at step ``at``, its slots had these values; ``size`` in bytes."""

    top: PlanFrame
    frame: PlanFrame
    at: int
    changes: Sequence[tuple[int, Any]]
    world: World | None
    is_step: bool
    size: int


class StepLog:
    """The entries, the last one last; the oldest go where all of them hold more than ``window`` bytes."""

    __slots__ = ("_entries", "_held", "window", "world")

    def __init__(self, window: int = WINDOW):
        self.window = window
        #: What the world was before the step that runs, where it may change that.
        self.world: World | None = None
        self._entries: deque[Entry] = deque()
        self._held = 0

    def __len__(self) -> int:
        return len(self._entries)

    def clear(self) -> None:
        self._entries.clear()
        self._held = 0

    def note(
        self, top: PlanFrame, frame: PlanFrame, changes: Sequence[tuple[int, Any]] = (), is_step: bool = True
    ) -> None:
        """Keep how things stand in a frame before it goes on. A frame that is not on top has been returned to: what was on top is gone."""
        size = _ENTRY
        if top is not frame:
            size += sum([held_by(value) for value in top.values[top.plan.inputs :]])
        for _, value in changes:
            if value is not None:
                size += held_by(value)
        world, self.world = self.world, None
        self._entries.append(Entry(top, frame, frame.at, changes, world, is_step, size))
        self._held += size
        while self._held > self.window:
            self._held -= self._entries.popleft().size

    def taken(self) -> Iterator[Entry]:
        """The entries from the last one back, each taken out."""
        while self._entries:
            entry = self._entries.pop()
            self._held -= entry.size
            yield entry
