"""A run in a small file: of every value a hash and a summary, to compare a later run with."""

from __future__ import annotations

import hashlib
import json
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..engine.finite import arrays_in
from ..engine.observing import Observer
from ..errors import HloError
from ..whole_files import write_whole
from ..wording import file_error
from .places import Place, place_of
from .summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from ..engine.observing import Event, Frame
    from ..ir.types import Type
    from ..source import Span

#: The first key of a file, and its version.
FORMAT, VERSION = "hlorepl record", 1
#: Values of one op that have rows of their own; later ones (of a long loop) share one.
_MOST_ROWS = 256
#: What comes in has this in the place of an op, what a run gives this.
GIVEN, RESULT = "", "result"


class Spot(NamedTuple):
    """Where values are made: op (see ``Origin.name``), name of the value, function, type, line and location."""

    op: str
    name: str
    function: str
    type: str
    line: int | None
    location: str | None

    @property
    def key(self) -> tuple[str, str, str]:
        """What two runs of one program have in common."""
        return self.op, self.name, self.function


class Row(NamedTuple):
    """A value, or (``times``) several of a long loop: a hash, how many are not finite, lowest and highest, the sum of magnitudes."""

    spot: int
    turn: tuple[int, ...]
    hash: str
    nans: int
    infinities: int
    low: Any
    high: Any
    magnitude: Any
    times: int = 1


class Record(Observer):
    """``spots`` in the order in which they were come to, ``rows`` in the order in which values were made; ``spans`` by spot."""

    def __init__(self) -> None:
        self.spots: list[Spot] = []
        self.rows: list[Row] = []
        self.places: list[Place | None] = []
        self._known: dict[Spot, int] = {}
        self._count: dict[int, int] = {}
        self._last: dict[int, int] = {}

    def comes_in(self, name: str, value: Any, span: Span | None = None) -> None:
        self._add(Spot(GIVEN, name, "", "", None if span is None else span.line, None), (), value, None, None)

    def after(self, event: Event) -> None:
        origin = event.origin
        place = place_of(event.frame, origin)
        names, types = origin.results, origin.result_types
        for number, (value, name, of) in enumerate(zip_longest(event.results, names, types)):
            if number < len(event.results):
                spot = Spot(place.op or "", name or "", event.frame.function, "", place.line, place.location)
                self._add(spot, place.turn, value, of, place)

    def leave(self, frame: Frame, results: Sequence[Any]) -> None:
        if frame.up is None and frame.name and frame.kind == "function":
            for number, value in enumerate(results):
                self._add(Spot(RESULT, str(number), frame.name, "", None, None), (), value, None, None)

    def _add(self, spot: Spot, turn: tuple[int, ...], value: Any, of: Type | None, place: Place | None) -> None:
        summary = Summary(value, of)
        number = self._number(spot._replace(type=summary.type), place)
        numbers = _number(summary.low), _number(summary.high), _magnitude(value)
        row = Row(number, turn, hash_of(value), summary.nans, summary.infinities, *numbers)
        count = self._count[number] = self._count.get(number, 0) + 1
        if count <= _MOST_ROWS:
            self._last[number] = len(self.rows)
            self.rows.append(row)
            return
        last = self._last[number]
        if count == _MOST_ROWS + 1:
            self._last[number] = last = len(self.rows)
            self.rows.append(row)
        else:
            self.rows[last] = _together(self.rows[last], row)

    def _number(self, spot: Spot, place: Place | None) -> int:
        found = self._known.get(spot)
        if found is None:
            found = self._known[spot] = len(self.spots)
            self.spots.append(spot)
            self.places.append(place)
        return found

    @property
    def json(self) -> dict[str, Any]:
        """What a file holds of it."""
        return {"spots": [[*spot] for spot in self.spots], "rows": [[*row] for row in self.rows]}


