"""``hlorepl run`` and ``hlorepl check``: one program after the other."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from ..engine.arguments import given
from ..engine.grid.launch import own_rank, rank_count
from ..errors import CheckFailed, HloError, each_error, unexpected
from ..kinds import TEXT, module_in
from .inputs import arguments_of
from .job import Job, reported
from .options import SCRIPT, STABLEHLO, UsageError, require_applicable
from .outputs import Named, filled, result_names

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from ..engine.process import Grid
    from ..engine.program import Program
    from ..ir.core import Function, Module
    from ..session.result import Event
    from .files import Piece
    from .report import Outcome


def run_piece(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    """Run one program; what came of it, and what is wrong with it, is in the outcome, also where time ran out."""
    begin = time.perf_counter()
    job = Job(piece, options, outcome)
    try:
        guarded(_RUNNERS[piece.kind], job)
    finally:
        job.report()
        outcome.seconds = job.seconds if options.time and job.seconds else time.perf_counter() - begin


def check_piece(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    """Read and verify one program."""
    begin = time.perf_counter()
    guarded(_CHECKERS[piece.kind], Job(piece, options, outcome))
    if any(each.severity == "error" for each in outcome.diagnostics):
        outcome.status = "error"
    outcome.seconds = time.perf_counter() - begin


def guarded(handle: Callable[[Job], None], job: Job) -> None:
    """Do it; errors are for the outcome."""
    piece, outcome = job.piece, job.outcome
    try:
        require_applicable(job.options, piece.kind, piece.name)
        handle(job)
    except HloError as error:
        found = each_error(error)
        outcome.status = "check-failed" if isinstance(error, CheckFailed) else "error"
        outcome.usage = all(isinstance(each, UsageError) or each.code == "run.backend" for each in found)
        outcome.diagnostics += found
    except Exception as error:  # noqa: BLE001 - a fault of ours must not cost the other programs their answers
        outcome.status = "error"
        outcome.diagnostics.append(unexpected(error, piece.source.span(0)))


# Running


def _run_text(job: Job) -> None:
    errors: list[HloError] = []
    module = module_in(job.piece.source, errors, job.piece.kind)
    require_applicable(job.options, SCRIPT if module is None else STABLEHLO, job.piece.name)
    if module is None:
        _run_script(job)
    elif errors:
        raise errors[0]
    else:
        _run_module(module, job)


def _run_module(module: Module, job: Job) -> None:
    from ..engine.program import Program, entries, grid_of  # late: on demand
    from ..verifier import verify  # late: on demand

    options, outcome = job.options, job.outcome
    problems = verify(module)
    if problems:
        outcome.status = "error"
        outcome.diagnostics += problems
        return
    functions = entries(module, options.entry)
    if not functions:
        outcome.status = "empty"
        return
    grid = options.grid or grid_of(module)
    if grid != (1, 1):
        _run_module_on_grid(module, functions, grid, job)
        return
    if options.output:
        from .result_files import require_fit  # late: on demand

        require_fit(Path(options.output), [of for function in functions for of in function.type.results])
    results: list[Named] = []
    with reported(results, job.write):
        for function in functions:
            program = Program(module, function, job.backend, grid, checked=True)
            if options.plan:
                job.tell_plan(program)
            results += _run_function(program, job)


def _run_module_on_grid(module: Module, functions: Sequence[Function], grid: Grid, job: Job) -> None:
    from ..engine.program import Program, says_its_grid  # late: on demand
    from .grid_run import Results, merged, require_fit, run_on_grid, write  # late: on demand

    options = job.options
    if options.output:
        require_fit(options.output, [of for function in functions for of in function.type.results], grid)
    if options.grid is None and not options.json and not options.quiet:
        by = "mhlo.num_replicas, mhlo.num_partitions" if says_its_grid(module) else "the devices of its mesh"
        job.outcome.output.append(f"on a grid of {grid[0]} x {grid[1]} processes, as the module says ({by})")
    results: list[Results] = []
    with reported(results, lambda found: write(merged(found), job)):
        for function in functions:
            program = Program(module, function, options.backend, grid, checked=True)
            if options.plan:
                job.tell_plan(program)
            results.append(run_on_grid(program, job))


def _run_function(program: Program, job: Job) -> list[Named]:
    function, options = program.function, job.options
    if options.split or filled(options.input) != options.input:
        from .grid_run import arguments_of_each  # late: on demand

        arguments = given(function, arguments_of_each(function, options, program.grid, [(0, 0)])[0])
    else:
        arguments = arguments_of(function, options, partial(beside, program.module, program.function, job))
    for value, array in zip(function.arguments, arguments, strict=True):
        job.comes_in(f"%{value.name}", array, value.span)
    with job.timed():
        found = program.run(arguments, job.context())
    types = function.type.results
    return [Named(*each) for each in zip(result_names(function), types, found, strict=True)]


def beside(module: Module, function: Function, job: Job) -> dict[str, Any]:
    """The arrays that a saved session has beside it, for its @main."""
    if job.piece.path is None or function.symbol != "main":
        return {}
    from ..session.saved_arrays import arrays_of  # late: on demand

    return arrays_of(job.piece.path, module, job.options.max_memory)


def _run_script(job: Job) -> None:
    from ..session import Session  # late: on demand
    from .settings import session_options  # late: on demand

    piece, options = job.piece, job.options
    session = Session(**session_options(options))
    session.process.probe_folder = options.probe_output_dir
    if options.input:
        _load_input(session, options.input)
        for name in session.names:
            job.comes_in(f"%{name}", session[name])
    session.observers = job.watchers.observers
    session.observers_of = lambda place: job.watchers_of(place).observers
    if rank_count() > 1:
        from .grid_run import on_ranks  # late: on demand

        session.run_on_ranks = partial(on_ranks, job=job, is_everywhere=True)
    shown: list[Event] = []
    report = partial(_report_shown, job) if own_rank() == 0 else _keep_quiet
    with reported(shown, report), job.timed():
        result = session.execute(piece.text, piece.name, shown.append, piece.line)
    if result.error is not None:
        raise result.error
    session.check_calls(session.state.functions.values())
    if not piece.text.strip() or result.ran == 0:
        job.outcome.status = "empty"


def _load_input(session: Any, file: str) -> None:
    error = session.execute(f":load {quote(file)}", "--input").error
    if error is not None:
        raise UsageError(error.message, code=error.code) if error.code == "command.file" else error


def _keep_quiet(shown: list[Event]) -> None:
    """Of the ranks of MPI the first one speaks."""


def _report_shown(job: Job, shown: list[Event]) -> None:
    """What a script shows: its values and texts in order; the last value of each name in a file."""
    from ..display.text import shown_text  # late: on demand
    from ..session.result import Action, Shown  # late: on demand

    options, outcome = job.options, job.outcome
    values = [item for item in shown if isinstance(item, Shown)]
    if any(item.grid != (1, 1) for item in values) and (options.output or options.json or options.print == "dense"):
        from .grid_run import report_shown  # late: on demand

        report_shown(values, job)
        return
    results = [Named(f"%{item.name}", item.type, item.array) for item in values]
    if options.output and results:
        from .result_files import save  # late: on demand

        save(Path(options.output), [*{result.name: result for result in results}.values()])
    if options.json:
        outcome.results = [result.json for result in results] if options.print == "full" else None
    elif options.print == "dense":
        outcome.output += [result.line("dense") for result in results]
    elif options.print != "none":
        for item in values:
            item.full = options.print == "full"
        outcome.output += [shown_text(item) for item in shown if not isinstance(item, Action)]


def _run_mdf(job: Job) -> None:
    from .run_models import run_mdf  # late: on demand

    run_mdf(job)


def _run_onnx(job: Job) -> None:
    from .run_models import run_onnx  # late: on demand

    run_onnx(job)


def _refuse_arrays(job: Job) -> None:
    name = job.piece.name
    help_text = [f"they are a program's arguments: hlorepl run PROGRAM --input {name}"]
    raise HloError(f"{name} holds arrays, not a program", code="run.kind", help=help_text)


def run_job(job: Job) -> None:
    """Run what a job is about; raises ``HloError``, and reports nothing of what its watchers find."""
    _RUNNERS[job.piece.kind](job)


_RUNNERS = {
    TEXT: _run_text,
    "mlir": _run_text,
    "script": _run_text,
    "mdf": _run_mdf,
    "onnx": _run_onnx,
    "arrays": _refuse_arrays,
}


# Checking


def _check_text(job: Job) -> None:
    from ..session.checking import check_script  # late: on demand

    errors: list[HloError] = []
    module = module_in(job.piece.source, errors, job.piece.kind)
    require_applicable(job.options, SCRIPT if module is None else STABLEHLO, job.piece.name)
    if module is None:
        job.outcome.diagnostics += check_script(job.piece.source)
    else:
        _check_module(module, errors, job)


def _check_module(module: Module, errors: list[HloError], job: Job) -> None:
    from ..syntax.file_printer import print_module  # late: on demand
    from ..verifier import doubts, verify  # late: on demand

    outcome = job.outcome
    errors += verify(module)
    outcome.diagnostics = sorted(
        [*errors, *doubts(module, job.options.grid)], key=lambda error: error.span.start if error.span else 0
    )
    if not errors and not module.functions and not module.modules and not module.body.ops:
        outcome.status = "empty"
    if job.options.infer and not errors:
        outcome.output.append(print_module(module).rstrip())
    if job.options.plan and not errors:
        from ..engine.program import Program, entries  # late: on demand

        for function in entries(module, None):
            job.tell_plan(Program(module, function, checked=True))


def _check_model(job: Job) -> None:
    from .run_models import check_model  # late: on demand

    check_model(job)


_CHECKERS = {
    TEXT: _check_text,
    "mlir": _check_text,
    "script": _check_text,
    "mdf": _check_model,
    "onnx": _check_model,
    "arrays": _refuse_arrays,
}
