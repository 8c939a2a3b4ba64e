"""What is said where processes cannot go on: each of them, where it waits, for whom, and what it has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import HloError, Note
from ...ir.types import TensorType, element_of
from ...ops.collective.bodies import are_alike, outline
from ...ops.requests import Join, Meet, Receive
from ...wording import counted
from ..whereabouts import whereabouts
from .cells import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...ops.requests import Place
    from ...source import Span
    from ..whereabouts import Whereabouts
    from .cells import Strand

#: How many processes a report names.
_MOST = 64


def stuck(strands: Sequence[Strand]) -> HloError:
    """The error of a grid where no process can go on."""
    waiting = [strand for strand in strands if not strand.is_done]
    unequal = come_apart([*map(waiting_at, waiting)])
    if unequal is not None:
        return unequal
    cells = {strand.cell.place for strand in strands}
    held = {strand.cell.place for strand in waiting}
    notes = [waits(strand) for strand in waiting[:_MOST]] + ends(sorted(cells - held))
    if len(waiting) > _MOST:
        notes.append(Note(f"and {len(waiting) - _MOST} more"))
    return deadlock(notes, len(held), len(cells))


def deadlock(notes: Sequence[Note], waiting: int, count: int) -> HloError:
    """The error of so many waiting processes, of which the notes say where each is."""
    message = f"deadlock: {waiting} of {counted(count, 'process', 'processes')} wait, and none can go on"
    return HloError(message, notes[0].span, "run.deadlock", notes)


def _group(strand: Strand) -> tuple[Place, ...]:
    return strand.request.group if isinstance(strand.request, Meet) else ()


def differing(strands: Sequence[Strand]) -> HloError | None:
    """The error of processes that have come together with different ops, or with different arrays for one; or None."""
    first, *others = sorted(strands, key=lambda strand: strand.cell.place)
    for other in others:
        if not _agree(first.meeting, other.meeting):
            place = whereabouts(first.run)
            return mismatch(said(first), said(other), [comes(first), comes(other)], place.span)
    return None


def _agree(a: Meet, b: Meet) -> bool:
    """Whether two processes have come to one op with arrays of the same types."""
    return (
        (a.op, a.group, a.channel, len(a.brought)) == (b.op, b.group, b.channel, len(b.brought))
        and (a.attributes is b.attributes or a.attributes == b.attributes)
        and are_alike(a.body, b.body)
        and all(x.shape == y.shape and x.dtype == y.dtype for x, y in zip(a.brought, b.brought, strict=True))
    )


class Said(NamedTuple):
    """To what a process has come, in words that others understand."""

    op: str
    group: list[str]
    channel: int
    attributes: str
    body: str
    types: list[str]


def said(strand: Strand) -> Said:
    """To which collective op a process has come, and with what."""
    request = strand.meeting
    types = [str(TensorType(array.shape, element_of(array.dtype))) for array in request.brought]
    group = [*map(name_of, request.group)]
    return Said(request.op, group, request.channel, repr(request.attributes), outline(request.body), types)


class Waiting(NamedTuple):
    """A process that waits: where, and where that is a collective op, with what it has come."""

    process: str
    waits: Note
    comes: Note
    said: Said | None


def waiting_at(strand: Strand) -> Waiting:
    """Where a process waits, in words that others understand."""
    with_what = said(strand) if isinstance(strand.request, Meet) else None
    note = waits(strand)
    return Waiting(name_of(strand.cell.place), note, note if with_what is None else comes(strand), with_what)


def come_apart(waiting: Sequence[Waiting]) -> HloError | None:
    """The error of processes that all wait at collective ops, for each other, and not at the same one; or None."""
    at = {each.process: (each, each.said) for each in waiting if each.said is not None}
    for process, (_, own) in at.items():
        if all(member in at for member in own.group):
            group = [pair for member, pair in at.items() if member in own.group]
            (first, what), *others = group
            for other, else_what in others if all(process in each.group for _, each in group) else ():
                if what != else_what:
                    return mismatch(what, else_what, [first.comes, other.comes], first.comes.span)
    return None


def mismatch(a: Said, b: Said, notes: Sequence[Note], span: Span | None = None) -> HloError:
    """The error of two processes of one group of which each has come to something else."""
    message = f"processes of one group must come to the same collective op; {_difference(a, b)}"
    return HloError(message, span, "run.collective_mismatch", notes)


def _difference(a: Said, b: Said) -> str:
    """In what two processes differ, as a part of a sentence."""
    if a.op != b.op:
        return f"these are {a.op} and {b.op}"
    if a.group != b.group:
        order = "in another order" if {*a.group} == {*b.group} else "others"
        return f"the processes in the groups are {order}"
    if a.channel != b.channel:
        return f"the channels are {a.channel} and {b.channel}"
    if a.attributes != b.attributes:
        return "the attributes differ"
    if a.body != b.body:
        return "what the values are joined by differs"
    if len(a.types) != len(b.types):
        return f"one brings {counted(len(a.types), 'value')}, the other {len(b.types)}"
    return "the values are of different types"


def comes(strand: Strand) -> Note:
    """To which collective op a process has come, and with what."""
    place = whereabouts(strand.run)
    what = f"process {name_of(strand.cell.place)} comes to {place.name}{_turn(place)}"
    return Note(f"{what} with {_types(strand.request)} for {_listed(_group(strand))}", place.span)


def waits(strand: Strand) -> Note:
    """Where a process waits, for whom, and with what."""
    place = whereabouts(strand.run)
    return Note(f"process {name_of(strand.cell.place)} waits in {place.name}{_turn(place)} {_for(strand)}", place.span)


def ends(places: Sequence[Place]) -> list[Note]:
    """Which processes wait for nothing more."""
    have = "has" if len(places) == 1 else "have"
    return [Note(f"{_listed(places)} {have} come to the end")] if places else []


def _for(strand: Strand) -> str:
    request = strand.request
    if isinstance(request, Meet):
        others = [place for place in request.group if place != strand.cell.place]
        return f"for {_listed(others)}; it brings {_types(request)}"
    if isinstance(request, Receive):
        of = "anybody" if request.source is None else f"process {name_of(request.source)}"
        return f"for what {of} sends through channel {request.channel}{' to the host' if request.host else ''}"
    assert isinstance(request, Join)
    return "for what it has started"


def _types(request: Any) -> str:
    return ", ".join(str(TensorType(array.shape, element_of(array.dtype))) for array in request.brought) or "nothing"


def _turn(place: Whereabouts) -> str:
    return f" in turn {'.'.join(map(str, place.turns))}" if place.turns else ""


def _listed(places: Sequence[Place]) -> str:
    names = list(_shortened(places))
    return ("process " if len(places) == 1 else "processes ") + ", ".join(names)


def _shortened(places: Sequence[Place]) -> Iterator[str]:
    yield from map(name_of, places[:8])
    if len(places) > 8:
        yield f"and {len(places) - 8} more"
