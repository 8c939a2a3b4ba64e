"""Going on and back in a run: by the run's own log while it lasts, beyond it from marks, computed forward again."""

from __future__ import annotations

import time
from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

from ..analysis.summary import bytes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from .steppable import Steppable

#: Marks that are kept, and the bytes of values that they may hold; beyond, every second one goes.
MARKS = 64
MARKED_BYTES = 256 << 20
#: Steps between two marks, at first.
SPACING = 512
#: An op that was run as a whole and took longer, in seconds, has a mark behind it: it is not to be run again.
_LONG = 0.05
#: How a step was made; any other number is that of the regions that were run before one was entered.
_STEP, _OVER = -1, -2


class _Marked(NamedTuple):
    time: int
    mark: Any
    size: int


class _Change(NamedTuple):
    """A value that somebody put into a frame, so many frames up from the one on top."""

    time: int
    depth: int
    slot: Any
    value: Any


class History:
    """Drives a run. ``time`` is how many steps it is from the beginning; an op that was run as a whole is one."""

    def __init__(self, run: Steppable, marks: int = MARKS, spacing: int = SPACING):
        self.run = run
        self._most = marks
        self._spacing = spacing
        self._kinds = array("q")
        self._changes: list[_Change] = []
        self._marks: list[_Marked] = []
        self._replays = False
        self._settled = True
        self._mark()

    @property
    def time(self) -> int:
        return len(self._kinds)

    @property
    def changes(self) -> int:
        """How many values somebody has put in place of others, up to here."""
        return len(self._changes)

    # Forward

    def step(self) -> None:
        """One step; raises ``HloError`` and stays where it is when the op fails."""
        self._forward(_STEP, self.run.step)

    def over(self) -> None:
        """One op with all that it runs, as one step."""
        begin = time.perf_counter()
        self._forward(_OVER, self.run.over)
        if time.perf_counter() - begin > _LONG and not self._replays:
            self._mark()

    def enter(self, is_wanted: Callable[[Any], bool] | None, turns: int = 0) -> None:
        """Into the first region of an op that is wanted, or (None) the first that fails; those before it are run as a whole.

        None of the first so many ``turns`` is wanted.
        """
        skipped = 0

        def enter() -> None:
            nonlocal skipped
            skipped = self.run.enter(is_wanted, turns)

        self._forward(lambda: skipped, enter)

    def _forward(self, kind: int | Callable[[], int], go: Callable[[], None]) -> None:
        self.settle()
        before = self.run.count
        try:
            go()
        finally:
            if not self.run.steady:
                self._settled = False
            elif self.run.count != before:
                self._kinds.append(kind() if callable(kind) else kind)
        if self.run.entered is not None and not self._replays and self.time - self._marks[-1].time >= self._spacing:
            self._mark()

    # Changes

    def change(self, frame: Any, slot: Any, value: Any) -> None:
        """Put another value into a frame: used when going on, taken out when going back over it."""
        self.settle()
        depth = list(self.run.top.around).index(frame)
        self.run.change(frame, slot, value)
        self._changes.append(_Change(self.time, depth, slot, value))

    # Back

    def back(self, count: int = 1) -> int:
        """So many steps back, or to the beginning; how many it was."""
        self.settle()
        target = max(0, self.time - count)
        gone = self.time - target
        while self.time > target:
            if not self.run.back():
                self._go_to(target)
                break
            self._kinds.pop()
        self._forget_after(target)
        return gone

    def _forget_after(self, target: int) -> None:
        while self._changes and self._changes[-1].time > target:
            self._changes.pop()
        while self._marks[-1].time > target:
            self._marks.pop()

    def settle(self) -> None:
        """Mend what an interrupt has left half done."""
        if not self._settled:
            self._go_to(self.time)

    def _go_to(self, target: int) -> None:
        """Stand at a moment that was, from the last mark before it."""
        kinds = self._kinds[:target]
        found = next(each for each in reversed(self._marks) if each.time <= target)
        self._settled, self._replays = True, True
        try:
            self.run.go_back_to(found.mark)
            self._kinds = kinds[: found.time]
            for kind in kinds[found.time :]:
                self._change_again()
                self._again(kind)
            self._change_again()
        except BaseException:
            self._kinds, self._settled = kinds, False
            raise
        finally:
            self._replays = False

    def _again(self, kind: int) -> None:
        if kind == _STEP:
            self.step()
        elif kind == _OVER:
            self.over()
        else:
            self.enter(lambda _: self.run.passed == kind, kind // 2)

    def _change_again(self) -> None:
        for each in self._changes:
            if each.time == self.time:
                frame = list(self.run.top.around)[each.depth]
                self.run.change(frame, each.slot, each.value)

    # Marks

    def _mark(self) -> None:
        mark = self.run.mark()
        self._marks.append(_Marked(self.time, mark, sum(map(bytes_of, _values(mark)))))
        held = sum(each.size for each in self._marks)
        while len(self._marks) > 2 and (len(self._marks) > self._most or held > MARKED_BYTES):
            self._marks = self._marks[::2]
            self._spacing *= 2
            held = sum(each.size for each in self._marks)


def _values(mark: Any) -> Generator[Any]:
    """The values that a mark alone may come to hold: those of the frames that will have returned."""
    for _, _, values in mark.frames[:-1]:
        yield from values
