"""What belongs to one run of a plan: handed over with the arguments, kept by nobody."""

from __future__ import annotations

import os
from copy import deepcopy
from operator import index
from typing import TYPE_CHECKING, Any, cast

from ..digits import natural
from ..errors import HloError
from ..memory import beyond, bytes_in, bytes_shown, held_by
from ..wording import size_text
from .process import Process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..source import Span
    from .observing import Observer, Origin
    from .step import Step

#: A chain of element-wise ops gains nothing by more threads than this.
_MOST_THREADS = 8


def _cores() -> int:
    """How many cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _seed(number: Any) -> int:
    """What a caller gives as a seed, which may be of any kind of whole number."""
    try:
        found = index(number)
    except TypeError:
        found = -1
    if found < 0:
        raise HloError(f"a seed is a whole number, not below zero, and not {number!r}", code="type.argument")
    return found


def _is_same(a: Any, b: Any) -> bool:
    """Whether two states of generators are the same: numbers, or arrays of them, by names."""
    if isinstance(a, dict):
        return all(_is_same(value, b[key]) for key, value in cast("dict[str, Any]", a).items())
    return bool((a == b).all()) if hasattr(a, "all") else a == b


class Draws:
    """Where random numbers come from: one stream for each op that draws, all of them from one seed.

    The stream of op ``n`` in member ``m`` begins at ``SeedSequence(seed, spawn_key=(m, n))`` when it is first asked, and goes on from
    there: no stream depends on what others have drawn, nor on how members are shared out among runs. All ``rng`` of StableHLO
    share stream 0 (their order is the program's), a member is a process of the grid; ONNX nodes and MDF functions have
    streams by their numbers in the model, a member is one of a sweep.
    """

    __slots__ = ("_others", "_streams", "member", "seed")

    def __init__(self, seed: int = 0, member: int = 0):
        self.seed = _seed(seed)
        self.member = member
        self._streams: dict[int, Any] = {}
        self._others: dict[int, Draws] = {}

    def of(self, member: int) -> Draws:
        """The streams of another member of the same run."""
        return self if member == self.member else self._others.setdefault(member, Draws(self.seed, member))

    def stream(self, op: int = 0, begin: Callable[[], Any] | None = None) -> Any:
        """NumPy's generator for an op; whoever draws moves it on. ``begin`` makes that of an op that has a seed of its own."""
        found = self._streams.get(op)
        if found is None and begin is not None:
            found = self._streams[op] = begin()
        if found is None:
            from numpy.random import PCG64, Generator, SeedSequence  # late: NumPy

            found = self._streams[op] = Generator(PCG64(SeedSequence(self.seed, spawn_key=(self.member, op))))
        return found

    def kept(self) -> tuple[Any, ...]:
        """Where all streams stand, to go back to."""
        streams = {op: (stream, stream.bit_generator.state) for op, stream in self._streams.items()}
        return self.seed, streams, {member: (draws, draws.kept()) for member, draws in self._others.items()}

    def are_at(self, kept: tuple[Any, ...]) -> bool:
        """Whether all streams stand there."""
        seed, streams, others = kept
        if not (streams or others or self._streams or self._others):
            return self.seed == seed
        if self.seed != seed or self._streams.keys() != streams.keys() or self._others.keys() != others.keys():
            return False
        return all(
            self._streams[op] is stream and _is_same(stream.bit_generator.state, state)
            for op, (stream, state) in streams.items()
        ) and all(self._others[member] is draws and draws.are_at(its) for member, (draws, its) in others.items())

    def back(self, kept: tuple[Any, ...]) -> None:
        """Draw on from there."""
        self.seed, streams, others = kept
        self._streams.clear()
        self._others.clear()
        for op, (stream, state) in streams.items():
            stream.bit_generator.state = state
            self._streams[op] = stream
        for member, (draws, its) in others.items():
            draws.back(its)
            self._others[member] = draws

    def copy(self, kept: tuple[Any, ...] | None = None) -> Draws:
        """Streams that go on by themselves from where these stand, or stood."""
        found = Draws(self.seed, self.member)
        found.seed, streams, others = self.kept() if kept is None else kept
        for op, (stream, state) in streams.items():
            found._streams[op] = again = deepcopy(stream)
            again.bit_generator.state = state
        found._others = {member: draws.copy(its) for member, (draws, its) in others.items()}
        return found

    def begin_again(self, seed: int) -> None:
        """Let every stream begin at ``seed``."""
        self.seed = _seed(seed)
        self._streams.clear()


class RunContext:
    """How one run is to go. A plan may run in several contexts at the same time; a context serves one run at a time.

    ``threads`` is how many threads a chain may use (0: as many as the environment or the machine says), ``limit`` how
    many bytes values may hold (None: any number), ``draws`` where random numbers come from (else a stream that begins at
    ``seed``), ``process`` the place in the grid and the world outside, ``observers`` are told of every step (``engine/observing.py``).
    """

    __slots__ = (
        *("_draws", "_process", "_seed", "aside", "frames", "is_counted", "limit", "most", "observers", "threads"),
    )

    def __init__(
        self,
        *,
        threads: int = 0,
        limit: int | None = None,
        seed: int = 0,
        draws: Draws | None = None,
        process: Process | None = None,
        observers: tuple[Observer, ...] = (),
    ):
        self.threads = threads
        self.limit = limit
        self._draws = draws
        self._seed = seed
        self._process = process
        self.observers = observers
        #: Whether what is running may come to hold more than the limit, so that every op has to ask first.
        self.is_counted = limit is not None
        #: The values of the plans that are running and may be asked for, the outermost first; kept only while they are counted.
        self.frames: list[Iterable[Any]] = []
        #: The bytes of what steps hold beside them, while they run regions.
        self.aside = 0
        #: No more than so many bytes are held: those that were found when somebody last looked, and all that came since.
        self.most = 0

    def inside(self, process: Process) -> RunContext:
        """The context of another process that runs as a part of this run."""
        found = self._like(self.draws, process)
        found.is_counted, found.frames, found.aside, found.most = self.is_counted, self.frames, self.aside, self.most
        return found

    def beside(self, draws: Draws) -> RunContext:
        """The context of one of several runs that go in the same way, each with its own draws."""
        return self._like(draws, self._process, self.observers)

    def _like(self, draws: Draws, process: Process | None, observers: tuple[Observer, ...] = ()) -> RunContext:
        return RunContext(threads=self.threads, limit=self.limit, draws=draws, process=process, observers=observers)

    @property
    def process(self) -> Process:
        """The place in the grid and the world outside; of its own where none was given."""
        if self._process is None:
            self._process = Process()
        return self._process

    @property
    def generator(self) -> Any:
        """NumPy's generator of random numbers, for StableHLO's ops that draw."""
        return self.draws.stream()

    @property
    def draws(self) -> Draws:
        """Where random numbers come from."""
        if self._draws is None:
            self._draws = Draws(self._seed)
        return self._draws

    @property
    def workers(self) -> int:
        """How many threads a chain may use."""
        if self.threads:
            return self.threads
        wanted = os.environ.get("HLOREPL_THREADS", "")
        return max(1, number) if (number := natural(wanted)) is not None else min(_cores(), _MOST_THREADS)

    def watched_by(self, observer: Observer) -> RunContext:
        """The same context with one observer more."""
        found = self._like(self.draws, self.process, (*self.observers, observer))
        found.frames, found.most = [*self.frames], self.most
        return found

    def unwatched(self, process: Process) -> RunContext:
        """The same context without observers, as that of another process."""
        found = self._like(self.draws, process)
        found.is_counted, found.frames, found.aside, found.most = self.is_counted, self.frames, self.aside, self.most
        return found

    # Memory

    def has_room(self, more: int, arguments: Sequence[Any] = ()) -> bool:
        """Whether so many bytes fit beside what is held, of which some may be nowhere but in ``arguments``."""
        if self.limit is None or self.most + more <= self.limit:
            return True
        self.most = held = bytes_in([*self.frames, arguments]) + self.aside
        return held + more <= self.limit

    def keeping(self, aside: int, run: Callable[[list[Any], RunContext], Any], arguments: list[Any]) -> Any:
        """Run a region on arguments while a step holds so many bytes beside."""
        self.aside += aside
        self.most += aside
        try:
            return run(arguments, self)
        finally:
            self.aside -= aside
            self.most -= aside

    def check(self, step: Step, values: Sequence[Any]) -> None:
        """Raise ``limit.memory`` when what a step makes of such slots, as far as it is known, does not fit beside what is held."""
        wanted = step.needs if step.measure is None else step.measure([values[slot] for slot in step.ins])
        if wanted is not None:
            self._require(wanted, step.origin)

    def comes(self, values: Iterable[Any], aside: int = 0) -> None:
        """These values, and so many bytes beside, are held from now on."""
        self.most += sum(map(held_by, values)) + aside

    def check_made(self, step: Step, values: Sequence[Any]) -> None:
        """Count what a step has put into such slots; raise ``limit.memory`` when nobody knew before and it is too much."""
        self.comes([values[slot] for slot in step.outs])
        if step.measure is not None:
            self.require_made(step)

    def require_made(self, step: Step) -> None:
        """Raise ``limit.memory`` when what is held with what a step has made is too much."""
        self._require(0, step.origin)

    def _require(self, wanted: int, origin: Origin) -> None:
        if self.limit is not None and self.most + wanted > self.limit:
            self._look(wanted, origin.name, origin.span)

    def require(self, count: int, dtype: Any, what: str) -> None:
        """Raise ``limit.memory`` when an array whose size shows only now does not fit beside what is held."""
        wanted = count * dtype.itemsize
        if self.is_counted and self.limit is not None and self.most + wanted > self.limit:
            self._look(wanted, what, None)

    def check_results(self, results: Iterable[Any], span: Any) -> None:
        """Raise ``limit.memory`` for results too large for the caller, who gets whole arrays where there may be views inside."""
        if self.limit is None:
            return
        wanted = sum(map(bytes_shown, results))
        if wanted > self.limit:
            raise HloError(
                f"the results take {size_text(wanted)}; --max-memory allows {size_text(self.limit)}",
                span,
                "limit.memory",
            )

    def _look(self, wanted: int, what: str, span: Span | None) -> None:
        """Count what is held, and raise ``limit.memory`` where so many bytes do not fit beside it."""
        self.most = held = bytes_in(self.frames) + self.aside
        if self.limit is not None and held + wanted > self.limit:
            raise beyond(self.limit, wanted, held, what, span)


#: For regions that do nothing of which a context would know more: they hold single numbers, and have no effects.
NOBODYS = RunContext()
