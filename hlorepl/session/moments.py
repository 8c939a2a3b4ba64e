"""Where a session stands between what can be undone and what can be redone.

A moment is never changed: the session takes the next one in one assignment, when a statement has ended. So an interrupt finds all of it
(state, history, log, models, random numbers) as it was before or as it is after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..ir.kept import KeptList, KeptMap
from ..memory import machine
from .forgetting import trimmed
from .per_process import mapped
from .state import NamedValue, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..backends.base import Backend
    from ..engine.context import Draws
    from .loaded_models import LoadedModel
    from .state import Logged

#: The bytes of replaced values that undo may keep alive, at most; and the part of the machine's memory that they may take.
_MOST_KEPT = 512 << 20
_PART_OF_MACHINE = 8
#: So many statements are in a log at most.
_MOST_LOGGED = 50_000


class Moment(NamedTuple):
    """The state, those before it and those that were undone; ``is_open`` while the entry that runs has changed something.

    ``waiting`` are its statements as long as it has not, and ``weight`` the bytes that it will leave; ``kept`` are the bytes that
    undo keeps alive: of values that only ``history`` holds, and of the texts of all entries.
    """

    state: State
    backend: Backend
    history: KeptList[State] = KeptList()
    undone: tuple[State, ...] = ()
    is_open: bool = False
    waiting: tuple[Logged, ...] = ()
    kept: int = 0
    weight: int = 0

    def begun(self, weight: int) -> Moment:
        """An entry begins, whose text takes so many bytes."""
        return Moment(self.state, self.backend, self.history, self.undone, kept=self.kept, weight=weight)

    def heavier(self, weight: int) -> Moment:
        """What the entry leaves to history takes so many bytes more."""
        if not self.is_open:
            return self._replace(weight=self.weight + weight)
        state = self.state.copy()
        state.replaced = self.state.replaced + weight
        return self._replace(state=state, kept=self.kept + weight).within()

    def after(self, state: State) -> Moment:
        """The entry has made a state of this one: its first goes into history, with nothing to redo behind it."""
        if self.is_open:
            state.replaced += self.state.replaced
            return self._replace(state=state, kept=self.kept - self.state.replaced + state.replaced).within()
        state.log = state.log.with_(self.waiting)
        state.replaced += self.weight
        history = self.history.with_((self.state,))
        return Moment(state, self.backend, history, is_open=True, kept=self.kept + state.replaced).within()

    def noting(self, before: Moment, logged: Logged) -> Moment:
        """A statement has been run: the state that the entry made, or will make, knows of it. What has gone back is no part of one."""
        if self.undone is not before.undone and not self.is_open:
            return self
        if not self.is_open:
            return self._replace(waiting=(*self.waiting, logged))
        if self.state is not before.state:  # it is the statement's own
            self.state.log = _within(self.state.log.with_([logged]))
            return self
        state = self.state.copy()
        state.replaced, state.log = self.state.replaced, _within(state.log.with_([logged]))
        return self._replace(state=state)

    def within(self) -> Moment:
        """Without the oldest states, where what they hold is more than undo may keep."""
        kept, dropped = self.kept, 0
        if not kept or not self.history:
            return self
        most = min(_MOST_KEPT, machine() // _PART_OF_MACHINE)
        if kept <= most:
            return self
        states = (*self.history, self.state)
        while kept > most and dropped < len(self.history):
            dropped += 1
            kept -= states[dropped].replaced
        *history, state = trimmed(states[dropped:])
        # What the first of them took the place of is forgotten; it counts no more when one goes back to it.
        return self._replace(state=state, history=KeptList["State"].of((*history,)), kept=kept)

    def undo(self) -> Moment | None:
        """As before the last entry, or what the one that runs has done so far; None when there is none."""
        if not self.history:
            return None
        *before, state = self.history
        undone = (*self.undone, self.state)
        kept = self.kept - self.state.replaced
        return Moment(state, self.backend, KeptList["State"].of((*before,)), undone, kept=kept)

    def redo(self) -> Moment | None:
        """As before the last undo; None when there is none."""
        if not self.undone:
            return None
        state = self.undone[-1]
        history = self.history.with_((self.state,))
        return Moment(state, self.backend, history, self.undone[:-1], kept=self.kept + state.replaced)

    def moved_to(self, backend: Backend) -> Moment:
        """With all values on another backend, each once."""
        moved: dict[int, NamedValue] = {}

        def there(bound: NamedValue) -> NamedValue:
            found = moved.get(id(bound))
            if found is None:
                array = mapped(bound.array, lambda each: backend.to_device(self.backend.to_host(each)))
                found = moved[id(bound)] = NamedValue(bound.value, array, bound.declared)
            return found

        def state_there(state: State) -> State:
            found = state.copy()
            found.replaced = state.replaced
            found.names = KeptMap[NamedValue]().with_({name: there(bound) for name, bound in state.names.items()})
            return found

        state, *others = map(state_there, (self.state, *self.history, *self.undone))
        history, undone = others[: len(self.history)], others[len(self.history) :]
        return self._replace(state=state, backend=backend, history=KeptList["State"].of((*history,)), undone=(*undone,))


def _within(log: KeptList[Logged]) -> KeptList[Logged]:
    """A log without its oldest half, where it has grown too long."""
    return log if len(log) <= _MOST_LOGGED else KeptList["Logged"].of((*log[len(log) // 2 :],))


class _Changing:
    """In place of a model's mark while a statement changes it; ``before`` is the one that it had."""

    def __init__(self, before: Any):
        self.before = before


