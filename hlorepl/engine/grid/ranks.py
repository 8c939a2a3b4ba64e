"""A grid on the ranks of MPI: each rank is one process of it, on whatever machine it runs.

Nothing here blocks for long: every call of MPI is one that can be asked whether it is done. While a rank waits it listens to rank 0, and
tells rank 0 when it has waited for as long as a stall takes; when all ranks have said so, or have come to their ends, that is a deadlock. A
rank that computes says nothing, and is never taken for a stuck one.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...errors import HloError
from ...ops.requests import Join, Meet, Receive, Send, Start
from .cells import Strand
from .control import Control
from .exchanges import Exchanges
from .orders import Orders
from .stuck import Waiting, come_apart, deadlock, ends, waiting_at

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from ...backends.base import Backend
    from ..process import Grid

    #: What waits for an answer: asked again and again, it returns that in the end.
    Pending = Generator[None, None, Any]
    Ready = list[tuple[Strand, list[Any] | None]]

#: Seconds between two questions whether something has come.
_PAUSE = 0.0002
#: Seconds without news after which rank 0 asks those who wait whether they still do.
_GRACE = 2.0
#: How many times in a row it is asked without a pause.
_EAGER = 200


@cache
def ranks_of(grid: Grid, backend: Backend) -> Ranks:
    """This rank among the others; communicators are made once, for all runs that come to their ends."""
    return Ranks(grid, backend)


class Ranks:
    """This rank among the others."""

    def __init__(self, grid: Grid, backend: Backend):
        try:
            mpi: Any = import_module("mpi4py.MPI")
        except (ImportError, RuntimeError) as error:
            help_text = "install hlorepl[mpi], and run it by the mpiexec that comes with it"
            raise HloError(f"MPI cannot be used: {error}", code="run.mpi", help=help_text) from None
        self._grid = grid
        self._control = Control(mpi)
        self._exchanges = Exchanges(mpi, grid, backend)
        self.rank, self.count = self._control.rank, self._control.count
        self._questions = 0
        self._new_world()
        self._begin(0, False, False)

    def _new_world(self) -> None:
        """Channels are empty."""
        self._exchanges.new_world()
        self._matches = Matches()
        #: Values for whoever takes them, by channel.
        self._offered: dict[int, deque[Send]] = defaultdict(deque)

    def _begin(self, stall: float, is_everywhere: bool, starts: bool) -> None:
        self._stall, self._is_everywhere, self._starts = stall, is_everywhere, starts
        self._orders = Orders(self._pass)
        #: What rank 0 knows of the others: the report of one that has waited long, the results of one that has ended.
        self._waiting: dict[int, list[Waiting]] = {}
        self._ended: dict[int, Any] = {}
        self._is_reported = False
        #: On rank 0: when something was last heard of, the number of its question to all who wait, and who has said that he still does.
        self._changed = time.monotonic()
        self._question = 0
        self._still: set[int] = set()
        #: On others: the number of a question that has come.
        self._to_answer = 0
        #: Who has values for a receive of this rank, by the number of that.
        self._given: dict[int, int] = {}
        self._wanted = 0

    def run(
        self,
        start: Callable[[], Strand],
        stall: float,
        is_everywhere: bool = False,
        report: Callable[[], Any] = lambda: None,
        starts: bool = False,
    ) -> dict[int, tuple[tuple[Any, ...], Any]]:
        """The results of all ranks, each with its report, on rank 0 (``is_everywhere``: on all), of none elsewhere.

        ``start`` gives what this rank runs; what goes wrong there ends the others, too. ``stall`` is in how many seconds ranks that
        all wait are a deadlock, ``starts`` says that the program may start something beside. Raises what ended the run, on every rank.
        """
        if not is_everywhere:  # the statements of a script are of one world, a program has its own
            self._new_world()
        self._begin(stall, is_everywhere, starts)
        self._control.begin()
        try:
            return self._finish(self._turns(start()), report)
        except BaseException as error:
            ranks_of.cache_clear()  # what was under way on these communicators may never end
            told = self._control.failure
            if told is None:
                self._control.alarm(error)
                raise
            raise told from None
        finally:
            self._control.end()

    # Turns

    def _turns(self, strand: Strand) -> tuple[Any, ...]:
        ready: Ready = [(strand, None)]
        pending: list[tuple[Strand, Pending]] = []
        while not strand.is_done:
            while ready:
                one, answer = ready.pop(0)
                self._control.computes(True)
                request = one.go_on(answer)
                self._control.computes(False)
                if request is not None:
                    self._ask(one, request, ready, pending)
            if not strand.is_done:
                ready += self._wait(pending)
        return strand.results

    def _ask(self, strand: Strand, request: Any, ready: Ready, pending: list[tuple[Strand, Pending]]) -> None:
        if isinstance(request, Start):
            arguments = [*request.arguments, *request.region.captured]
            started = Strand(strand.cell, request.region.plan, arguments, is_beside=True)
            ready[:0] = [(started, None), (strand, [started])]
        elif isinstance(request, Meet):
            pending.append((strand, self._meet(strand, request)))
        elif isinstance(request, Send) and not request.host:
            self._send(request)
            ready.append((strand, [None]))
        elif isinstance(request, Receive) and not request.host:
            pending.append((strand, self._receive(request)))
        elif isinstance(request, Join):
            pending.append((strand, _joined(request.started)))
        else:
            ready.append((strand, [_of_host(strand, request)]))

    def _meet(self, strand: Strand, request: Meet) -> Pending:
        """The answer to a collective op; where strands may come to a group in any order, in that on which its members agree."""
        if not self._starts:
            return self._exchanges.meet(strand, request)
        ranks = self._exchanges.ranks_of(request)
        return self._orders.meet(ranks, request.channel, self.rank, lambda: self._exchanges.meet(strand, request))

    def _wait(self, pending: list[tuple[Strand, Pending]]) -> Ready:
        """Until something has come for one of those who wait."""
        begin, asked = time.monotonic(), 0
        while True:
            found: Ready = []
            for one in [*pending]:
                strand, wanted = one
                try:
                    next(wanted)
                except StopIteration as end:
                    pending.remove(one)
                    found.append((strand, [end.value]))
                except Exception as error:  # noqa: BLE001 - said as an error of the program, or raised again as it is
                    raise strand.refused(error) from None
            if found:
                self._moves()
                return found
            asked += 1
            if asked > _EAGER:
                if self._to_answer:  # all has been asked once more since that question came
                    self._say("still", self.rank, self._to_answer)
                    self._to_answer = 0
                self._listen()
                if time.monotonic() - begin > self._stall and not self._is_reported:
                    self._is_reported = True
                    self._say("waits", self.rank, [waiting_at(strand) for strand, _ in pending])
                time.sleep(_PAUSE)

    # Channels that do not say who is at the other end: rank 0 finds who gets what

    def _send(self, request: Send) -> None:
        if request.target is None:
            self._offered[request.channel].append(request)
            self._say("offers", request.channel, self.rank)
        else:
            self._exchanges.send(request)

    def _receive(self, request: Receive) -> Pending:
        if request.source is not None:
            return (yield from self._exchanges.receive(request))
        self._wanted += 1
        number = self._wanted
        self._say("wants", request.channel, self.rank, number)
        while number not in self._given:
            yield
        return (yield from self._exchanges.receive(request, self._given.pop(number)))

    # Saying how it goes

    def _say(self, *what: Any) -> None:
        """Say something to rank 0, which may be this one."""
        if self.rank:
            self._control.tell(0, *what)
        else:
            self._hear(*what)

    def _moves(self) -> None:
        self._to_answer = 0
        if self._is_reported:
            self._is_reported = False
            self._say("moves", self.rank)

    def _listen(self) -> None:
        """Hear what others have to say; raises what ended the run."""
        for what in self._control.messages():
            self._hear(*what)
        if self._control.failure is not None:
            raise self._control.failure
        if self._waiting and len(self._waiting) + len(self._ended) == self.count:
            self._look_for_deadlock()

    def _look_for_deadlock(self) -> None:
        """All have told that they wait, or have ended. Something may be on its way since: who waits is asked again, after a while."""
        if self._question == 0:
            if time.monotonic() - self._changed > min(self._stall, _GRACE):
                self._questions += 1
                self._question, self._still = self._questions, {0} & self._waiting.keys()
                for rank in self._waiting.keys() - {0}:
                    self._control.tell(rank, "question", self._question)
        elif self._still == self._waiting.keys():
            waiting = [each for _, found in sorted(self._waiting.items()) for each in found]
            unequal = come_apart(waiting)
            if unequal is not None:
                raise unequal
            notes = [each.waits for each in waiting]
            ended = [divmod(rank, self._grid[1]) for rank in sorted(self._ended)]
            raise deadlock([*notes, *ends(ended)], len(self._waiting), self.count)

    def _hear(self, kind: str, *what: Any) -> None:
        if kind == "still":
            self._still |= {what[0]} if what[1] == self._question else set()
            return
        if kind == "question":
            self._to_answer = what[0]
            return
        self._changed, self._question = time.monotonic(), 0
        if kind in Orders.KINDS:
            self._orders.hear(kind, *what)
        elif kind == "waits":
            self._waiting[what[0]] = what[1]
        elif kind == "moves":
            self._waiting.pop(what[0], None)
        elif kind == "ended":
            self._ended[what[0]] = what[1:]
        elif kind == "end":
            self._ended = what[0]
        else:
            self._hear_of_channel(kind, *what)

    def _hear_of_channel(self, kind: str, *what: Any) -> None:
        if kind in ("offers", "wants"):
            for channel, sender, receiver, number in self._matches.add(kind, *what):
                self._pass(sender, "give", channel, receiver)
                self._pass(receiver, "take", number, sender)
        elif kind == "give":
            self._exchanges.send(self._offered[what[0]].popleft(), what[1])
        else:
            assert kind == "take"
            self._given[what[0]] = what[1]

    def _pass(self, rank: int, *what: Any) -> None:
        if rank != self.rank:
            self._control.tell(rank, *what)
        else:
            self._hear(*what)

    # The end

    def _finish(self, results: tuple[Any, ...], report: Callable[[], Any]) -> dict[int, tuple[tuple[Any, ...], Any]]:
        held = tuple(map(self._exchanges.to_host, results))
        self._say("ended", self.rank, held, report())
        if self.rank:
            while not self._ended:
                self._listen()
                time.sleep(_PAUSE)
            return self._ended if self._is_everywhere else {}
        while len(self._ended) < self.count:
            self._listen()
            time.sleep(_PAUSE)
        self._control.tell_all("end", self._ended if self._is_everywhere else {0: None})
        self._control.flush()
        return self._ended


class Matches:
    """Who takes what from channels that do not say for whom it is: the first offer goes to the first who wants one."""

    def __init__(self) -> None:
        self._offers: dict[int, deque[int]] = defaultdict(deque)
        self._wants: dict[int, deque[tuple[int, int]]] = defaultdict(deque)

    def add(self, kind: str, channel: int, *who: int) -> Generator[tuple[int, int, int, int]]:
        """An offer (of a rank) or a want (of a rank, with a number); gives (channel, sender, receiver, number) of those that match."""
        offers, wants = self._offers[channel], self._wants[channel]
        if kind == "offers":
            offers.append(who[0])
        else:
            wants.append((who[0], who[1]))
        while offers and wants:
            receiver, number = wants.popleft()
            yield channel, offers.popleft(), receiver, number


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
