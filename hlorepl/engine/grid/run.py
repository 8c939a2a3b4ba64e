"""Plans on a grid of processes, all in this one."""

from __future__ import annotations

from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...errors import HloError, one_process_only
from ...memory import DefaultLimit, bytes_in
from ...recursion import room
from ..context import RunContext
from ..process import Process, places
from ..run import too_deep
from .cells import Cell, Strand
from .launch import rank_count, ranks_here
from .orders import starts_beside
from .shared import Sharing
from .turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from ...ops.requests import Place
    from ..observing import Observer
    from ..plan import Plan
    from ..process import Grid
    from ..region_functions import RegionFunction


def contexts_of(
    grid: Grid, context: RunContext, observers: Mapping[Place, tuple[Observer, ...]] = MappingProxyType({})
) -> list[RunContext]:
    """A context for each process of a grid, row by row: the same run at another place, with draws of its own.

    What memory there is by default those on one machine share: in this process all, or else the ranks.
    """
    limit, is_on_ranks = context.limit, rank_count() > 1 and not context.process.is_closed
    if isinstance(limit, DefaultLimit):
        limit = limit.part(ranks_here() if is_on_ranks else grid[0] * grid[1])
    return [
        RunContext(
            threads=context.threads,
            limit=limit,
            draws=context.draws.of(number),
            process=context.process.at(place, grid),
            observers=observers.get(place, context.observers),
        )
        for number, place in enumerate(places(grid))
    ]


class GridPlan:
    """A plan for all cells of a grid. What cannot differ between them is computed once, unless somebody watches."""

    def __init__(self, plan: Plan):
        if plan.backend.compiles:
            raise one_process_only(plan.backend.name)
        self.plan = plan
        self._sharing = Sharing(plan)

    def run(self, arguments: Sequence[Sequence[Any]], contexts: Sequence[RunContext]) -> list[tuple[Any, ...]]:
        """A list of arguments and a context for each cell; results for each, the backend's. Raises ``HloError``."""
        backend = self.plan.backend
        with backend.quiet(), room():
            moved = {id(array): backend.to_device(array) for row in arguments for array in row}
            plan, given = self.plan, [[moved[id(array)] for array in row] for row in arguments]
            try:
                if not any(context.observers for context in contexts):
                    with _whole(contexts):
                        plan, given = self._sharing.run_common(given, contexts[0])
                _add_common(given, contexts)
                strands = [Strand(Cell(context), plan, row) for row, context in zip(given, contexts, strict=True)]
                return Turns(strands).run()
            except RecursionError:
                raise too_deep(plan) from None


@contextmanager
def _whole(contexts: Sequence[RunContext]) -> Generator[None]:
    """Meanwhile the first of some processes may hold what all may: what it makes is for all of them."""
    first = contexts[0]
    limit = first.limit
    if isinstance(limit, DefaultLimit):
        first.limit = DefaultLimit(limit * len(contexts))
    try:
        yield
    finally:
        first.limit = limit


def _add_common(rows: Sequence[Sequence[Any]], contexts: Sequence[RunContext]) -> None:
    """What processes have in common each counts as its own, and it is there once: their shares are so much larger."""
    others = ({id(value) for value in row} for row in rows[1:])
    common = {id(value) for value in rows[0]}.intersection(*others)
    found = bytes_in([[value for value in rows[0] if id(value) in common]])
    for context in contexts:
        if isinstance(context.limit, DefaultLimit):
            context.limit = DefaultLimit(context.limit + found - found // len(contexts))


def run_functions(
    context: RunContext,
    programs: Sequence[Sequence[RegionFunction]],
    inputs: tuple[Any, ...],
    infeed: Sequence[RegionFunction],
) -> tuple[Any, ...]:
    """A function in each process of a grid, each with its share of the inputs; all results, process by process.

    The processes share an infeed, which brings what functions give, one after the other. They have a world of their own, without a host.
    """
    world = Process()
    world.is_closed = True
    world.emit, world.probe_folder = context.process.emit, context.process.probe_folder
    contexts = contexts_of((len(programs), len(programs[0])), context.inside(world))
    world.source.extend(function.within(contexts[0]) for function in infeed)
    strands: list[Strand] = []
    rest = list(inputs)
    for each, function in zip(contexts, (cell for row in programs for cell in row), strict=True):
        count = len(function.argument_types)
        strands.append(Strand(Cell(each), function.plan, rest[:count]))
        rest = rest[count:]
    return tuple(value for results in Turns(strands).run() for value in results)


def run_on_ranks(
    plan: Plan,
    arguments: Callable[[int], Sequence[Any]],
    contexts: Sequence[RunContext],
    stall: float,
    is_everywhere: bool = False,
    report: Callable[[], Any] = lambda: None,
) -> list[tuple[tuple[Any, ...], Any]]:
    """The same as ``GridPlan.run`` where each rank of MPI is a process, and runs its own; ``arguments(rank)`` is what that is given.

    Results of each process with its ``report``, on rank 0 or (``is_everywhere``) on all; on others nothing. What processes print,
    rank 0 prints.
    """
    from .ranks import ranks_of  # late: on demand

    replicas, partitions = contexts[0].process.grid
    if rank_count() != replicas * partitions:
        message = (
            f"a grid of {replicas} x {partitions} takes {replicas * partitions} ranks, and there are {rank_count()}"
        )
        help_text = f"start it by mpiexec -n {replicas * partitions}"
        raise HloError(message, code="run.mpi", help=help_text)
    backend, ranks = plan.backend, ranks_of((replicas, partitions), plan.backend)
    context, lines = contexts[ranks.rank], list[str]()
    emit = context.process.emit
    if ranks.rank:
        context.process.emit = lines.append

    def start() -> Strand:
        return Strand(Cell(context), plan, [backend.to_device(array) for array in arguments(ranks.rank)])

    with backend.quiet(), room():
        found = ranks.run(start, stall, is_everywhere, lambda: (lines, report()), starts_beside(plan))
    rows = [found[rank] for rank in sorted(found)]
    for _, (printed, _) in rows if ranks.rank == 0 else ():
        for line in printed:
            emit(line)
    return [(results, reported) for results, (_, reported) in rows]
