"""A grid on the ranks of MPI: each rank is one process of it, on whatever machine it runs.

Nothing here blocks for long: every call of MPI is one that can be asked whether it is done. While a rank waits it listens to rank 0, and
tells rank 0 when it has waited for as long as a stall takes; when all ranks have said so, or have come to their ends, that is a deadlock. A
rank that computes says nothing, and is never taken for a stuck one.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...errors import HloError, Note
from ...ops.requests import Join, Meet, Receive, Send, Start
from .cells import Strand
from .exchanges import Exchanges
from .stuck import deadlock, waits

if TYPE_CHECKING:
    from collections.abc import Generator

    from ..process import Grid

    #: What waits for an answer: asked again and again, it returns that in the end.
    Pending = Generator[None, None, Any]

#: Seconds between two questions whether something has come.
_PAUSE = 0.0002
#: How many times in a row it is asked without a pause.
_EAGER = 200


class Ranks:
    """This rank among the others. ``stall`` is in how many seconds ranks that all wait are a deadlock."""

    def __init__(self, grid: Grid, stall: float):
        try:
            mpi: Any = import_module("mpi4py.MPI")
        except (ImportError, RuntimeError) as error:
            help_text = "install hlorepl[mpi], and run it by the mpiexec that comes with it"
            raise HloError(f"MPI cannot be used: {error}", code="run.mpi", help=help_text) from None
        self._control: Any = mpi.COMM_WORLD.Dup()
        self._exchanges = Exchanges(mpi, grid)
        self.rank: int = self._control.Get_rank()
        self.count: int = self._control.Get_size()
        self._stall = stall
        self._sent: list[Any] = []
        #: What rank 0 knows of the others: the report of one that has waited long, the results of one that has ended.
        self._waiting: dict[int, list[Note]] = {}
        self._ended: dict[int, tuple[Any, ...]] = {}
        self._is_reported = False

    def run(self, strand: Strand) -> dict[int, tuple[Any, ...]]:
        """The results of all ranks on rank 0, of none elsewhere. Raises what ended the run, on every rank."""
        try:
            results = self._turns(strand)
            return self._finish(strand, results)
        except HloError as error:
            if not isinstance(error, _Told):
                self._fail(error)
                raise
            raise error.error from None

    # Turns

    def _turns(self, strand: Strand) -> tuple[Any, ...]:
        ready: list[tuple[Strand, list[Any] | None]] = [(strand, None)]
        pending: list[tuple[Strand, Pending]] = []
        while not strand.is_done:
            while ready:
                one, answer = ready.pop(0)
                request = one.go_on(answer)
                if request is not None:
                    self._ask(one, request, ready, pending)
            if not strand.is_done:
                ready += self._wait(pending)
        return strand.results

    def _ask(
        self,
        strand: Strand,
        request: Any,
        ready: list[tuple[Strand, list[Any] | None]],
        pending: list[tuple[Strand, Pending]],
    ) -> None:
        if isinstance(request, Start):
            arguments = [*request.arguments, *request.region.captured]
            started = Strand(strand.cell, request.region.plan, arguments, is_beside=True)
            ready[:0] = [(started, None), (strand, [started])]
        elif isinstance(request, Meet):
            pending.append((strand, self._exchanges.meet(strand, request)))
        elif isinstance(request, Send) and not request.host:
            self._exchanges.send(request)
            ready.append((strand, [None]))
        elif isinstance(request, Receive) and not request.host:
            pending.append((strand, self._exchanges.receive(request)))
        elif isinstance(request, Join):
            pending.append((strand, _joined(request.started)))
        else:
            ready.append((strand, [_of_host(strand, request)]))

    def _wait(self, pending: list[tuple[Strand, Pending]]) -> list[tuple[Strand, list[Any] | None]]:
        """Until something has come for one of those who wait."""
        begin, asked = time.monotonic(), 0
        while True:
            found: list[tuple[Strand, list[Any] | None]] = []
            for one in [*pending]:
                strand, wanted = one
                try:
                    next(wanted)
                except StopIteration as end:
                    pending.remove(one)
                    found.append((strand, [end.value]))
                except HloError as error:
                    raise strand.refused(error) from None
            if found:
                self._moves()
                return found
            asked += 1
            if asked > _EAGER:
                self._listen()
                if time.monotonic() - begin > self._stall and not self._is_reported:
                    self._is_reported = True
                    self._tell(0, ("waits", self.rank, [waits(strand) for strand, _ in pending]))
                time.sleep(_PAUSE)

    # Saying how it goes

    def _tell(self, rank: int, what: tuple[Any, ...]) -> None:
        self._sent = [request for request in self._sent if not request.Test()]
        self._sent.append(self._control.isend(what, rank))

    def _tell_all(self, what: tuple[Any, ...]) -> None:
        for rank in range(self.count):
            if rank != self.rank:
                self._tell(rank, what)

    def _moves(self) -> None:
        if self._is_reported:
            self._is_reported = False
            self._tell(0, ("moves", self.rank))

    def _listen(self) -> bool:
        """Hear what others have to say; whether rank 0 has said that this is the end."""
        while self._control.iprobe():
            kind, *more = self._control.recv()
            if kind == "waits":
                self._waiting[more[0]] = more[1]
            elif kind == "moves":
                self._waiting.pop(more[0], None)
            elif kind == "ended":
                self._ended[more[0]] = more[1]
            elif kind == "failed":  # rank 0 hears it, and the others from it
                self._tell_all(("end", more[0]))
                self._flush()
                raise _Told(more[0])
            elif more[0] is not None:
                raise _Told(more[0])
            else:
                return True
        if self.rank == 0:
            self._look_for_deadlock()
        return False

    def _look_for_deadlock(self) -> None:
        if self._waiting and len(self._waiting) + len(self._ended) == self.count:
            error = deadlock(
                [note for _, notes in sorted(self._waiting.items()) for note in notes], len(self._waiting), self.count
            )
            self._tell_all(("end", error))
            self._flush()
            raise _Told(error)

    def _finish(self, strand: Strand, results: tuple[Any, ...]) -> dict[int, tuple[Any, ...]]:
        to_host = self._exchanges.to_host
        held = tuple(map(to_host, results))
        if self.rank:
            self._tell(0, ("ended", self.rank, held))
            while not self._listen():
                time.sleep(_PAUSE)
            return {}
        self._ended[0] = held
        while len(self._ended) < self.count:
            self._listen()
            time.sleep(_PAUSE)
        self._tell_all(("end", None))
        self._flush()
        return self._ended

    def _fail(self, error: HloError) -> None:
        """Tell the others that this rank has failed."""
        if self.rank:
            self._tell(0, ("failed", error))
        else:
            self._tell_all(("end", error))
        self._flush()

    def _flush(self) -> None:
        """Until what was said has been heard, or nobody is there to hear it."""
        end = time.monotonic() + 5
        while time.monotonic() < end and not all(request.Test() for request in self._sent):
            time.sleep(_PAUSE)


class _Told(HloError):
    """An error that rank 0 has told all about."""

    def __init__(self, error: HloError):
        super().__init__(error.message, error.span, error.code, error.notes, error.help)
        self.error = error


def _joined(started: Strand) -> Pending:
    while not started.is_done:
        yield
    return started.results


def _of_host(strand: Strand, request: Any) -> Any:
    """What goes between a process and its host."""
    process = strand.cell.context.process
    try:
        return process.receive(request) if isinstance(request, Receive) else process.send(request)
    except HloError as error:
        raise strand.refused(error) from None
