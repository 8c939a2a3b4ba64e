"""``hlorepl compare``: where two runs part."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import backends
from ..analysis.record import is_record, read_record
from ..comparing.against import compare_with
from ..comparing.compare import Options
from ..comparing.recorded import compare_record
from ..comparing.tolerance import Tolerance
from ..comparing.two_programs import TwoPrograms
from ..engine.program import entries, grid_of
from ..errors import HloError
from ..ir.text import symbol_text
from ..kinds import TEXT, module_in
from ..source import visible
from ..verifier import verify
from ..wording import counted
from .files import Unreadable, pieces
from .inputs import arguments_of
from .job import Job
from .options import STABLEHLO, UsageError, require_applicable
from .outcomes import limited, set_limits
from .outputs import result_names
from .report import write
from .run import beside, guarded, run_job

if TYPE_CHECKING:
    from ..comparing.report import Comparison
    from ..ir.core import Function, Module
    from .files import Piece
    from .report import Outcome


def compare(options: Namespace) -> int:
    """Compare a program with what the command line says; the exit status."""
    set_limits(options)
    files = options.files
    if len(files) > 2 or files.count("-") > 1:
        sys.stderr.write("hlorepl compare: error: one program is compared with an engine, or two with each other\n")
        return 2
    try:
        found = [next(iter(pieces(name, False, options.kind))) for name in files]
    except Unreadable as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except HloError as error:
        sys.stderr.write(f"{visible(str(error))}\n")
        return 1
    outcome = limited(partial(_compare_pieces, found), found[0], options)
    write(outcome, options)
    return outcome.exit_status


def _compare_pieces(found: list[Piece], piece: Piece, options: Namespace, outcome: Outcome) -> None:
    begin = time.perf_counter()
    try:
        guarded(partial(_compare, others=found[1:]), Job(piece, options, outcome))
    finally:
        outcome.seconds = time.perf_counter() - begin


def _compare(job: Job, others: list[Piece]) -> None:
    kind = job.piece.kind
    if kind == "arrays":
        raise HloError(f"{job.piece.name} holds arrays, not a program", code="run.kind")
    against = job.options.against
    if against is not None and not others and is_record(Path(against)):
        comparison = _of_record(job, Path(against))
    else:
        comparison = _COMPARED.get(kind, _of_text)(job, others)
    job.outcome.found["compare"] = comparison.json
    job.outcome.output.append(comparison.text)
    if job.outcome.status == "ok":
        job.outcome.status = comparison.status


def _of_record(job: Job, path: Path) -> Comparison:
    """A run of whatever the file is, as the command line says, against an earlier one."""
    old = read_record(path)
    options = Namespace(**vars(job.options))
    options.record, options.print, options.json, options.quiet = str(path), "none", False, True
    inner = Job(job.piece, options, job.outcome)
    run_job(inner)
    places = inner.places
    if {*old} != {*places}:
        count = f"{counted(len(old), 'process')}, and this one is by {len(places)}"
        raise HloError(f"{path} is of a run by {count}", code="run.grid")
    tolerance = Tolerance(job.options.ulp, job.options.rtol, job.options.atol)
    found = [_of_process(path, old[place], inner, place, tolerance) for place in sorted(old)]
    return next((each for each in found if each.status == "differs"), found[0])


def _of_process(path: Path, old: Any, inner: Job, place: tuple[int, int], tolerance: Tolerance) -> Comparison:
    record = inner.watchers_of(place).record
    assert record is not None
    found = compare_record(str(path), old, record, tolerance, inner.options.all)
    if found.status == "differs" and len(inner.places) > 1:
        found.notes.append(f"that is in process ({place[0]}, {place[1]})")
    return found


# StableHLO


def _of_text(job: Job, others: list[Piece]) -> Comparison:
    module, function = _program(job.piece, job)
    arguments = arguments_of(function, job.options, partial(beside, module, function, job))
    if others:
        _require_numpy(job.options)
        right = _program(others[0], job)
        options = options_of(job, function)
        return TwoPrograms(
            (module, function), right, arguments, options, job.options.pair or (), others[0].name
        ).compare()
    return compare_with(module, function, arguments, _against(job.options, others), options_of(job, function))


def _require_numpy(options: Namespace) -> None:
    """Two programs are compared where all of their values can be seen."""
    if options.against not in (None, backends.DEFAULT):
        raise UsageError(
            f"two programs are compared on {backends.DEFAULT}, not --against {options.against}", code="command.option"
        )


def _program(piece: Piece, job: Job) -> tuple[Module, Function]:
    """The verified module in a piece and the function that a run means; raises ``HloError``."""
    errors: list[HloError] = []
    module = module_in(piece.source, errors, piece.kind)
    if module is None:
        help_text = "at the prompt, :compare @f compares a function of a session"
        raise HloError(f"{piece.name} is a script", piece.source.span(0), "run.kind", help=help_text)
    require_applicable(job.options, STABLEHLO if piece.kind == TEXT else piece.kind, piece.name)
    errors += verify(module)
    if errors:
        raise errors[0]
    found = entries(module, job.options.entry)
    if not found:
        raise HloError("there is no function to compare", module.span, "run.entry")
    if grid_of(module) != (1, 1):
        message = f"{symbol_text(found[0].symbol)} is for several processes, and programs of one are compared"
        raise HloError(message, found[0].span_of("name"), "run.grid")
    return module, found[0]


def _against(options: Namespace, others: list[Piece]) -> str:
    """What to compare with: the name of an engine, or a path."""
    given = options.against
    if given is None:
        return backends.DEFAULT if others else "xla"
    if given == "onnxruntime":
        raise UsageError("onnxruntime runs ONNX models, and this is StableHLO", code="command.option")
    if given in ENGINES or given in backends.names() or os.path.exists(given):  # noqa: PTH110 - any text may be a name
        return given
    message = f"there is no engine and no file {given!r}; engines are {', '.join(ENGINES)}"
    raise UsageError(message, code="command.option")


#: What ``--against`` knows beside files, and backends of other packages.
ENGINES = (*backends.own_names(), "f64", "onnxruntime")


def options_of(job: Job, function: Function) -> Options:
    """What the command line asks of a comparison."""
    given = job.options
    return Options(
        tolerance=Tolerance(given.ulp, given.rtol, given.atol),
        wants_all=given.all,
        stage=given.stage,
        passes=given.passes,
        reproducer=given.reproducer,
        context=job.context,
        names=result_names(function),
    )


def _of_onnx(job: Job, others: list[Piece]) -> Comparison:
    from .compare_models import compare_onnx_model  # late: on demand

    return compare_onnx_model(job, others)


def _of_mdf(job: Job, others: list[Piece]) -> Comparison:
    from .compare_models import compare_mdf_model  # late: on demand

    return compare_mdf_model(job, others)


_COMPARED = {"onnx": _of_onnx, "mdf": _of_mdf}
