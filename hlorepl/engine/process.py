"""What an op may know of the process that runs it, and how it reaches the world outside the program."""

from __future__ import annotations

from collections import deque
from copy import copy
from typing import TYPE_CHECKING, Any

from ..errors import HloError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from ..ops.flow import Request
    from .region_functions import RegionFunction

    Place = tuple[int, int]

#: How many values an outfeed keeps that nobody reads; older ones are dropped.
OUTFEED_KEPT = 1024


def _unheard(text: str) -> None:
    """What a program prints where nobody listens."""


class Process:
    """A place in the grid of replicas and partitions, and the grid's size.

    ``emit`` takes each line that the program prints, ``probe_folder`` is where probes save, ``source`` gives what the
    infeed brings next, ``outfed`` has what the outfeed took last.
    """

    __slots__ = ("_channels", "emit", "grid", "outfed", "partition", "probe_folder", "replica", "source")

    def __init__(self, replica: int = 0, partition: int = 0, grid: tuple[int, int] = (1, 1)):
        self.replica = replica
        self.partition = partition
        self.grid = grid
        self.emit: Callable[[str], object] = _unheard
        self.probe_folder: Path | str | None = None
        self.source: deque[RegionFunction] = deque()
        self.outfed: deque[tuple[Any, ...]] = deque(maxlen=OUTFEED_KEPT)
        self._channels: dict[tuple[int, bool], deque[tuple[Any, ...]]] = {}

    def heard_by(self, emit: Callable[[str], object]) -> Process:
        """The same process in the same world, whose lines go to ``emit``."""
        found = copy(self)
        found.emit = emit
        return found

    def answer(self, request: Request) -> Any:
        """What the other processes of the grid have to say; a process alone answers itself."""
        return request.alone(self)

    def exchange(self, group: Sequence[Place], operands: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """The operands of every process of a group, in its order, once all have come to this op."""
        if tuple(group) != ((self.replica, self.partition),):
            raise HloError(f"processes {list(group)} must meet, and there is one", code="run.grid")
        return [operands]

    def infeed(self) -> tuple[Any, ...]:
        """What the infeed brings next."""
        if not self.source:
            help_text = "functions whose results the infeed brings are named where the grid is run"
            raise HloError("there is nothing in the infeed", code="run.infeed", help=help_text)
        return self.source.popleft()()

    def outfeed(self, values: tuple[Any, ...]) -> None:
        """Take values out of the program."""
        self.outfed.append(values)

    def send(self, channel: int, values: tuple[Any, ...], host: bool, pairs: Sequence[Sequence[int]]) -> None:
        """Put values into a channel, to the host or to the process that is paired with this one."""
        self._check_pairs(pairs, "send")
        self._channels.setdefault((channel, host), deque(maxlen=OUTFEED_KEPT)).append(values)

    def receive(self, channel: int, host: bool, pairs: Sequence[Sequence[int]]) -> tuple[Any, ...]:
        """Take values from a channel. What the host would send, nobody does."""
        self._check_pairs(pairs, "recv")
        waiting = self._channels.get((channel, host))
        if host or not waiting:
            where = "the host" if host else f"channel {channel}"
            raise HloError(f"nothing was sent through {where}, and nothing will be", code="run.recv")
        return waiting.popleft()

    def _check_pairs(self, pairs: Sequence[Sequence[int]], what: str) -> None:
        most = max((number for pair in pairs for number in pair), default=0)
        if most:
            message = f"source_target_pairs name process {most}, and there is one"
            raise HloError(message, code=f"run.{what}", help=f"run it on a grid of {most + 1} processes: --grid RxP")

    def run_grid(
        self,
        programs: Sequence[Sequence[RegionFunction]],
        inputs: tuple[Any, ...],
        infeed: Sequence[RegionFunction],
    ) -> tuple[Any, ...]:
        """Run a grid of functions, each in a process of its own."""
        grid = (len(programs), len(programs[0]))
        if grid != (1, 1):
            raise HloError(f"a grid of {grid[0]} x {grid[1]} processes is not supported yet; 1 x 1 is", code="run.grid")
        cell = programs[0][0]
        inner = Process(grid=grid)
        inner.emit, inner.probe_folder = self.emit, self.probe_folder
        inner.source.extend(infeed)
        return cell.within(cell.context.inside(inner))(*inputs)
