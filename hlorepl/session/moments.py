"""Where a session stands between what can be undone and what can be redone.

A moment is never changed: the session takes the next one in one assignment, so that an interrupt finds it as it was before or
as it is after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..memory import machine
from .kept import KeptList

if TYPE_CHECKING:
    from .state import State

#: The bytes of replaced values that undo may keep alive, at most; and the part of the machine's memory that they may take.
_MOST_KEPT = 512 << 20
_PART_OF_MACHINE = 8


class Moment(NamedTuple):
    """The state, those before it and those that were undone; ``is_open`` while the entry that runs has changed something.

    ``commands`` are those of the entry as long as it has not; ``kept`` are the bytes of values that only ``history`` holds.
    """

    state: State
    history: KeptList[State] = KeptList()
    undone: tuple[State, ...] = ()
    is_open: bool = False
    commands: tuple[str, ...] = ()
    kept: int = 0

    def begun(self) -> Moment:
        """An entry begins."""
        if not self.is_open and not self.commands:
            return self
        return Moment(self.state, self.history, self.undone, kept=self.kept)

    def after(self, state: State) -> Moment:
        """The entry has made a state of this one: its first goes into history, with nothing to redo behind it."""
        if self.is_open:
            state.replaced += self.state.replaced
            return self._replace(state=state, kept=self.kept - self.state.replaced + state.replaced).within()
        state.commands = state.commands.with_(self.commands)
        history = self.history.with_((self.state,))
        return Moment(state, history, is_open=True, kept=self.kept + state.replaced).within()

    def noting(self, command: str) -> Moment:
        """The entry has run a command: a state that it made, or will make, knows of it."""
        if not self.is_open:
            return self._replace(commands=(*self.commands, command))
        state = self.state.copy()
        state.replaced, state.commands = self.state.replaced, state.commands.with_([command])
        return self._replace(state=state)

    def within(self) -> Moment:
        """Without the oldest states, where what they hold is more than undo may keep."""
        most, kept, dropped = min(_MOST_KEPT, machine() // _PART_OF_MACHINE), self.kept, 0
        if kept <= most:
            return self
        states = (*self.history, self.state)
        while kept > most and dropped < len(self.history):
            dropped += 1
            kept -= states[dropped].replaced
        return self._replace(history=KeptList["State"].of(states[dropped:-1]), kept=kept)

    def undo(self) -> Moment | None:
        """As before the last entry, or what the one that runs has done so far; None when there is none."""
        if not self.history:
            return None
        *before, state = self.history
        undone = (*self.undone, self.state)
        return Moment(state, KeptList["State"].of((*before,)), undone, kept=self.kept - self.state.replaced)

    def redo(self) -> Moment | None:
        """As before the last undo; None when there is none."""
        if not self.undone:
            return None
        state = self.undone[-1]
        return Moment(state, self.history.with_((self.state,)), self.undone[:-1], kept=self.kept + state.replaced)
