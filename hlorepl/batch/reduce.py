"""``hlorepl reduce``: the smallest program that still shows something."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from ..engine.program import entries, grid_of
from ..errors import HloError
from ..kinds import TEXT, module_in
from ..reducing.case import Case, begun
from ..reducing.command import Command, written
from ..reducing.interest import Error
from ..reducing.numbers import MOST_WRITTEN
from ..reducing.reduction import Reduction
from ..reducing.trying import Trying
from ..source import visible
from ..verifier import verify
from ..wording import counted, reason
from .files import Unreadable, pieces
from .inputs import arguments_of
from .job import Job
from .keeping import PATIENCE, PLACE, interest_of
from .options import STABLEHLO, UsageError, require_applicable
from .outcomes import set_limits
from .outputs import dense_line
from .report import Outcome, write
from .run import guarded

if TYPE_CHECKING:
    from argparse import Namespace

    from ..ir.core import Function, Module
    from ..reducing.interest import Interest

#: Seconds between two lines about how far it is.
_INTERVAL = 1.0


def reduce(options: Namespace) -> int:
    """Reduce the program in a file; the exit status."""
    set_limits(options)
    try:
        (piece,) = pieces(options.files[0], False, options.kind)
    except Unreadable as error:
        sys.stderr.write(f"{error}\n")
        return 2
    outcome = Outcome(piece.name)
    begin = time.perf_counter()
    guarded(_reduce, Job(piece, options, outcome))
    outcome.seconds = time.perf_counter() - begin
    write(outcome, options)
    return outcome.exit_status


def _reduce(job: Job) -> None:
    options = job.options
    interest = interest_of(options)
    module = _module(job)
    function = _function(module, interest, options)
    case = begun(module, function, _arguments(function, module, interest, options))
    trying = Trying(case, interest, options.jobs, options.timeout or PATIENCE, options.max_memory, _Telling(job).tell)
    try:
        answer = trying.answer(case)
        if not answer.shows:
            raise _not_shown(job, answer.said)
        trying.ask_more_closely(answer)
        is_literal = isinstance(interest, Command) and not case.arguments
        Reduction(trying, is_literal, options.seed, _kept_bytes(options)).run(answer.names)
    except KeyboardInterrupt:
        job.outcome.interrupted = True
    finally:
        trying.end()
    _report(job, case, trying)


# What is reduced


def _module(job: Job) -> Module:
    """The module of the file; only StableHLO is reduced."""
    piece, errors = job.piece, list[HloError]()
    if piece.kind in ("mdf", "onnx", "arrays"):
        what = {"mdf": "an MDF model", "onnx": "an ONNX model", "arrays": "arrays"}[piece.kind]
        raise HloError(f"{piece.name} holds {what}; reduce takes StableHLO", code="run.kind")
    module = module_in(piece.source, errors, piece.kind)
    if module is None:
        message = f"{piece.name} is a script; reduce takes a module (:save writes one)"
        raise HloError(message, piece.source.span(0), "run.kind")
    require_applicable(job.options, STABLEHLO if piece.kind == TEXT else piece.kind, piece.name)
    if errors:
        message = f"the program cannot be read, so nothing can be left out of it: {errors[0].message}"
        raise HloError(message, errors[0].span, errors[0].code, errors[0].notes, errors[0].help)
    return module


def _function(module: Module, interest: Interest, options: Namespace) -> Function:
    problems = verify(module)
    if problems and not isinstance(interest, Error):
        raise problems[0]
    found = entries(module, options.entry)
    if not found:
        raise HloError("there is no function to reduce", module.span, "run.entry")
    if not problems and grid_of(module) != (1, 1):
        raise HloError("reduce takes programs of one process, and this one is for a grid", module.span, "run.grid")
    return found[0]


def _arguments(function: Function, module: Module, interest: Interest, options: Namespace) -> list[Any]:
    """What the function is run on; nothing where it is not run, or somebody else does that."""
    is_given = options.args is not None or options.input is not None or options.random is not None
    nobody_runs = isinstance(interest, Command) or isinstance(interest, Error) and verify(module)
    if nobody_runs and not is_given:
        return [None] * len(function.arguments)
    return arguments_of(function, options)


def _kept_bytes(options: Namespace) -> int:
    return options.max_memory // 4 if options.max_memory else 1 << 30


# What is said


def _not_shown(job: Job, said: str) -> HloError:
    head = f"the program does not show it (--keep {job.options.keep})"
    return HloError(f"{head}: {said}" if said else head, job.piece.source.span(0), "run.not_shown")


class _Telling:
    """Says on a terminal how far it is, now and then."""

    def __init__(self, job: Job):
        self.is_on = not job.options.quiet and sys.stderr.isatty()
        self.what = visible(job.piece.name, one_line=True)
        self.last = time.monotonic()

    def tell(self, trying: Trying) -> None:
        """After a case was asked."""
        if self.is_on and time.monotonic() - self.last > _INTERVAL:
            self.last = time.monotonic()
            left = counted(len(trying.best.all_ops), "op")
            sys.stderr.write(f"… {self.what}: {left} left, {trying.tried} programs tried\n")
            sys.stderr.flush()


def _report(job: Job, before: Case, trying: Trying) -> None:
    """Write the program, and say how large it was and is."""
    options, best, outcome = job.options, trying.best, job.outcome
    old, new = len(before.all_ops), len(best.all_ops)
    beside: Path | None = None
    if options.reduced is None:
        outcome.output.append(_head(options, best) + best.text.rstrip())
    else:
        file = Path(options.reduced)
        try:
            beside = written(best, file, _head(options, best))
        except OSError as error:
            message = f"{visible(str(file), one_line=True)}: {reason(error)}"
            raise UsageError(message, code="command.output") from None
        also = f" and {beside.name}" if beside is not None else ""
        outcome.output.append(
            f"{counted(old, 'op')} -> {counted(new, 'op')}, {trying.tried} programs tried: {file}{also}"
        )
    outcome.found["reduce"] = {
        "keep": options.keep,
        "ops_before": old,
        "ops": new,
        "tried": trying.tried,
        "output": options.reduced,
        "arrays": None if beside is None else str(beside),
        "program": best.text,
    }


def _head(options: Namespace, case: Case) -> str:
    """The first lines of the file: what it shows, and how to see it."""
    what, _, value = options.keep.partition("=")
    see = {
        "nan": "hlorepl run --nan %s",
        "error": "hlorepl run %s",
        "timeout": f"hlorepl run --timeout {value} %s",
        "differs": f"hlorepl compare %s --against {value}{_allowed(options)}",
        "crash": f"hlorepl run --backend {value} %s",
        "command": value.replace(PLACE, "%s"),
    }[what]
    lines = [f"RUN: {see}", f"reduced by hlorepl: --keep {quote(options.keep)}", *_arguments_text(case)]
    return "".join(f"// {visible(line, one_line=True)}\n" for line in lines)


def _allowed(options: Namespace) -> str:
    given = {"ulp": options.ulp, "rtol": options.rtol, "atol": options.atol}
    return "".join(f" --{name} {value:g}" for name, value in given.items() if value is not None)


def _arguments_text(case: Case) -> list[str]:
    """How to give the arguments, where there are any that are known, and few numbers."""
    values = case.entry.arguments
    known = [array for array in case.arguments if array is not None]
    if not known or len(known) < len(values) or sum(array.size for array in known) > MOST_WRITTEN:
        return []
    constants = (dense_line(value.type, array) for value, array in zip(values, known, strict=True))
    return [f"on --args '[{', '.join(constants)}]'"]
