"""The debugger: one run that is stopped, whoever drives it. It shows nothing; commands and adapters tell what it found."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from ..engine.plan import plans_of
from ..engine.process import Echo
from ..errors import HloError
from .breakpoints import Breakpoint, Watch
from .history import History
from .places import Place, require_known
from .reach import Reach, origins_in, values_in
from .stops import Found, Stop, as_it_is, driving, place_in, reason_of, unheard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from ..engine.observing import Origin
    from ..ir.types import Type
    from .steppable import Steppable


class Debugger:
    """``run`` is what is debugged; ``title`` says what that is. ``selected`` is the frame that is looked at, 0 the innermost."""

    def __init__(self, run: Steppable, title: str, plan: Any = None, history: History | None = None):
        self.run = run
        self.title = title
        self.plan = plan
        self.history = History(run) if history is None else history
        self.points: dict[int, Breakpoint | Watch] = {}
        self.selected = 0
        #: What makes a value of the run of a host array.
        self.taken: Callable[[Any], Any] = as_it_is
        #: What is to be around whatever runs.
        self.around: Callable[[], AbstractContextManager[Any]] = nullcontext
        #: Who hears what the run prints; of what it prints again after going back, nothing.
        self.echo = Echo(unheard)
        self.stop = Stop("begin")
        self._numbers = 0
        self._reach: Reach | None = None

    # Where it stands

    @property
    def is_done(self) -> bool:
        return self.run.results is not None

    @property
    def frames(self) -> list[Any]:
        """The frames, the innermost first."""
        return [*self.run.top.around]

    @property
    def frame(self) -> Any:
        """The frame that is looked at."""
        return self.frames[self.selected]

    @property
    def here(self) -> Origin | None:
        """The op at which the frame stands that is looked at."""
        return self.frame.here

    def select(self, change: int) -> bool:
        """Look at a frame further out (1) or further in (-1); False where there is none."""
        if not 0 <= self.selected + change < len(self.frames):
            return False
        self.selected += change
        return True

    # Values

    def visible(self) -> Iterable[Any]:
        """The frames whose values are seen from the one that is looked at: a region sees those around it, up to its function."""
        for frame in self.frames[self.selected :]:
            yield frame
            if frame.kind == "function":
                return

    def find(self, name: str) -> Found | None:
        """The value of a name, without its mark; None where none is there."""
        for frame in self.visible():
            found = place_in(frame, name)
            if found is not None and frame.has(found[1]):
                key, place = found
                return Found(frame, place, key, place.type, frame.values[place.slot])
        return None

    def knows(self, name: str) -> bool:
        """Whether a name means something in the frame, or will."""
        return any(place_in(frame, name) is not None for frame in self.visible())

    def names(self) -> list[str]:
        """The names that have values, as they are written in the program."""
        found: dict[str, None] = {}
        for frame in self.visible():
            found.update(dict.fromkeys(name for name, place in frame.places.items() if frame.has(place)))
        return list(found)

    def change(self, name: str, value: Any) -> None:
        """Use another value of a name from here on, in all frames that see it."""
        found = self.find(name)
        if found is None:
            raise HloError(f"there is no value %{name} here", code="name.undefined")
        for frame in self.visible():
            inner = place_in(frame, name)
            if inner is None or not frame.has(inner[1]):
                continue
            self.history.change(frame, inner[1].slot, value)
            if not frame.is_captured(inner[1]):
                break
        self.echo.begin_anew()
        for watch in self._watches():
            if watch.place.is_value(found.name):
                watch.look(value)

    # Stopping

    def add(self, point: Breakpoint | Watch) -> Breakpoint | Watch:
        """Set a breakpoint or a watch; raises ``name.unknown`` where its place is nowhere."""
        self.require_known(point.place)
        self._numbers += 1
        point.number = self._numbers
        self.points[point.number] = point
        self._reach = None
        if isinstance(point, Watch):
            self._look_again(point)
        return point

    def delete(self, number: int) -> None:
        """Take out a breakpoint or a watch."""
        if number not in self.points:
            known = ", ".join(map(str, self.points)) or "none"
            raise HloError(f"there is no breakpoint {number}; there are: {known}", code="command.usage")
        del self.points[number]
        self._reach = None

    def require_known(self, place: Place) -> None:
        """Raise ``name.unknown`` for a place that the run cannot come to."""
        origins, functions, values = self.outline()
        require_known(place, origins, functions, values)

    def outline(self) -> tuple[list[Origin], list[str], list[str]]:
        """All ops that the run may come to, the functions, and the names of values."""
        if self.plan is None:
            return self.run.outline()  # type: ignore[attr-defined]
        plans = [*plans_of(self.plan)]
        origins = [origin for plan in plans for origin in origins_in(plan)]
        return origins, [plan.name for plan in plans if plan.name], [name for plan in plans for name in values_in(plan)]

    def _watches(self) -> list[Watch]:
        return [point for point in self.points.values() if isinstance(point, Watch)]

    def _look_again(self, watch: Watch) -> None:
        found = self.find(watch.place.word)
        watch.is_known = found is not None
        watch.last = None if found is None else found.value

    # Going on

    @driving
    def step(self) -> Stop:
        """One op; a call, a loop or a branch is entered."""
        return self._once(self.history.step)

    @driving
    def next(self) -> Stop:
        """One op with all that it runs."""
        frame = self.run.top
        if not self._may_go_over():
            return self._until(lambda: self.run.finished is not None and self.run.finished[0] is frame, "step")
        return self._once(self.history.over)

    @driving
    def into(self) -> Stop:
        """Into the function, the branch or the body of the loop that the op runs."""
        step = self.run.current
        if self.is_done or step is None or step.rule is None:
            here = self.run.top.here
            what = "the run has ended" if self.is_done or here is None else f"{here.name} is one step"
            raise HloError(f"{what}: there is nothing to go into", code="run.not_steppable", help=":step runs it")
        return self._once(lambda: self.history.enter(lambda what: what.kind != "condition"))

    @driving
    def out(self) -> Stop:
        """Until the frame that it stands in has been left, and the op that ran it has come to its end."""
        around = self.frame.up
        return self._until(lambda: self.run.top is around and self.run.finished is not None, "step")

    @driving
    def proceed(self, count: int = 1) -> Stop:
        """To the next stop, or the so-many-th one, or to the end."""
        steps = 0
        for _ in range(count):
            stop = self._until(None, "step")
            steps += stop.steps
            if stop.reason in ("end", "error"):
                break
        self.stop = stop._replace(steps=steps)
        return self.stop

    @driving
    def until(self, place: Place) -> Stop:
        """To a place, before its op; or to a stop on the way."""
        self.require_known(place)
        point = Breakpoint(place, None)
        self.points[0] = point
        self._reach = None
        try:
            stop = self._until(None, "step")
        finally:
            del self.points[0]
            self._reach = None
        others = [hit for hit in stop.hits if hit is not point]
        if stop.reason == "break" and not others:
            stop = stop._replace(reason="place", hits=())
        self.stop = stop._replace(hits=others)
        return self.stop

    @driving
    def back(self, count: int = 1) -> int:
        """So many steps back; how many it were."""
        changes = self.history.changes
        gone = self.history.back(count)
        self.selected = 0
        if self.history.changes != changes:
            self.echo.begin_anew()
        self.stop = Stop("step" if self.history.time else "begin", steps=gone)
        for watch in self._watches():
            self._look_again(watch)
        return gone

    @driving
    def to_failure(self) -> Stop:
        """To the op that fails, or to the end."""
        while not self.is_done:
            try:
                self.history.over()
            except HloError as error:
                if not self._enter_failing(error):
                    return self._stopped(Stop("error", error=error))
        return self._stopped(Stop("end"))

    @driving
    def to_op(self, origin: Origin) -> None:
        """To an op of the frame on top."""
        frame = self.run.top
        while frame.here is not None and not frame.here.is_same(origin) and frame is self.run.top and not self.is_done:
            self.history.over()

    @driving
    def enter_for(self, number: int | None, origin: Origin | None, kind: str = "") -> bool:
        """Into the region of the op that is next, of that number and kind, which holds an op; False where there is none to go into."""
        step, frame = self.run.current, self.run.top
        if step is None or step.rule is None or self.is_done:
            return False

        def is_wanted(what: Any) -> bool:
            fits = (number is None or what.number == number) and kind in ("", what.kind)
            return fits and (origin is None or any(each.origin.is_same(origin) for each in what.region.plan.steps))

        self.history.enter(is_wanted, number or 0)
        return self.run.entered is not None and self.run.top is not frame

    def _once(self, go: Callable[[], None]) -> Stop:
        if self.is_done:
            return self._stopped(Stop("end"))
        try:
            go()
        except HloError as error:
            return self._failed(error, 0)
        hits = self._hits()
        reason = "end" if self.is_done else reason_of(hits) or "step"
        return self._stopped(Stop(reason, hits, made=self._made(), steps=1))

    def _until(self, is_there: Callable[[], bool] | None, reason: str) -> Stop:
        """Until something is so, something stops the run, it fails, or it ends."""
        begin = self.history.time
        if is_there is None and begin == 0 and self._unseen():
            return self._stopped(Stop("break", self._unseen(True)))
        while not self.is_done:
            try:
                if self._may_go_over():
                    self.history.over()
                else:
                    self.history.step()
            except HloError as error:
                return self._failed(error, self.history.time - begin)
            hits = self._hits() if self.points else ()
            if hits:
                return self._stopped(Stop(reason_of(hits), hits, made=self._made(), steps=self.history.time - begin))
            if is_there is not None and is_there():
                break
        reason = "end" if self.is_done else reason
        return self._stopped(Stop(reason, made=self._made(), steps=self.history.time - begin))

    def _unseen(self, mark: bool = False) -> list[Breakpoint | Watch]:
        """The breakpoints at the very beginning that the run has not been told to go on from."""
        found: list[Breakpoint | Watch] = []
        for point in self.points.values():
            if isinstance(point, Breakpoint) and not point.is_seen and point.stops_before(self.run, True):
                found.append(point)
                point.is_seen = mark
        return found

    def _failed(self, error: HloError, steps: int) -> Stop:
        """Stand at the op that failed, however deep inside."""
        while self._enter_failing(error):
            try:
                while not self.is_done:
                    self.history.over()
                    steps += 1
            except HloError as inner:
                error = inner
        return self._stopped(Stop("error", error=error, steps=steps))

    def _enter_failing(self, error: HloError) -> bool:
        """Into the region in which the op that is next fails; False where it fails by itself."""
        step = self.run.current
        if step is None or step.rule is None:
            return False
        frame = self.run.top
        try:
            self.history.enter(None)
        except HloError:
            return False
        return self.run.top is not frame

    def _stopped(self, stop: Stop) -> Stop:
        self.stop, self.selected = stop, 0
        return stop

    def _may_go_over(self) -> bool:
        """Whether the op that is next can be run as a whole: nothing stops inside of it."""
        step = self.run.current
        if step is None or step.rule is None:
            return True
        if not self.points:
            return True
        if self.plan is None:
            return False
        if self._reach is None:
            self._reach = Reach(self._is_of_interest)
        return not self._reach.is_inside(step)

    def _is_of_interest(self, plan: Any) -> bool:
        for point in self.points.values():
            place = point.place
            if place.is_function(plan.name) or any(map(place.is_at, origins_in(plan))):
                return True
            if place.kind == "value" and any(map(place.is_value, plan.input_names[: plan.inputs - plan.captures])):
                return True
        return False

    def _hits(self) -> list[Breakpoint | Watch]:
        run = self.run
        is_new = run.entered is not None and run.entered is run.top
        found: list[Breakpoint | Watch] = []
        for point in self.points.values():
            if isinstance(point, Watch):
                stops = point.changes(run)
            else:
                stops = point.stops_before(run, is_new) or point.stops_after(run)
            if stops:
                found.append(point)
        return found

    def _made(self) -> list[tuple[str, Type | None, Any]]:
        if self.run.finished is None:
            return []
        _, step, results = self.run.finished
        origin = step.origin
        types = [*origin.result_types, *[None] * len(results)]
        return [(name, of, value) for name, of, value in zip(origin.results, types, results, strict=False) if name]
