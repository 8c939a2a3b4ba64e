"""What can be run while watchers look on: a plan of the session's, trials of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..engine.run import run
from .contexts import context_of
from .failures import remembered
from .per_process import run_on_grid

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..backends.base import Backend
    from ..engine.context import RunContext
    from ..engine.observing import Observer
    from ..engine.plan import Plan
    from ..engine.process import Grid
    from ..ops.requests import Place
    from ..source import Span
    from .commands.registry import Context
    from .stoppable import Stoppable, TrialsRun

    #: Who is told of the steps of a process of the grid.
    Observers = Callable[[Place], tuple[Observer, ...]]


class Comes(NamedTuple):
    """What a run is given: its name, the array and where it is declared."""

    name: str
    value: Any
    span: Span | None = None


class Watchable(Protocol):
    """A run that has not begun, of which watchers can be told."""

    @property
    def comes_in(self) -> Sequence[Comes]:
        """What it is given."""
        ...

    @property
    def grid(self) -> Grid:
        """The processes that run it."""
        ...

    def run(self, context: Context, observers: Observers | None) -> None:
        """Run it once; the observers of each process of the grid are told of its steps."""
        ...


class WatchedPlan:
    """A plan on arrays: of a function, of an op of the session, of an ONNX graph. ``again`` is what a debugger opens where it fails.

    The plan is made for the backend on which it runs: where somebody watches, for one that notices what becomes not finite.
    """

    def __init__(
        self,
        plan: Callable[[Backend], Plan],
        arrays: Sequence[Any],
        comes_in: Sequence[Comes],
        again: Stoppable,
        grid: Grid = (1, 1),
    ):
        self.comes_in = comes_in
        self.grid = grid
        self._plan = plan
        self._arrays = [*arrays]
        self._again = again

    def plan(self, context: Context, is_watched: bool) -> Plan:
        """The plan that ``run`` runs; where somebody watches, the one of whose steps they are told."""
        backend = context.session.backend
        if not is_watched or self.grid != (1, 1):
            return self._plan(backend)
        from ..engine.guards import guarded  # late: NumPy

        return self._plan(guarded(backend))

    def run(self, context: Context, observers: Observers | None) -> None:
        """Run it once, as ``:run`` does."""
        session, within = context.session, context_of(context.session, anew=True)
        plan = self.plan(context, observers is not None)
        if self.grid != (1, 1):
            run_on_grid(plan, self._arrays, within, session, observers)
            return
        _watch(within, observers)
        with remembered(session, self._again, within):
            run(plan, self._arrays, within)


class WatchedTrials:
    """Trials of an MDF model from where it stands; the model stays as it is."""

    grid: Grid = (1, 1)

    def __init__(self, trials: TrialsRun):
        self._trials = trials
        self.comes_in = [Comes(name, value) for name, value in trials.begin.inputs.items()]

    def run(self, context: Context, observers: Observers | None) -> None:
        """Run so many trials."""
        from ..mdf.recording import iterate  # late: NumPy

        begin, within = self._trials.begin, context_of(context.session, anew=True)
        within.draws.back(begin.draws.kept())
        _watch(within, observers)
        for _ in iterate(self._trials.runner(within), self._trials.trials, begin.dt, begin.inputs or None, []):
            pass


def _watch(within: RunContext, observers: Observers | None) -> None:
    if observers is not None:
        within.observers = (*within.observers, *observers((0, 0)))
