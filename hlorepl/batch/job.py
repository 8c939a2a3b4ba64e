"""One program on its way through the command line: how it is run, who watches, and what is made of that."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import backends
from ..engine.grid.launch import own_rank

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Generator, Sequence

    from ..analysis.not_finite import NotFinite
    from ..analysis.profile import Profile
    from ..analysis.record import Record
    from ..analysis.saved_values import SavedValues
    from ..analysis.timeline import Timeline
    from ..analysis.trace import Trace
    from ..backends.base import Backend
    from ..engine.context import RunContext
    from ..engine.observing import Observer
    from ..engine.program import Program
    from ..ops.requests import Place
    from ..source import Span
    from .files import Piece
    from .outputs import Named
    from .report import Outcome


class Job:
    """A piece of a file, what the command line asks of it, and the outcome that it comes to."""

    __slots__ = ("_watchers", "options", "outcome", "piece", "plans", "reports", "seconds")

    def __init__(self, piece: Piece, options: Namespace, outcome: Outcome):
        self.piece = piece
        self.options = options
        self.outcome = outcome
        #: What runs have taken until now.
        self.seconds = 0.0
        #: By process of the grid: those of this machine, and what others found elsewhere.
        self._watchers: dict[Place, Watchers] = {}
        self.reports: dict[Place, Report] = {}
        #: What ``--plan`` asks for, of each function.
        self.plans: list[dict[str, Any]] = []

    def context(self, place: Place | None = None) -> RunContext:
        """A new run of the program (on a grid: as that of a process): the same seed, the same watchers."""
        from ..engine.context import RunContext  # late: on demand
        from ..engine.process import Process  # late: on demand

        options, process = self.options, Process()
        process.emit, process.probe_folder = self.outcome.output.append, options.probe_output_dir
        return RunContext(
            threads=options.threads or 0,
            limit=options.max_memory,
            seed=options.seed,
            process=process,
            observers=self.watchers_of(place).observers,
        )

    @property
    def watchers(self) -> Watchers:
        """Those that the command line asks for; from the first run on there is something to say."""
        return self.watchers_of(None)

    def watchers_of(self, place: Place | None) -> Watchers:
        """The same for a process of a grid; None where there is no grid."""
        found = self._watchers.get(place or (0, 0))
        if found is None:
            found = self._watchers[place or (0, 0)] = Watchers(self.options, place, len(self._watchers))
        return found

    @property
    def places(self) -> list[Place]:
        """The processes that somebody watched on this machine; (0, 0) where there is no grid."""
        return [*self._watchers]

    @property
    def all_reports(self) -> dict[Place, Report]:
        """What the watchers of each process found."""
        return {place: each.report(self.seconds) for place, each in self._watchers.items()} | self.reports

    @property
    def backend(self) -> Backend:
        """What programs are planned for: where all watchers mind only what is not finite, plans that notice it."""
        from ..engine.guards import guarded  # late: NumPy

        backend = backends.get(self.options.backend)
        observers = self.watchers.observers
        minds = observers and all(observer.minds_infinite_alone for observer in observers)
        return guarded(backend) if minds else backend

    def comes_in(self, name: str, value: Any, span: Span | None = None, place: Place | None = None) -> None:
        """Tell the watchers what a run is given, or what is stored in the model."""
        for observer in self.watchers_of(place).observers:
            observer.comes_in(name, value, span)

    @contextmanager
    def timed(self) -> Generator[None]:
        """While the program runs."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.seconds += time.perf_counter() - begin

    def write(self, results: Sequence[Named]) -> None:
        """Results to the file, the text and the JSON that the command line asks for."""
        options, outcome = self.options, self.outcome
        if options.output:
            from .outputs import filled  # late: on demand
            from .result_files import save  # late: on demand

            save(Path(filled(options.output) or ""), results)
        if options.json and options.print == "full":
            outcome.results = [result.json for result in results]
        elif not options.json and options.print != "none":
            outcome.output += [result.line(options.print) for result in results]

    def tell_plan(self, program: Program) -> None:
        """What ``--plan`` asks for, of one function."""
        from ..analysis.plans import parts_of  # late: on demand
        from ..ir.text import symbol_text  # late: on demand

        parts = parts_of(program.plan, symbol_text(program.function.symbol))
        self.plans += [part.json for part in parts]
        if self.options.json:
            self.outcome.found["plan"] = self.plans
        else:
            self.outcome.output += [line for part in parts for line in part.lines]

    def report(self) -> None:
        """Write down what the watchers found, however the run ended."""
        if not self._watchers or own_rank():
            return
        if self.options.timeline:
            from .grid_run import save_timeline  # late: on demand

            save_timeline(self)
        reports = self.all_reports
        if self.options.record:
            from ..analysis.record import write_record  # late: on demand

            records = {place: each.record for place, each in reports.items()}
            write_record(Path(self.options.record), self.piece.name, records)
        if self.options.json:
            from .findings import findings_of_all  # late: on demand

            self.outcome.found |= findings_of_all({place: each.found for place, each in reports.items()}, self.seconds)
        else:
            for (r, p), report in reports.items():
                head = [f"process ({r}, {p})"] if len(reports) > 1 and report.texts else []
                self.outcome.output += [*head, *report.texts]
        if self.options.time:
            self.outcome.output.append(f"time : {self.seconds * 1e3:.3f} ms")


