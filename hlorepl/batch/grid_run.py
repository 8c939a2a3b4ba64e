"""A module on a grid of processes: arguments for each, results of each, who watches each."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.arguments import given_to_each
from ..engine.grid.launch import own_rank, rank_count
from ..engine.grid.run import contexts_of, run_on_ranks
from ..engine.process import places
from ..session.per_process import are_same
from ..wording import counted, did_you_mean, file_error
from .inputs import places_of, read_arguments
from .options import UsageError
from .outputs import Named, filled, result_names

#: The results of each process.
Results = dict[tuple[int, int], list[Named]]

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.context import RunContext
    from ..engine.plan import Plan
    from ..engine.process import Grid
    from ..engine.program import Program
    from ..ir.core import Function
    from ..ops.requests import Place
    from ..session.result import Shown
    from .job import Job


def run_on_grid(program: Program, job: Job) -> Results:
    """Run on what the command line gives to each process."""
    function, grid, context = program.function, program.grid, job.context((0, 0))
    contexts = contexts_of(grid, context, {place: job.watchers_of(place).observers for place in places(grid)})

    def arguments(where: Sequence[Place]) -> list[list[Any]]:
        rows = given_to_each(function, arguments_of_each(function, job.options, grid, where), (len(where), 1))
        for place, row in zip(where, rows, strict=True):
            for value, array in zip(function.arguments, row, strict=True):
                job.comes_in(f"%{value.name}", array, value.span, place)
        return rows

    with job.timed():
        if rank_count() > 1:
            everywhere = [*places(grid)]
            found = on_ranks(program.plan, lambda rank: arguments([everywhere[rank]])[0], contexts, job)
        else:
            found = program.run_grid(arguments([*places(grid)]), context, contexts)
    names, types = result_names(function), function.type.results
    return {
        place: [Named(*each) for each in zip(names, types, results, strict=True)]
        for place, results in zip(places(grid), found, strict=False)  # a rank that is not the first has none
    }


def on_ranks(
    plan: Plan,
    arguments: Callable[[int], Sequence[Any]],
    contexts: Sequence[RunContext],
    job: Job,
    is_everywhere: bool = False,
) -> list[tuple[Any, ...]]:
    """Run where each rank of MPI is a process; what watchers found there comes to the job of rank 0."""
    everybody = [*places(contexts[0].process.grid)]
    own = everybody[own_rank()]
    found = run_on_ranks(
        plan, arguments, contexts, job.options.stall, is_everywhere, lambda: job.watchers_of(own).report(job.seconds)
    )
    for place, (_, report) in zip(everybody, found, strict=False):
        if place != own:
            job.reports[place] = report
    return [results for results, _ in found]


def merged(found: Sequence[Results]) -> Results:
    """The results of several functions, process by process."""
    return {place: [each for results in found for each in results[place]] for place in found[0]}


def arguments_of_each(
    function: Function, options: Namespace, grid: Grid, where: Sequence[Place]
) -> list[tuple[Any, ...]]:
    """The arrays of some processes; those of ``--split`` are cut, all others the same where one file, or none, gives them."""
    axes = _axes(function, options.split)
    if options.random is not None:
        options = _drawing_whole(function, options, axes, grid[0] * grid[1])
    files = {place: filled(options.input, place) for place in where}
    read = {file: read_arguments(function, options, file) for file in dict.fromkeys(files.values())}
    count = grid[0] * grid[1]
    cut = {
        (file, number): _parts(arrays[number], axis, count, function.arguments[number].name)
        for file, arrays in read.items()
        for number, axis in axes.items()
    }
    return [
        tuple(cut[file, k][r * grid[1] + p] if k in axes else array for k, array in enumerate(read[file]))
        for (r, p), file in files.items()
    ]


def _drawing_whole(function: Function, options: Namespace, axes: dict[int, int], count: int) -> Namespace:
    """The same options; a random argument that is to be cut is drawn with the parts of all processes."""
    shapes: list[str] = []
    for number, axis in axes.items():
        of: Any = function.arguments[number].type
        sizes = [2 if size is None else size for size in of.shape]
        if axis < len(sizes):
            sizes[axis] *= count
            shapes.append(f"{number}={'x'.join(map(str, sizes))}")
    return Namespace(**{**vars(options), "shape": [*shapes, *(options.shape or ())]})


def _axes(function: Function, texts: Sequence[str] | None) -> dict[int, int]:
    """``--split x=0``: the axes of arguments, by the arguments' numbers."""
    known, found = places_of(function), dict[int, int]()
    for text in texts or ():
        name, mark, axis = text.rpartition("=")
        number = known.get(name.removeprefix("%"))
        if not mark or not axis.isdecimal() or len(axis) > 9:
            raise UsageError(f"--split {text}: write NAME=AXIS, as in --split x=0", code="run.split")
        if number is None:
            near = did_you_mean(name, known)
            raise UsageError(f"--split {text}: there is no argument {name}", code="run.split", help=near)
        found[number] = int(axis)
    return found


