"""A run against what ``--record`` kept of an earlier one: the first value whose hash is another."""

from __future__ import annotations

from collections import defaultdict
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from ..analysis.record import GIVEN, RESULT
from ..wording import counted
from .report import At, Comparison, Parting, ValueDifference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..analysis.record import Record, Row, Spot
    from .tolerance import Tolerance

_MOST_NAMED = 6


def compare_record(
    name: str, old: tuple[Sequence[Spot], Sequence[Row]], new: Record, tolerance: Tolerance, wants_all: bool = False
) -> Comparison:
    """Compare value by value: the nth of a place with the nth. ``new`` is this run's, ``name`` the file's.

    Where hashes differ a tolerance given by the caller looks at lowest and highest number and the sum of magnitudes.
    """
    found = Comparison(name)
    partners = _aligned([*old[0]], new.spots)
    earlier, seen = _by_spot(old[1]), defaultdict[int, int](int)
    partings: list[Parting] = []
    for row in new.rows:
        spot, place = new.spots[row.spot], partners.get(row.spot, -1)
        number = seen[row.spot]
        seen[row.spot] += 1
        others = earlier.get(place, ())
        if number >= len(others):
            continue
        other_spot, other = old[0][place], others[number]
        is_wrong = other_spot.type != spot.type or not _agree(other, row, tolerance)
        if spot.op == RESULT:
            found.results.append(_difference(spot, row, other_spot, other, is_wrong))
        elif is_wrong:
            partings.append(_parting(spot, row, other_spot, other, new))
    found.first = partings[0] if partings else None
    found.all = partings if wants_all else []
    _tell_others(found, old[0], new.spots, partners)
    for mine, other in partners.items():
        if seen[mine] != len(earlier.get(other, ())) and len(found.notes) < _MOST_NAMED:
            spot, were = new.spots[mine], sum(row.times for row in earlier.get(other, ()))
            found.notes.append(f"{spot.name} = {spot.op} was made {counted(were, 'time')} in the record")
    return found


def _aligned(old: Sequence[Spot], new: Sequence[Spot]) -> dict[int, int]:
    """Which place of the record each place of this run is: by names where they are the same, else op for op in order."""
    if [spot.key for spot in old] == [spot.key for spot in new]:
        return {number: number for number in range(len(new))}
    keys = [[(spot.op, spot.type, spot.name if spot.op == GIVEN else "") for spot in spots] for spots in (old, new)]
    found: dict[int, int] = {}
    for what, a, a_end, b, b_end in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if what == "equal" or what == "replace" and a_end - a == b_end - b:  # in place of an op another one
            found.update((b + k, a + k) for k in range(b_end - b) if old[a + k].type == new[b + k].type)
    return found


def _by_spot(rows: Sequence[Row]) -> Mapping[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.spot].append(row)
    return dict(found)


def _agree(old: Row, new: Row, tolerance: Tolerance) -> bool:
    if old.hash == new.hash and old.times == new.times:
        return True
    if not tolerance.is_given or (old.nans, old.infinities, old.times) != (new.nans, new.infinities, new.times):
        return False
    pairs = ((old.low, new.low), (old.high, new.high), (old.magnitude, new.magnitude))
    return all(_near(a, b, tolerance) for a, b in pairs)


def _near(a: Any, b: Any, tolerance: Tolerance) -> bool:
    if a == b:
        return True
    if not isinstance(a, int | float) or not isinstance(b, int | float):
        return False
    return abs(a - b) <= (tolerance.atol or 0.0) + (tolerance.rtol or 0.0) * max(abs(a), abs(b))


def _difference(spot: Spot, row: Row, other_spot: Spot, other: Row, is_wrong: bool) -> ValueDifference:
    """What summaries say of how two values differ; how many elements do is not known."""
    name = f"result {spot.name}" if spot.op == RESULT else spot.name
    if not is_wrong:
        return ValueDifference(name, spot.type)
    if spot.type != other_spot.type:
        return ValueDifference(name, spot.type, note=f"it was of type {other_spot.type}", is_wrong=True)
    was, now = _told(other), _told(row)
    note = f"it was {was}, it is {now}" if was != now else f"some elements differ; it is {now}, as it was"
    nans = (row.nans, other.nans) if row.nans != other.nans else (0, 0)
    return ValueDifference(name, spot.type, nan_left=nans[0], nan_right=nans[1], note=note, is_wrong=True)


def _told(row: Row) -> str:
    numbers = f"{row.low} to {row.high}, of magnitude {row.magnitude}" if row.low is not None else "without numbers"
    bad = [f"{row.nans} NaN" if row.nans else "", f"{row.infinities} infinite" if row.infinities else ""]
    return ", ".join([numbers, *filter(None, bad)])


def _parting(spot: Spot, row: Row, other_spot: Spot, other: Row, new: Record) -> Parting:
    place = new.places[row.spot]
    turn = row.turn[-1] if row.turn else None
    return Parting(
        "op",
        [spot.op or "argument"],
        [spot.name],
        spot.function,
        None if place is None else place.span,
        spot.location,
        [At(spot.function, spot.line, turn)] if spot.op else [],
        [],
        _difference(spot, row, other_spot, other, True),
    )


def _tell_others(found: Comparison, old: Sequence[Spot], new: Sequence[Spot], partners: Mapping[int, int]) -> None:
    """What is in one of them alone."""
    added = [spot for number, spot in enumerate(new) if number not in partners]
    lost = [spot for number, spot in enumerate(old) if number not in {*partners.values()}]
    found.paired = {"name": 0, "loc": 0, "structure": 0, "value": 0}
    for mine, other in partners.items():
        found.paired["name" if new[mine].key == old[other].key else "structure"] += 1
    for side, several in (("left", added), ("right", lost)):
        found.unpaired += [
            {"side": side, "op": spot.op, "name": spot.name, "line": spot.line, "loc": spot.location}
            for spot in several
        ]
    for what, several in (("this run alone", added), ("the record alone", lost)):
        named = [f"{spot.name} = {spot.op}" for spot in several if spot.op not in (GIVEN, RESULT)]
        if named:
            more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
            found.notes.append(f"in {what}: {', '.join(named[:_MOST_NAMED])}{more}")