@contextmanager
def reported(found: list[Any], report: Callable[[list[Any]], None]) -> Generator[None]:
    """Report what is found in the meantime, also where an error or the clock cuts it short."""
    try:
        yield
    except BaseException:
        if found:
            report(found)
        raise
    report(found)


class Watchers:
    """What ``--nan``, ``--trace``, ``--profile``, ``--save-values`` and ``--record`` ask for; None what was not asked for."""

    __slots__ = ("_is_for_json", "nan", "profile", "record", "saved", "timeline", "trace")

    def __init__(self, options: Namespace, place: Place | None = None, number: int = 0):
        self._is_for_json: bool = options.json
        self.nan: NotFinite | None = None
        self.trace: Trace | None = None
        self.profile: Profile | None = None
        self.saved: SavedValues | None = None
        self.timeline: Timeline | None = None
        self.record: Record | None = None
        if options.record:
            from ..analysis.record import Record  # late: on demand

            self.record = Record()
        if options.timeline:
            from ..analysis.timeline import Timeline  # late: on demand

            self.timeline = Timeline(number)
        if options.profile:
            from ..analysis.profile import Profile  # late: on demand

            self.profile = Profile()
        if options.nan:
            from ..analysis.not_finite import NotFinite  # late: on demand

            self.nan = NotFinite()
        if options.trace:
            from ..analysis.trace import Trace  # late: on demand

            self.trace = Trace()
        if options.save_values:
            from ..analysis.saved_values import SavedValues  # late: on demand

            folder = Path(options.save_values)
            self.saved = SavedValues(folder if place is None else folder / f"{place[0]}-{place[1]}")

    @property
    def _all(self) -> tuple[NotFinite | None, SavedValues | None, Trace | None, Profile | None]:
        return self.nan, self.saved, self.trace, self.profile

    @property
    def observers(self) -> tuple[Observer, ...]:
        """For a run's context."""
        return tuple(watcher for watcher in (*self._all, self.timeline, self.record) if watcher is not None)

    def report(self, seconds: float) -> Report:
        """What they found in a run that took so long."""
        texts, found = [], {}
        if self._is_for_json:
            from .findings import findings  # late: on demand

            found = findings(self, seconds)
        else:
            texts = [watcher.text for watcher in self._all if watcher is not None]
        events = [] if self.timeline is None else self.timeline.events
        return Report(texts, found, events, {} if self.record is None else self.record.json)


class Report(NamedTuple):
    """What the watchers of a process found: for a person, as JSON objects (whichever is asked for), as events of a timeline, and as
    what a file of ``--record`` holds.
    """

    texts: list[str]
    found: dict[str, Any]
    events: list[dict[str, Any]]
    record: dict[str, Any]
