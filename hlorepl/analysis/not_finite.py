"""The first step that made a NaN, and the first that made an infinity, of operands without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.finite import not_finite
from ..engine.observing import Observer
from ..value_text import LARGE, onnx_text, scalar_text, value_text
from ..wording import counted
from .places import Place, place_of
from .summary import Summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.observing import Event, Frame
    from ..ir.types import Type
    from ..source import Span

KINDS = {"nan": "NaN", "inf": "infinity"}
"""What a value may hold that is not finite, and how a person calls it."""


#: What a value is called that has no name: one that is made inside of a short form.
UNNAMED = "a value"
#: Of so many elements on, how far they go is said beside them; of ``LARGE`` ones their text says it.
_MANY = 5
#: So many constants are told each by itself, before all else; of more so many are named, behind it.
_MOST_CONSTANTS, _MOST_LISTED = 2, 8
#: So many of the steps that read a value are told.
_MOST_READERS = 3


class Operand:
    """What a step read: its name, what it is like, and as text."""

    __slots__ = ("name", "summary", "text")

    def __init__(self, name: str, of: Type | None, value: Any):
        self.name = name
        self.summary = Summary(value, of)
        called = name or UNNAMED
        text = onnx_text(called, value) if of is None else value_text(called, of, value)
        has_range = self.summary.low is not None and _MANY <= self.summary.size <= LARGE
        self.text = f"{text}\n  {self._range}" if has_range else text

    @property
    def _range(self) -> str:
        return f"from {scalar_text(self.summary.low)} to {scalar_text(self.summary.high)}"


class Found:
    """A value that is not finite: of which kind (``nan``, ``inf``), where it was made or (``came_in``) from where it came.

    ``result`` is the value's own name; a step has several results. ``goes_to`` are steps that read it, the first ones, and
    ``is_result`` is of what it is a result: a function, a branch, a turn.
    """

    __slots__ = ("came_in", "goes_to", "infinities", "is_result", "kind", "nans", "operands", "place", "result")

    def __init__(
        self, kind: str, place: Place, result: str, counts: tuple[int, int], operands: list[Operand], came_in: bool
    ):
        self.kind = kind
        self.place = place
        self.result = result
        self.nans, self.infinities = counts
        self.operands = operands
        self.came_in = came_in
        self.goes_to: list[Place] = []
        self.is_result = ""

    @property
    def text(self) -> str:
        """For a person: place, source line and operands of what made it."""
        place = self.place
        if self.came_in:
            what = f"the {place.op} {self.result}" if place.op else self.result
            return f"{place.where}not finite: {what} came in with {self._counts}"
        node = "" if place.name in ("", self.result) else f" of {place.name}"
        made = f"{place.op}{node} made {self.result or UNNAMED} with {self._counts}{place.when}{_source(place)}"
        head = f"{place.where}first {KINDS[self.kind]}: {made}"
        lines = [head, *([] if place.span is None else [place.span.excerpt()])]
        texts = dict.fromkeys(each.text for each in self.operands)
        return "\n".join([*lines, *("  " + text.replace("\n", "\n  ") for text in texts), *self._onward])

    @property
    def _onward(self) -> list[str]:
        """Where it goes next."""
        lines = [f"  goes into {each.name or UNNAMED} = {each.op}{_line(each)}{_source(each)}" for each in self.goes_to]
        return [*lines, *([f"  is a result of {self.is_result}"] if self.is_result else [])]

    @property
    def _counts(self) -> str:
        words = [f"{self.nans} NaN" if self.nans else "", f"{self.infinities} infinite" if self.infinities else ""]
        return " and ".join(filter(None, words))


def _source(place: Place) -> str:
    """Where the program says that it came from."""
    return "" if place.location is None else f", from {place.location}"


def _listed(constants: Sequence[Found]) -> str:
    """What the program itself states, which may well be meant."""
    listed = [f"{each.result}{_line(each.place)}" for each in constants[:_MOST_LISTED]]
    more = ["…"] if len(constants) > _MOST_LISTED else []
    return f"{counted(len(constants), 'constant')} of the program are not finite, as may be meant: {', '.join([*listed, *more])}"


def _line(place: Place) -> str:
    return "" if place.line is None else f" in line {place.line}"


class _Made(NamedTuple):
    """A value that is followed: what is told of it, the frame in which it was made, and the value."""

    found: Found
    frame: Frame
    value: Any


class NotFinite(Observer):
    """Watches for values that are not finite.

    A step whose frames are watched (a loop, a call) makes nothing by itself. What comes in with such values, as an argument or
    a constant, is told as such, and what they spread to is nobody's making.
    """

    def __init__(self) -> None:
        self._first: dict[str, Found] = {}
        self._came_in: dict[Any, list[Found]] = {}
        self._callers: set[int] = set()
        self._followed: list[_Made] = []

    @property
    def minds_infinite_alone(self) -> bool:
        """Until something is followed, to see who reads it."""
        return not self._followed

    @property
    def found(self) -> list[Found]:
        """The first of each kind in the order in which they were made, then what came in from outside of the program."""
        return [*self._first.values(), *(each for each in self._outside if each.place.op is None)]

    @property
    def constants(self) -> list[Found]:
        """What the program itself states; an infinity may well be meant."""
        return [each for each in self._outside if each.place.op is not None]

    @property
    def _outside(self) -> list[Found]:
        return [each for several in self._came_in.values() for each in several]

    @property
    def text(self) -> str:
        """For a person."""
        came_in = [several[0] for several in self._came_in.values()]
        constants = [each for each in came_in if each.place.op is not None]
        listed = [_listed(constants)] if len(constants) > _MOST_CONSTANTS else []
        before = [each.text for each in came_in if not listed or each.place.op is None]
        made = [each.text for each in self._first.values()]
        return "\n".join([*before, *(made or ["every step made finite values of finite operands"]), *listed])

    def comes_in(self, name: str, value: Any, span: Span | None = None) -> None:
        """An argument, input or stored constant of the run."""
        self._note(name, Place(None, name, span), name, not_finite(value))

    def enter(self, frame: Frame) -> None:
        if frame.caller is not None:
            self._callers.add(id(frame.caller))
        if frame.up is None:
            for origin, value in frame.constants_within:
                self._note(id(origin), place_of(frame, origin), origin.label, not_finite(value))

    def after(self, event: Event) -> None:
        origin = event.origin
        if self._followed:
            self._follow(event)
        if len(self._first) == len(KINDS) or id(origin) in self._callers:
            return
        found = [*map(not_finite, event.results)]
        if not any(map(any, found)):
            return
        for name, value, counts in zip(origin.results, event.results, found, strict=False):
            if not any(counts):
                continue
            place = place_of(event.frame, origin)
            if origin.is_constant:
                self._note(id(origin), place, name, counts)
            else:
                self._made(place, name, value, counts, event)

    def leave(self, frame: Frame, results: Sequence[Any]) -> None:
        for made in self._followed:
            if made.frame is frame and any(value is made.value for value in results):
                made.found.is_result = _frame_text(frame)

    def _follow(self, event: Event) -> None:
        """Note that a step has read what was made: the value itself, or what has its name."""
        for found, frame, made in tuple(self._followed):
            if len(found.goes_to) == _MOST_READERS:
                continue
            is_it = any(value is made for value in event.inputs)
            if is_it or found.result and found.result in event.origin.operands and _sees(event.frame, frame):
                place = place_of(event.frame, event.origin)
                if all((place.name, place.op) != (each.name, each.op) for each in found.goes_to):
                    found.goes_to.append(place)
            named_anew = found.result and found.result in event.origin.results
            if named_anew and _is_of_a_session(frame):  # the name means another value from here on
                self._followed = [each for each in self._followed if each.found is not found]

    def _note(self, key: Any, place: Place, name: str, counts: tuple[int, int]) -> None:
        kinds = [kind for kind, count in zip(KINDS, counts, strict=True) if count]
        if kinds and key not in self._came_in:
            self._came_in[key] = [Found(kind, place, name, counts, [], True) for kind in kinds]

    def _made(self, place: Place, name: str, value: Any, counts: tuple[int, int], event: Event) -> None:
        before = [not_finite(value) for value in event.inputs]
        for number, kind in enumerate(KINDS):
            if counts[number] and kind not in self._first and not any(each[number] for each in before):
                found = self._first[kind] = Found(kind, place, name, counts, _operands(event), False)
                self._followed.append(_Made(found, event.frame, value))


def _sees(inner: Frame, frame: Frame) -> bool:
    """Whether names in one frame mean what they do in another: it is that one, a region in it, or a node of the same trial."""
    if frame.kind == "node":
        return inner.up is frame.up
    if _is_of_a_session(frame) and _is_of_a_session(inner):
        return True
    for each in inner.around:
        if each is frame:
            return True
        if each.kind == "function":
            return False
    return False


def _is_of_a_session(frame: Frame) -> bool:
    """Whether it is a statement of a session: those share names."""
    return frame.up is None and not frame.name


def _frame_text(frame: Frame) -> str:
    if frame.number is None:
        return f"@{frame.name}" if frame.name else frame.kind
    return f"{frame.kind} {frame.number}"


def _operands(event: Event) -> list[Operand]:
    origin = event.origin
    named = zip(origin.operands, origin.operand_types, event.inputs, strict=False)
    return [Operand(name, of, value) for name, of, value in named if name or value is not None]