class Moments:
    """The moments of a session, one after the other. What a statement changes is seen by itself alone until it has ended.

    Models and random numbers change in place; a state has their marks, and they are taken back to these when somebody asks for them.
    """

    def __init__(self, moment: Moment, draws: Draws):
        self._kept = moment
        #: That of the statement that runs.
        self._open: Moment | None = None
        #: The model of each kind that stands at a mark, and that mark; not there while it is changed.
        self._standing: dict[str, tuple[LoadedModel, Any]] = {}
        self._draws = draws
        self._beginning = draws.kept()
        #: The mark at which random numbers stand; None where the statement that runs may have drawn, or one that failed.
        self._drawn: Any = self._beginning
        self._is_drawing = False
        self.statement = _Statement(self)

    @property
    def now(self) -> Moment:
        """The moment that a statement sees while it runs, else the last one."""
        return self._kept if self._open is None else self._open

    def move(self, to: Moment) -> None:
        """Go on to another moment; while a statement runs, as part of it."""
        if self._open is None:
            self._kept = to
        else:
            self._open = to

    def move_to(self, backend: Backend) -> None:
        """Let all values, those that undo can go back to as well, be on another backend."""
        self.move(self.now.moved_to(backend))

    def begin_entry(self, text: str) -> None:
        """An entry begins; no statement runs."""
        self.abandon()
        self._kept = self._kept.begun(len(text))

    def weigh(self, weight: int) -> None:
        """The statement that runs leaves so many bytes more to history."""
        self.move(self.now.heavier(weight))

    def abandon(self) -> None:
        """No statement runs any more, wherever an interrupt may have met it."""
        self._open, self._is_drawing = None, False
        self.statement.forget()

    def begin(self) -> Moment | None:
        """A statement begins, which may be part of another; gives what ``end`` takes."""
        self._is_drawing = False
        outer, self._open = self._open, self.now
        return outer

    def end(self, outer: Moment | None) -> None:
        """A statement has ended: what it has not committed is forgotten."""
        self._is_drawing = False
        self._open = None if outer is None else self._kept

    def commit(self) -> None:
        """What has changed counts, in one assignment."""
        self._settle()
        self._kept = self.now

    # What changes in place

    @property
    def models(self) -> Mapping[str, LoadedModel]:
        """The models where they should stand."""
        found = self.now.state.models
        for kind, (model, mark) in found.items():
            standing = self._standing.get(kind)
            if not isinstance(mark, _Changing) and (
                standing is None or standing[0] is not model or standing[1] is not mark
            ):
                self._standing.pop(kind, None)
                model.go_back(mark)
                self._standing[kind] = model, mark
        return {kind: model for kind, (model, _) in found.items()}

    def change_model(self, kind: str, model: LoadedModel | None = None) -> None:
        """The statement that runs changes a model, or brings a new one."""
        known = self.now.state.models.get(kind)
        if model is None and known is not None and isinstance(known[1], _Changing):
            return
        self._standing.pop(kind, None)
        state = self.now.state.copy()
        changed = (model, _Changing(None)) if model is not None else known and (known[0], _Changing(known[1]))
        state.models = {**state.models, **({kind: changed} if changed else {})}
        self.move(self.now.after(state))

    @property
    def draws(self) -> Draws:
        """Where random numbers come from; whoever asks may draw."""
        if not self._is_drawing:
            drawn = self.now.state.drawn or self._beginning
            if self._drawn is not drawn:
                self._drawn = None
                self._draws.back(drawn)
            self._is_drawing = self._open is not None
            self._drawn = None if self._is_drawing else drawn
        return self._draws

    def _settle(self) -> None:
        """Mark where the statement has left what it changed."""
        if self._is_drawing:
            drawn = self.now.state.drawn or self._beginning
            if not self._draws.are_at(drawn):
                state = self.now.state.copy()
                drawn = state.drawn = self._draws.kept()
                self.move(self.now.after(state))
            self._drawn = drawn  # an interrupt before this finds that nothing is known of them
            self._is_drawing = False
        state = self.now.state
        for kind, (model, mark) in state.models.items():
            if isinstance(mark, _Changing):
                new = model.mark()
                state.models = {**state.models, kind: (model, new)}
                self._standing[kind] = model, new
                if mark.before is not None:
                    self.move(self.now.heavier(model.bytes_left(mark.before, new)))
                    state = self.now.state


class _Statement:
    """While a statement runs: it is committed when it ends well."""

    def __init__(self, moments: Moments):
        self._moments = moments
        self._outer: list[Moment | None] = []

    def __enter__(self) -> None:
        self._outer.append(self._moments.begin())

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        outer = self._outer.pop()
        try:
            if kind is None:
                self._moments.commit()
        finally:
            self._moments.end(outer)

    def forget(self) -> None:
        """None runs."""
        self._outer.clear()
