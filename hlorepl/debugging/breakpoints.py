"""What stops a run: breakpoints with their conditions, and values that are watched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.finite import arrays_in
from .conditions import Condition, condition
from .places import Place

if TYPE_CHECKING:
    from .steppable import Steppable


class Breakpoint:
    """Stops at a place; ``condition`` is None where it always does. Where it asks for values, it stops when the op has run."""

    __slots__ = ("condition", "is_seen", "number", "place")

    def __init__(self, place: Place, condition: Condition | None, number: int = 0):
        self.number = number
        self.place = place
        self.condition = condition
        #: Whether the run has been told to go on from there since it was set.
        self.is_seen = False

    @property
    def is_after(self) -> bool:
        return self.condition is not None and self.condition.is_of_values

    @property
    def text(self) -> str:
        """As it was written."""
        return self.place.text if self.condition is None else f"{self.place.text} if {self.condition.text}"

    def stops_before(self, run: Steppable, is_new: bool) -> bool:
        """Whether to stop where the run stands. A place that is no op's is reached when its frame ``is_new``."""
        if self.is_after or run.results is not None:
            return False
        frame = run.top
        here = frame.here
        if not (here is not None and self.place.is_at(here) or is_new and self._is_entry(frame)):
            return False
        return self.condition is None or self.condition.holds((), _turn(frame))

    def _is_entry(self, frame: Any) -> bool:
        return self._is_function(frame) or bool(self._inputs(frame))

    def _is_function(self, frame: Any) -> bool:
        return frame.kind in ("function", "node") and self.place.is_function(frame.name)

    def _inputs(self, frame: Any) -> list[Any]:
        """The values of that name that a frame was given."""
        if self.place.kind != "value":
            return []
        places = frame.places.items()
        return [
            frame.values[place.slot]
            for name, place in places
            if place.step < 0 and self.place.is_value(name) and not frame.is_captured(place)
        ]

    def stops_after(self, run: Steppable) -> bool:
        """Whether to stop for what the last step made."""
        if self.condition is None or not self.is_after:
            return False
        return any(values and self.condition.holds(values, _turn(frame)) for values, frame in self._made(run))

    def _made(self, run: Steppable) -> list[tuple[list[Any], Any]]:
        found: list[tuple[list[Any], Any]] = []
        if run.finished is not None:
            frame, step, results = run.finished
            if self.place.is_at(step.origin):
                found.append((self._own(step.origin, results), frame))
        if run.left is not None and self._is_function(run.left[0]):
            found.append(([*run.left[1]], run.left[0]))
        if run.entered is not None:
            found.append((self._inputs(run.entered), run.entered))
        return found

    def _own(self, origin: Any, results: Any) -> list[Any]:
        """Of several results, the one that is named; else all of them."""
        if self.place.kind != "value":
            return [*results]
        named = zip(origin.results, results, strict=False)
        return [value for name, value in named if self.place.is_value(name)]


class Watch:
    """Stops where a value of that name is made which differs from the one before."""

    __slots__ = ("is_known", "last", "name", "number", "place")

    def __init__(self, place: Place, number: int = 0):
        self.number = number
        self.place = place
        self.name = place.text
        self.last: Any = None
        self.is_known = False

    @property
    def text(self) -> str:
        return f"{self.name} when it changes"

    def look(self, value: Any) -> None:
        """Know the value as it is now."""
        self.last, self.is_known = value, True

    def changes(self, run: Steppable) -> bool:
        """Whether the last step has made it another one."""
        changed = False
        for value in self._made(run):
            differs = self.is_known and not is_same(value, self.last)
            changed = changed or differs or not self.is_known
            self.look(value)
        return changed

    def _made(self, run: Steppable) -> list[Any]:
        found: list[Any] = []
        if run.finished is not None:
            _, step, results = run.finished
            found += [v for name, v in zip(step.origin.results, results, strict=False) if self.place.is_value(name)]
        frame = run.entered
        if frame is not None:
            found += [
                frame.values[place.slot]
                for name, place in frame.places.items()
                if place.step < 0 and self.place.is_value(name) and not frame.is_captured(place)
            ]
        return found


def is_same(a: Any, b: Any) -> bool:
    """Whether two values are the same to the bit."""
    if a is b:
        return True
    parts, others = [*arrays_in(a)], [*arrays_in(b)]
    if not parts or len(parts) != len(others):
        return not parts and not others and a == b
    return all(_bits(one) == _bits(other) for one, other in zip(parts, others, strict=True))


def _bits(array: Any) -> tuple[Any, ...]:
    return array.shape, array.dtype, array.tobytes()


def _turn(frame: Any) -> int | None:
    turns = frame.turns
    return turns[-1] if turns else None


def breakpoint_of(text: str) -> Breakpoint:
    """Read ``PLACE [if COND]``; raises ``command.usage``."""
    place, given, rest = _split(text)
    return Breakpoint(Place(place), condition(rest) if given else None)


def _split(text: str) -> tuple[str, bool, str]:
    """The place and the condition; an ``if`` in quotes is none."""
    words = text.split()
    quoted = False
    for at, word in enumerate(words):
        if word == "if" and not quoted and at:
            return " ".join(words[:at]), True, " ".join(words[at + 1 :])
        quoted ^= word.count('"') % 2 == 1
    return text.strip(), False, ""
