"""A module on a grid of processes: arguments for each, results of each, who watches each."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.arguments import given_to_each
from ..engine.grid.launch import rank_count
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
    from collections.abc import Sequence

    from ..engine.process import Grid
    from ..engine.program import Program
    from ..ir.core import Function
    from ..session.result import Shown
    from .job import Job


def run_on_grid(program: Program, job: Job) -> Results:
    """Run on what the command line gives to each process."""
    function, grid = program.function, program.grid
    rows = given_to_each(function, arguments_of_each(function, job.options, grid), grid)
    for place, row in zip(places(grid), rows, strict=True):
        for value, array in zip(function.arguments, row, strict=True):
            job.comes_in(f"%{value.name}", array, value.span, place)
    context = job.context()
    watched = {place: job.watchers_of(place).observers for place in places(grid)}
    contexts = contexts_of(grid, context, watched)
    with job.timed():
        if rank_count() > 1:
            found = run_on_ranks(program.plan, rows, contexts, job.options.stall)
        else:
            found = program.run_grid(rows, context, contexts)
    names, types = result_names(function), function.type.results
    return {
        place: [Named(*each) for each in zip(names, types, results, strict=True)]
        for place, results in zip(places(grid), found, strict=False)  # a rank that is not the first has none
    }


def merged(found: Sequence[Results]) -> Results:
    """The results of several functions, process by process."""
    return {place: [each for results in found for each in results[place]] for place in found[0]}


def arguments_of_each(function: Function, options: Namespace, grid: Grid) -> list[tuple[Any, ...]]:
    """The arrays of each process; those of ``--split`` are cut, all others the same where one file, or none, gives them."""
    axes = _axes(function, options.split)
    if options.random is not None:
        options = _drawing_whole(function, options, axes, grid[0] * grid[1])
    files = {place: filled(options.input, place) for place in places(grid)}
    read = {file: read_arguments(function, options, file) for file in dict.fromkeys(files.values())}
    count = grid[0] * grid[1]
    cut = {
        (file, number): _parts(arrays[number], axis, count, function.arguments[number].name)
        for file, arrays in read.items()
        for number, axis in axes.items()
    }
    return [
        tuple(cut[file, k][process] if k in axes else array for k, array in enumerate(read[file]))
        for process, file in enumerate(files.values())
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
        outcome.output += [
            line for row in zip(*results.values(), strict=True) for line in _lines(results, row, options)
        ]


def report_shown(values: Sequence[Shown], job: Job) -> None:
    """The values that a script shows, for each process of the grid on which it ends."""
    grid = values[-1].grid
    last = {item.name: item for item in values if item.grid == grid}
    results: Results = {
        place: [Named(f"%{item.name}", item.type, item.array[place]) for item in last.values()]
        for place in places(grid)
    }
    write(results, job)


def _lines(results: Results, row: Sequence[Named], options: Namespace) -> list[str]:
    """One result: once where all processes agree, else once for each; as constants, always for each."""
    if options.print != "dense" and are_same([each.value for each in row]):
        return [Named(f"{row[0].name}@all", row[0].type, row[0].value).line(options.print)]
    addressed = [
        Named(f"{each.name}@({r},{p})", each.type, each.value) for (r, p), each in zip(results, row, strict=True)
    ]
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
        write_timeline(path, job.timelines)
    except OSError as error:
        raise file_error(path, error, "run.output") from None
