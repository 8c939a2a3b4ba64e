"""A part of a value, as ``:show`` and the pictures take it: ``%x [0, :, 2:4]``, which reads as NumPy does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ir.types import QuantizedType, TensorType
from ..wording import are, counted
from .result import Shown

if TYPE_CHECKING:
    from .state import Knower

#: A name, then perhaps what is to be taken of it.
_PART = re.compile(r"(?P<name>[^\s\[,(]+(?:\(\d+,\d+\))?)\s*(?:\[(?P<places>[^\[\]]*)\])?\s*,?")
_PLACE = re.compile(r"(?P<index>[-+]?\d+)|(?P<begin>[-+]?\d+)?\s*:\s*(?P<end>[-+]?\d+)?\s*(?::\s*(?P<step>[-+]?\d+)?)?")
_MOST_DIGITS = 18


class Part:
    """A value and what is meant of it: ``places`` holds indices, slices and ``...``; None stands for the whole."""

    def __init__(self, shown: Shown | None, places: tuple[Any, ...] | None, text: str):
        self._shown = shown
        self.places = places
        self.text = text

    @property
    def values(self) -> list[Shown]:
        """What is meant, of each process of a grid; raises ``command.usage`` where there is no such part."""
        assert self._shown is not None, "nothing is there in a dry run"
        if self.places is None:
            return [self._shown]
        return [self._of(part) for part in self._shown.parts]

    def _of(self, whole: Shown) -> Shown:
        import numpy as np  # late: NumPy

        array, of = whole.array, whole.type
        if not isinstance(of, TensorType):
            raise _usage(f"%{whole.name} is no tensor, and has no parts")
        places = self.places or ()
        indices = [place for place in places if place is not Ellipsis]
        if len(indices) > array.ndim:
            message = (
                f"%{whole.name} has {counted(array.ndim, 'dimension')}, and {len(indices)} {are(len(indices))} given"
            )
            raise _usage(message)
        try:
            found = array[places]
        except IndexError:
            raise _usage(f"there is no [{self.text}] in %{whole.name} : {of}") from None
        found = np.asarray(found, array.dtype)
        element = of.element
        if isinstance(element, QuantizedType) and (element.axis is not None or element.blocks is not None):
            element = element.storage  # scales of the whole do not fit a part
        return Shown(f"{whole.name}[{self.text}]", TensorType(found.shape, element), found)


def read_part(session: Knower, text: str) -> Part:
    """The part that a text means; raises ``name.undefined``, ``command.usage``."""
    found = _PART.fullmatch(text.strip())
    if found is None:
        raise _usage(f"{text} is no value, nor a part of one as %x [0, :, 2:4] is")
    shown = session.lookup(found["name"])[0]
    if found["places"] is None:
        return Part(shown, None, "")
    words = [word.strip() for word in found["places"].split(",")]
    places = tuple(_place(word) for word in words)
    if places.count(Ellipsis) > 1:
        raise _usage("... stands for all dimensions that are left, and may be there once")
    return Part(shown, places, ", ".join(words))


def read_parts(session: Knower, text: str) -> list[Part]:
    """Several values, or parts of them, one after the other."""
    found: list[Part] = []
    rest = text.strip()
    while rest:
        match = _PART.match(rest)
        found.append(read_part(session, rest if match is None else match.group().rstrip(",")))
        rest = rest[match.end() :].strip() if match is not None else ""
    return found


def _place(word: str) -> Any:
    if word in ("...", "…"):
        return Ellipsis
    found = _PLACE.fullmatch(word)
    if found is None or any(len(digits or "") > _MOST_DIGITS for digits in found.groups()):
        raise _usage(f"{word or 'nothing'} is no index and no range: 3, 2:4, ::2, : and ... are such")
    if found["index"] is not None:
        return int(found["index"])
    begin, end, step = (None if text is None else int(text) for text in found.group("begin", "end", "step"))
    if step == 0:
        raise _usage("a step of 0 goes nowhere")
    return slice(begin, end, step)


def _usage(message: str) -> HloError:
    return HloError(message, code="command.usage", help=["give places as in %x [0, :, 2:4]"])