def _parts(array: Any, axis: int, count: int, name: str) -> list[Any]:
    if axis >= np.ndim(array) or array.shape[axis] % count:
        size = f"size {array.shape[axis]}" if axis < np.ndim(array) else "no such axis"
        message = f"--split {name}={axis}: the {counted(count, 'process', 'processes')} need equal parts of that axis"
        raise UsageError(f"{message}, and %{name} has {size}", code="run.split")
    return np.split(array, count, axis)


def write(results: Results, job: Job) -> None:
    """Results to the file, the text and the JSON that the command line asks for."""
    options, outcome = job.options, job.outcome
    if not results:
        return
    if options.output:
        _save(options.output, results)
    if options.json and options.print == "full":
        outcome.results = [
            {"process": [*place], "results": [each.json for each in row]} for place, row in results.items()
        ]
    elif not options.json and options.print != "none":
        outcome.output += [line for row in _by_name(results) for line in _lines(results, row, options)]


def _by_name(results: Results) -> list[dict[Place, Named]]:
    """The results of one name in the processes that have it, one name after the other."""
    found: dict[tuple[str, int], dict[Place, Named]] = {}
    for place, row in results.items():
        for number, each in enumerate(row):
            found.setdefault((each.name, [other.name for other in row[:number]].count(each.name)), {})[place] = each
    return [*found.values()]


def report_shown(values: Sequence[Shown], job: Job) -> None:
    """The values that a script shows, for each process of the grid on which it ends; the last one of each name."""
    grid = next((item.grid for item in reversed(values) if item.grid != (1, 1)), (1, 1))
    found: dict[Place, dict[str, Named]] = {place: {} for place in places(grid)}
    for item in values:
        name, _, address = item.name.partition("@")
        for place, row in found.items():
            if item.grid == grid or address == f"({place[0]},{place[1]})":
                array = item.array[place] if item.grid == grid else item.array
                row[name] = Named(f"%{name}", item.type, array)
    write({place: [*row.values()] for place, row in found.items()}, job)


def _lines(results: Results, row: dict[Place, Named], options: Namespace) -> list[str]:
    """One result: once where all processes agree, else once for each; as constants, always for each."""
    first = next(iter(row.values()))
    if options.print != "dense" and len(row) == len(results) and are_same([each.value for each in row.values()]):
        return [Named(f"{first.name}@all", first.type, first.value).line(options.print)]
    addressed = [Named(f"{each.name}@({r},{p})", each.type, each.value) for (r, p), each in row.items()]
    return [each.line(options.print) for each in addressed]


def require_fit(output: str, types: Sequence[Any], grid: Grid) -> None:
    """Raise before anything runs where the file of ``--output`` cannot hold the results of all processes."""
    from .result_files import require_fit as require_in_file  # late: on demand

    each = len({filled(output, place) for place in places(grid)}) == grid[0] * grid[1]
    require_in_file(Path(output), types if each else [*types] * (grid[0] * grid[1]))


def _save(output: str, results: Results) -> None:
    from .result_files import save  # late: on demand

    files = {place: filled(output, place) or "" for place in results}
    if len({*files.values()}) == len(files):
        for place, row in results.items():
            save(Path(files[place]), row)
        return
    addressed = [
        Named(f"{r},{p}/{each.name.removeprefix('%')}", each.type, each.value)
        for (r, p), row in results.items()
        for each in row
    ]
    save(Path(output), addressed)


def save_timeline(job: Job) -> None:
    """Write ``--timeline``."""
    from ..analysis.timeline import write_timeline  # late: on demand

    path = Path(job.options.timeline)
    try:
        write_timeline(path, (report.events for report in job.all_reports.values()))
    except OSError as error:
        raise file_error(path, error, "run.output") from None
