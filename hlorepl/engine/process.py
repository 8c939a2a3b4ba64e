"""What an op may know of the process that runs it, and how it reaches the world outside the program."""

from __future__ import annotations

import sys
from collections import deque
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any

from ..backends import host
from ..errors import HloError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from ..ops.flow import Request
    from ..ops.requests import Place, Receive, Send

    Grid = tuple[int, int]
    #: The number of a channel, whether its other end is the host, from where, and to where (None: for anybody).
    Channel = tuple[int, bool, Place | None, Place | None]

#: How many values an outfeed keeps that nobody reads; older ones are dropped.
OUTFEED_KEPT = 1024


def _unheard(text: str) -> None:
    """What a program prints where nobody listens."""


class Echo:
    """Takes what a program prints and saves, and passes on what nobody has seen: a run that goes back does some of it again.

    ``count`` is how much there was up to where the run stands; it goes back with the run, ``seen`` does not.
    """

    __slots__ = ("count", "emit", "seen")

    def __init__(self, emit: Callable[[str], object]):
        self.emit = emit
        self.count = 0
        self.seen = 0

    def __call__(self, line: str) -> None:
        if self.is_new():
            self.emit(line)

    def is_new(self) -> bool:
        """Whether what comes next is seen for the first time; it counts."""
        self.count += 1
        if self.count <= self.seen:
            return False
        self.seen = self.count
        return True

    @contextmanager
    def silenced(self) -> Generator[None]:
        """While what comes has been seen before."""
        seen, self.seen = self.seen, sys.maxsize
        try:
            yield
        finally:
            self.seen = max(seen, self.count)

    def begin_anew(self) -> None:
        """What comes from here on is new, whatever came here before."""
        self.seen = self.count


class Process:
    """A place in the grid of replicas and partitions, and the grid's size.

    ``emit`` takes each line that the program prints, ``probe_folder`` is where probes save, ``source`` gives what the
    infeed brings next, ``outfed`` has what the outfeed took last. What the grid shares, its processes have in common: the
    infeed, the outfeed and the channels. Where ``is_closed`` there is no host: what one process sends to it, another receives from it.
    """

    __slots__ = ("channels", "emit", "grid", "is_closed", "outfed", "partition", "probe_folder", "replica", "source")

    def __init__(self, replica: int = 0, partition: int = 0, grid: Grid = (1, 1)):
        self.replica = replica
        self.partition = partition
        self.grid = grid
        self.emit: Callable[[str], object] = _unheard
        self.probe_folder: Path | str | None = None
        self.source: deque[Callable[[], tuple[Any, ...]]] = deque()
        self.outfed: deque[tuple[Any, ...]] = deque(maxlen=OUTFEED_KEPT)
        self.is_closed = False
        self.channels: dict[Channel, deque[tuple[Any, ...]]] = {}

    def heard_by(self, emit: Callable[[str], object]) -> Process:
        """The same process in the same world, whose lines go to ``emit``."""
        found = copy(self)
        found.emit = emit
        return found

    def at(self, place: Place, grid: Grid) -> Process:
        """A process of a grid in the same world."""
        found = copy(self)
        (found.replica, found.partition), found.grid = place, grid
        return found

    def is_new(self) -> bool:
        """Whether what the program does now outside of itself is done for the first time in its run."""
        return not isinstance(self.emit, Echo) or self.emit.is_new()

    @property
    def place(self) -> Place:
        """Where it stands: (replica, partition)."""
        return self.replica, self.partition

    @property
    def is_alone(self) -> bool:
        """Whether there are no others."""
        return self.grid == (1, 1)

    def answer(self, request: Request) -> Any:
        """What the other processes of the grid have to say; a process alone answers itself."""
        if self.is_alone:
            return request.alone(self)
        message = "a region that is run on elements cannot wait for other processes of the grid"
        help_text = "move the op out of the region, or run the program on a grid of 1 x 1"
        raise HloError(message, code="run.collective_in_region", help=help_text)

    # The world outside, as Python sees it

    def feed(self, *arrays: Any) -> None:
        """Put arrays into the infeed: what the next ``infeed`` takes."""
        self.source.append(lambda: arrays)

    def tell(self, channel: int, *arrays: Any) -> None:
        """Send arrays from the host through a channel: what the next ``recv`` of it with ``is_host_transfer`` takes."""
        self._channel((-channel, True, None, None)).append(arrays)

    def told(self, channel: int) -> list[tuple[Any, ...]]:
        """What programs have sent to the host through a channel since it was last asked."""
        found = self._channel((channel, True, None, None))
        values = list(found)
        found.clear()
        return values

    # As programs see it

    def infeed(self) -> tuple[Any, ...]:
        """What the infeed brings next."""
        if not self.source:
            help_text = "functions whose results the infeed brings are named where the grid is run"
            raise HloError("there is nothing in the infeed", code="run.infeed", help=help_text)
        return self.source.popleft()()

    def outfeed(self, values: tuple[Any, ...]) -> None:
        """Take values out of the program."""
        self.outfed.append(values)

    def send(self, request: Send) -> None:
        """Put values into a channel."""
        source = None if request.target is None else self.place
        values = tuple(map(host, request.values)) if request.host else request.values
        self._channel((request.channel, request.host, source, request.target)).append(values)

    def receive(self, request: Receive) -> tuple[Any, ...]:
        """Take values from a channel that has some; what the host was to send and did not, nobody will."""
        if not self.has_received(request):
            where = "the host" if request.host else f"channel {request.channel}"
            raise HloError(f"nothing was sent through {where}, and nothing will be", code="run.recv")
        return self._channel(self._incoming(request)).popleft()

    def has_received(self, request: Receive) -> bool:
        """Whether there is something in a channel."""
        return bool(self.channels.get(self._incoming(request)))

    def _incoming(self, request: Receive) -> Channel:
        target = None if request.source is None else self.place
        # What the program sends to the host is no answer of the host's.
        of_host = request.host and not self.is_closed
        return -request.channel if of_host else request.channel, request.host, request.source, target

    def _channel(self, channel: Channel) -> deque[tuple[Any, ...]]:
        return self.channels.setdefault(channel, deque(maxlen=OUTFEED_KEPT))


def places(grid: Grid) -> Iterator[Place]:
    """The processes of a grid, row by row."""
    replicas, partitions = grid
    return ((replica, partition) for replica in range(replicas) for partition in range(partitions))
