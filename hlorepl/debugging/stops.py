"""Why a run stands where it stands, and what is found there."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from .breakpoints import Watch
from .places import is_named

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..errors import HloError
    from ..ir.types import Type
    from .breakpoints import Breakpoint
    from .debugger import Debugger

Method = TypeVar("Method", bound="Callable[..., Any]")


def driving(method: Method) -> Method:
    """A method that lets the run go on: what its array library has to say is not heard, as in any run."""

    @wraps(method)
    def run(self: Debugger, *args: Any) -> Any:
        with self.around():
            return method(self, *args)

    return cast("Method", run)


class Stop(NamedTuple):
    """Why a run stands where it stands.

    ``reason`` is ``begin``, ``step``, ``place`` (it was to run until there), ``break``, ``watch``, ``end``, or ``error``: the op
    at which it stands failed. ``hits`` are the breakpoints and watches that stopped it; ``made`` what the last step made, as
    (name, type, value).
    """

    reason: str
    hits: Sequence[Breakpoint | Watch] = ()
    error: HloError | None = None
    made: Sequence[tuple[str, Type | None, Any]] = ()
    steps: int = 0


class Found(NamedTuple):
    """A value of a frame."""

    frame: Any
    place: Any
    name: str
    type: Type | None
    value: Any


def unheard(_: str) -> None:
    """Nobody hears it."""


def as_it_is(value: Any) -> Any:
    return value


def reason_of(hits: Sequence[Breakpoint | Watch]) -> str:
    return "" if not hits else "watch" if all(isinstance(hit, Watch) for hit in hits) else "break"


def place_in(frame: Any, name: str) -> tuple[str, Any] | None:
    """Where a name stands in a frame, and how it is written there."""
    places = frame.places
    keys = [f"%{name}", name, f"%{name}#0"]
    if frame.kind == "node" and name.startswith(f"{frame.name}."):  # as the frames around it call its values
        keys.append(name[len(frame.name) + 1 :])
    for key in keys:
        if key in places:
            return key, places[key]
    if next(iter(places), "%").startswith("%"):
        return None
    return next(((key, place) for key, place in places.items() if is_named(key, name)), None)
