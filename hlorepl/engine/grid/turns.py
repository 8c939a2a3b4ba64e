"""All cells of a grid in one thread: each runs until it has to wait, and goes on when what it waits for is there.

Nothing depends on time: a run is the same each time, and where no cell can go on that is seen at once.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from ...errors import HloError
from ...ops.requests import Join, Meet, Receive, Send, Start
from .cells import Strand
from .stuck import differing, stuck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ops.requests import Place

    Key = tuple[frozenset[Place], int]


class Turns:
    """Runs strands, one for each cell, to their ends."""

    def __init__(self, strands: Sequence[Strand]):
        self.strands = [*strands]
        self._ready: deque[tuple[Strand, list[Any] | None]] = deque((strand, None) for strand in strands)
        self._gathering: dict[Key, Gathering] = {}
        self._keys: dict[tuple[tuple[Place, ...], int], Key] = {}
        self._receiving: deque[Strand] = deque()

    def run(self) -> list[tuple[Any, ...]]:
        """The results of each cell; raises ``run.deadlock`` where none can go on."""
        cells = len(self.strands)
        ready = self._ready
        while ready:
            strand, answer = ready.popleft()
            request = strand.go_on(answer)
            if request is None:
                self._end(strand)
            elif isinstance(request, Meet):
                self._meet(strand, request)
            else:
                self._ask(strand, request)
        if not all(strand.is_done for strand in self.strands):
            raise stuck(self.strands)
        return [strand.results for strand in self.strands[:cells]]

    def _end(self, strand: Strand) -> None:
        self._ready.extend((each, [strand.results]) for each in strand.joining)
        strand.joining.clear()

    def _meet(self, strand: Strand, request: Meet) -> None:
        named = request.group, request.channel
        key = self._keys.get(named)
        if key is None:
            key = self._keys[named] = frozenset(request.group), request.channel
        gathering = self._gathering.get(key)
        if gathering is None:
            gathering = self._gathering[key] = Gathering(len(request.group))
        if gathering.add(strand):
            self._answer(gathering.leave(request.group))

    def _answer(self, strands: list[Strand]) -> None:
        """All of a group have come to a collective op: each gets its share."""
        first = strands[0].meeting
        brought = [strand.meeting.brought for strand in strands]
        mismatch = differing(strands)
        if mismatch is not None:
            raise mismatch
        try:
            joined = first.join(brought)
            share = first.share
            shares = [[joined if share is None else share(joined, position)] for position in range(len(strands))]
        except Exception as error:  # noqa: BLE001 - said as an error of the program, or raised again as it is
            raise strands[0].refused(error) from None
        self._ready.extend(zip(strands, shares, strict=True))

    def _ask(self, strand: Strand, request: Any) -> None:
        if isinstance(request, Receive):
            self._receive(strand, request)
        elif isinstance(request, Send):
            strand.cell.context.process.send(request)
            self._ready.append((strand, [None]))
            self._hand_out()
        elif isinstance(request, Start):
            self._start(strand, request)
        else:
            assert isinstance(request, Join)
            started: Strand = request.started
            if started.is_done:
                self._ready.append((strand, [started.results]))
            else:
                started.joining.append(strand)

    def _receive(self, strand: Strand, request: Receive) -> None:
        if request.host and not strand.cell.context.process.is_closed:
            try:
                self._ready.append((strand, [strand.cell.context.process.receive(request)]))
            except HloError as error:  # while the program runs, the host sends nothing more
                raise strand.refused(error) from None
        else:
            self._receiving.append(strand)
            self._hand_out()

    def _hand_out(self) -> None:
        """What channels hold goes to those who wait for it, the first one first."""
        for _ in range(len(self._receiving)):
            strand = self._receiving.popleft()
            request, process = strand.request, strand.cell.context.process
            assert isinstance(request, Receive)
            if process.has_received(request):
                self._ready.append((strand, [process.receive(request)]))
            else:
                self._receiving.append(strand)

    def _start(self, strand: Strand, request: Start) -> None:
        """Run a region beside, as far as it gets at once, so that it comes to its ops in the order of the program."""
        arguments = [*request.arguments, *request.region.captured]
        started = Strand(strand.cell, request.region.plan, arguments, is_beside=True)
        self.strands.append(started)
        self._ready.appendleft((strand, [started]))
        self._ready.appendleft((started, None))


class Gathering:
    """Who has come to the collective ops of a group, and is waiting there."""

    __slots__ = ("_missing", "_waiting")

    def __init__(self, count: int):
        self._waiting: dict[Place, deque[Strand]] = {}
        self._missing = count

    def add(self, strand: Strand) -> bool:
        """One more has come; whether all are there now."""
        queue = self._waiting.setdefault(strand.cell.place, deque())
        queue.append(strand)
        self._missing -= len(queue) == 1
        return not self._missing

    def leave(self, group: Sequence[Place]) -> list[Strand]:
        """Those who have waited longest, one for each of the group, leave."""
        found = [self._waiting[place].popleft() for place in group]
        self._missing = sum(1 for queue in self._waiting.values() if not queue)
        return found
