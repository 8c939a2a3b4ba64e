"""Where the time and the memory of a run went."""

from __future__ import annotations

import weakref
from collections import defaultdict
from typing import TYPE_CHECKING, Any, cast

from ..engine.observing import Observer
from ..memory import whole
from ..tables import Column, Table
from .summary import bytes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..engine.observing import Event, Frame, Origin
    from ..errors import HloError
    from ..source import Span


#: So many rows of a table are told, those that took longest.
_MOST_ROWS = 20


class Row:
    """What all steps with the same ``key`` took: ``by`` is what kind of key that is (``op``, ``line``, ``loc``, ``node``).

    ``total`` is seconds with all that ran inside, ``own`` without that; ``bytes`` those of all that was made. ``waits`` is how often
    they came together with other processes of a grid, ``messages`` and ``sent`` (bytes) what they sent to these.
    """

    __slots__ = ("by", "bytes", "calls", "key", "messages", "own", "sent", "total", "waits")

    def __init__(self, by: str, key: str):
        self.by = by
        self.key = key
        self.calls = 0
        self.own = 0.0
        self.total = 0.0
        self.bytes = 0
        self.waits = 0
        self.messages = 0
        self.sent = 0


class _Running:
    """A step that has not ended: the keys that it counts for, and the seconds of the steps inside it."""

    __slots__ = ("inside", "keys")

    def __init__(self, keys: list[tuple[str, str]]):
        self.keys = keys
        self.inside = 0.0


class Profile(Observer):
    """Adds up seconds, calls and bytes by op, line, source location and node, and follows how much is held at a time."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], Row] = {}
        #: The steps that have not ended, for each of what goes on side by side.
        self._running: defaultdict[Frame, list[_Running]] = defaultdict(list)
        self._held = Held()

    @property
    def rows(self) -> list[Row]:
        """By op, by line, by location, by node; in each the row first that took longest by itself."""
        kinds = ("op", "line", "loc", "node")
        return sorted(self._rows.values(), key=lambda row: (kinds.index(row.by), -row.own))

    @property
    def peak_bytes(self) -> int:
        """The most bytes that values held at a time."""
        return self._held.peak

    @property
    def text(self) -> str:
        """For a person: a table by op, and those by line, location and node that the program has."""
        tables = [self._table(by) for by in dict.fromkeys(row.by for row in self.rows)]
        return "\n".join([*(table for table in tables if table), f"at most {self.peak_bytes} bytes held in values"])

    @property
    def tables(self) -> list[Table]:
        """The same for faces that draw tables."""
        kinds = list(dict.fromkeys(row.by for row in self.rows))
        found = [self._drawn(by) for by in kinds]
        held = f"at most {self.peak_bytes:,} bytes held in values"
        return [*found[:-1], found[-1]._replace(note=held)] if found else [Table((), [], note=held)]

    def _drawn(self, by: str) -> Table:
        rows = [row for row in self.rows if row.by == by]
        whole = sum(row.own for row in rows) or 1.0
        numbers = ("runs", "self ms", "%", "total ms", "bytes", "messages", "bytes sent")
        columns = (Column(by, "op" if by == "op" else "name"), *(Column(name, "number") for name in numbers))
        cells = [
            (
                row.key,
                f"{row.calls:,}",
                f"{row.own * 1e3:.3f}",
                f"{100 * row.own / whole:.1f}",
                f"{row.total * 1e3:.3f}",
                f"{row.bytes:,}",
                f"{row.messages:,}" if row.waits else "",
                f"{row.sent:,}" if row.waits else "",
            )
            for row in rows[:_MOST_ROWS]
        ]
        return Table(columns, cells)

    def _table(self, by: str) -> str:
        rows = [row for row in self.rows if row.by == by]
        whole = sum(row.own for row in rows) or 1.0
        exchanges = any(row.waits for row in rows)
        more = f" {'messages':>10} {'bytes sent':>12}" if exchanges else ""
        lines = [f"{by:32} {'runs':>8} {'self ms':>10} {'%':>6} {'total ms':>10} {'bytes':>12}{more}"]
        for row in rows[:_MOST_ROWS]:
            times = f"{row.own * 1e3:10.3f} {100 * row.own / whole:6.1f} {row.total * 1e3:10.3f}"
            more = f" {row.messages:10d} {row.sent:12d}" if row.waits else ""
            lines.append(f"{row.key:32} {row.calls:8d} {times} {row.bytes:12d}{more}")
        return "\n".join(lines)

    def comes_in(self, name: str, value: Any, span: Span | None = None) -> None:
        """What a run is given counts as held."""
        self._held.add(name, value)

    def enter(self, frame: Frame) -> None:
        for origin, value in frame.constants:
            self._held.add(origin.label, value)

    def before(self, frame: Frame, origin: Origin, inputs: Sequence[Any]) -> None:
        self._running[frame.outermost].append(_Running(list(_keys(frame, origin))))

    def waits(self, frame: Frame, origin: Origin, sent: tuple[int, int]) -> None:
        for key in self._running[frame.outermost][-1].keys:
            row = self._row(key)
            row.waits += 1
            row.messages += sent[0]
            row.sent += sent[1]

    def _row(self, key: tuple[str, str]) -> Row:
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = Row(*key)
        return row

    def after(self, event: Event) -> None:
        made = sum(bytes_of(value) for value in event.results)
        for name, value in zip(event.origin.results, event.results, strict=False):
            self._held.add(name, value)
        outermost = event.frame.outermost
        above = self._running[outermost]
        running = above.pop()
        around = {key for each in above for key in each.keys}
        for key in running.keys:
            row = self._row(key)
            row.calls += 1
            row.own += max(0.0, event.seconds - running.inside)
            row.total += 0.0 if key in around else event.seconds
            row.bytes += made
        if above:
            above[-1].inside += event.seconds
        else:
            del self._running[outermost]

    def failed(self, frame: Frame, origin: Origin, inputs: Sequence[Any], error: HloError) -> None:
        self._running.clear()


def _keys(frame: Frame, origin: Origin) -> Iterator[tuple[str, str]]:
    yield "op", origin.name
    if origin.span is not None:
        yield "line", str(origin.span.line)
    if origin.location is not None:
        yield "loc", origin.location
    node = origin.model_node or next((each.name for each in frame.around if each.kind == "node"), None)
    if node is not None:
        yield "node", node


class Held:
    """How many bytes the values that it was shown hold, as long as somebody keeps them; each array is counted once, a view not at all.

    Python's and NumPy's numbers cannot be followed: the last one of a name counts.
    """

    def __init__(self) -> None:
        self.peak = 0
        self._now = 0
        self._known: dict[int, Any] = {}
        self._numbers: dict[str, int] = {}

    def add(self, name: str, value: Any) -> None:
        """Count what a value holds from now on."""
        if isinstance(value, list | tuple):
            for number, part in enumerate(cast("Sequence[Any]", value)):
                self.add(f"{name}.{number}", part)
        elif not self._follows(value):
            size = bytes_of(value)
            self._now += size - self._numbers.get(name, 0)
            self._numbers[name] = size
        self.peak = max(self.peak, self._now)

    def _follows(self, value: Any) -> bool:
        """Whether it is an array, which counts until it is gone."""
        array = whole(value)
        number = id(array)
        if number in self._known:
            return True
        size = bytes_of(array)

        def gone(_: Any) -> None:
            self._now -= size
            self._known.pop(number, None)

        try:
            self._known[number] = weakref.ref(array, gone)
        except TypeError:
            return False
        self._now += size
        return True
