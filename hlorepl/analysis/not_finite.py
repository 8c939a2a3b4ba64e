"""The first step that made a NaN, and the first that made an infinity, of operands without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.observing import Observer
from ..value_text import onnx_text, value_text
from .places import Place, place_of
from .summary import Summary, not_finite

if TYPE_CHECKING:
    from ..engine.observing import Event, Frame
    from ..ir.types import Type
    from ..source import Span

KINDS = {"nan": "NaN", "inf": "infinity"}
"""What a value may hold that is not finite, and how a person calls it."""


#: What a value is called that has no name: one that is made inside of a short form.
UNNAMED = "a value"


class Operand:
    """What a step read: its name, what it is like, and as text."""

    __slots__ = ("name", "summary", "text")

    def __init__(self, name: str, of: Type | None, value: Any):
        self.name = name
        self.summary = Summary(value, of)
        called = name or UNNAMED
        self.text = onnx_text(called, value) if of is None else value_text(called, of, value)


class Found:
    """A value that is not finite: of which kind (``nan``, ``inf``), where it was made or (``came_in``) from where it came.

    ``result`` is the value's own name; a step has several results.
    """

    __slots__ = ("came_in", "infinities", "kind", "nans", "operands", "place", "result")

    def __init__(
        self, kind: str, place: Place, result: str, counts: tuple[int, int], operands: list[Operand], came_in: bool
    ):
        self.kind = kind
        self.place = place
        self.result = result
        self.nans, self.infinities = counts
        self.operands = operands
        self.came_in = came_in

    @property
    def text(self) -> str:
        """For a person: place, source line and operands of what made it."""
        place = self.place
        if self.came_in:
            what = f"the {place.op} {self.result}" if place.op else self.result
            return f"{place.where}not finite: {what} came in with {self._counts}"
        head = f"{place.where}first {KINDS[self.kind]}: {place.op} made {self.result or UNNAMED} with {self._counts}{place.when}"
        lines = [head, *([] if place.span is None else [place.span.excerpt()])]
        texts = dict.fromkeys(each.text for each in self.operands)
        return "\n".join([*lines, *("  " + text.replace("\n", "\n  ") for text in texts)])

    @property
    def _counts(self) -> str:
        words = [f"{self.nans} NaN" if self.nans else "", f"{self.infinities} infinite" if self.infinities else ""]
        return " and ".join(filter(None, words))


class NotFinite(Observer):
    """Watches for values that are not finite.

    A step whose frames are watched (a loop, a call) makes nothing by itself. What comes in with such values, as an argument or
    a constant, is told as such, and what they spread to is nobody's making.
    """

    def __init__(self) -> None:
        self._first: dict[str, Found] = {}
        self._came_in: dict[Any, list[Found]] = {}
        self._callers: set[int] = set()
        self._seen: set[int] = set()

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
        came_in = [several[0].text for several in self._came_in.values()]
        made = [each.text for each in self._first.values()]
        return "\n".join([*came_in, *(made or ["every step made finite values of finite operands"])])

    def comes_in(self, name: str, value: Any, span: Span | None = None) -> None:
        """An argument, input or stored constant of the run."""
        self._note(name, Place(None, name, span), name, not_finite(value))

    def enter(self, frame: Frame) -> None:
        if frame.caller is not None:
            self._callers.add(id(frame.caller))
        for origin, value in frame.constants:
            if id(origin) not in self._seen:
                self._seen.add(id(origin))
                self._note(id(origin), place_of(frame, origin), origin.label, not_finite(value))

    def after(self, event: Event) -> None:
        origin = event.origin
        if len(self._first) == len(KINDS) or id(origin) in self._callers:
            return
        for name, value in zip(origin.results, event.results, strict=False):
            counts = not_finite(value)
            if not any(counts):
                continue
            place = place_of(event.frame, origin)
            if origin.is_constant:
                self._note(id(origin), place, name, counts)
            else:
                self._made(place, name, counts, event)

    def _note(self, key: Any, place: Place, name: str, counts: tuple[int, int]) -> None:
        kinds = [kind for kind, count in zip(KINDS, counts, strict=True) if count]
        if kinds and key not in self._came_in:
            self._came_in[key] = [Found(kind, place, name, counts, [], True) for kind in kinds]

    def _made(self, place: Place, name: str, counts: tuple[int, int], event: Event) -> None:
        before = [not_finite(value) for value in event.inputs]
        for number, kind in enumerate(KINDS):
            if counts[number] and kind not in self._first and not any(each[number] for each in before):
                self._first[kind] = Found(kind, place, name, counts, _operands(event), False)


def _operands(event: Event) -> list[Operand]:
    origin = event.origin
    named = zip(origin.operands, origin.operand_types, event.inputs, strict=False)
    return [Operand(name, of, value) for name, of, value in named if name or value is not None]