def _together(a: Row, b: Row) -> Row:
    """Two rows as one; its turn is that of the first."""
    digest = hashlib.blake2b((a.hash + b.hash).encode(), digest_size=8).hexdigest()
    low, high = _extreme(a.low, b.low, min), _extreme(a.high, b.high, max)
    magnitude = None if a.magnitude is None or b.magnitude is None else a.magnitude + b.magnitude
    counts = a.nans + b.nans, a.infinities + b.infinities
    return Row(a.spot, a.turn, digest, *counts, low, high, magnitude, a.times + b.times)


def _extreme(a: Any, b: Any, choose: Any) -> Any:
    known = [each for each in (a, b) if isinstance(each, int | float)]
    return choose(known) if known else a


def hash_of(value: Any) -> str:
    """Sixteen digits: equal values have equal ones; every NaN is one value, and so are 0 and -0."""
    found = hashlib.blake2b(digest_size=8)
    for array in arrays_in(value):
        found.update(f"{array.dtype}{array.shape}".encode())
        found.update(_canonical(array).tobytes())
    return found.hexdigest()


def _canonical(array: Any) -> Any:
    if array.dtype.kind == "O":
        return np.frombuffer(repr(array.tolist()).encode(), np.uint8)
    is_float = array.dtype.kind in "fc" or array.dtype.kind == "V" and "float" in array.dtype.name
    if not is_float or not array.size:
        return array
    with np.errstate(all="ignore"):
        plain = np.where(array == 0, np.zeros((), array.dtype), array)
        bad = np.isnan(plain)
        return np.where(bad, np.full((), np.nan, array.dtype), plain) if bad.any() else plain


def _magnitude(value: Any) -> Any:
    """The sum of the magnitudes of what is finite, in f64."""
    total = 0.0
    for array in arrays_in(value):
        if array.dtype.kind not in "biufc" and (array.dtype.kind != "V" or array.dtype.names is not None):
            return None
        with np.errstate(all="ignore"):
            wide = np.abs(array if array.dtype.kind == "c" else array.astype(np.float64))
            total += float(np.sum(wide, where=np.isfinite(wide)))
    return total


def _number(value: Any) -> Any:
    """A number for JSON; what is not finite by its name."""
    if value is None:
        return None
    if value.dtype.kind in "biu":
        return int(value)
    found = float(value)
    return found if found - found == 0 else str(found)


# Files


def write_record(path: Path, program: str, records: Mapping[tuple[int, int], dict[str, Any]]) -> None:
    """Write what was recorded in each process of a run, whole or not at all; raises ``run.output``."""
    rows = [{"process": [*place], **each} for place, each in records.items()]
    text = json.dumps(
        {FORMAT: VERSION, "program": program, "processes": rows},
        ensure_ascii=False,
        allow_nan=False,
        separators=(",", ":"),
    )
    try:
        write_whole(path, text + "\n")
    except OSError as error:
        raise file_error(path, error, "run.output") from None


def is_record(path: Path) -> bool:
    """Whether a file was written by ``--record``; what cannot be read was not."""
    try:
        with path.open("rb") as file:
            return file.read(64).startswith(f'{{"{FORMAT}":'.encode())
    except OSError:
        return False


def read_record(path: Path) -> dict[tuple[int, int], tuple[list[Spot], list[Row]]]:
    """What a file has of each process; raises ``run.record`` where it holds something else, or is of another version."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found[FORMAT] != VERSION:
            raise HloError(f"{path} is of version {found[FORMAT]} of this file, not {VERSION}", code="run.record")
        return {(each["process"][0], each["process"][1]): _read(each) for each in found["processes"]}
    except OSError as error:
        raise file_error(path, error, "run.record") from None
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise HloError(f"{path} does not hold what --record writes: {error}", code="run.record") from None


def _read(found: Any) -> tuple[list[Spot], list[Row]]:
    spots = [Spot(*_texts(each)) for each in found["spots"]]
    rows = [Row(each[0], tuple(each[1]), *each[2:]) for each in found["rows"]]
    if any(not 0 <= row.spot < len(spots) for row in rows):
        raise ValueError("a row belongs to nothing")
    return spots, rows


def _texts(each: Any) -> Iterator[Any]:
    for number, value in enumerate(each):
        if number < 4 and not isinstance(value, str):
            raise ValueError("a name is no text")
        yield value
