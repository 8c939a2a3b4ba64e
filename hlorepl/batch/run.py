"""``hlorepl run``: one program after the other."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import CheckFailed, HloError, each_error, unexpected
from ..kinds import TEXT, module_in
from .inputs import WrongCount, arguments_of
from .outputs import result_lines, result_names, save_arrays
from .report import Outcome, outcome_of

if TYPE_CHECKING:
    from argparse import Namespace

    from ..engine.context import RunContext
    from ..engine.program import Program
    from ..ir.core import Function, Module
    from .files import Piece


def run_piece(piece: Piece, options: Namespace) -> Outcome:
    """Run one program; what is wrong with it is in the outcome."""
    outcome = outcome_of(piece)
    begin = time.perf_counter()
    try:
        _RUNNERS[piece.kind](piece, options, outcome)
    except WrongCount as error:
        outcome.status, outcome.usage = "error", True
        outcome.diagnostics.append(error)
    except CheckFailed as error:
        outcome.status = "check-failed"
        outcome.diagnostics.append(error)
    except HloError as error:
        outcome.status = "error"
        outcome.diagnostics += each_error(error)
    except Exception as error:  # noqa: BLE001 - a fault of ours must not cost the other programs their answers
        outcome.status = "error"
        outcome.diagnostics.append(unexpected(error, piece.source.span(0)))
    outcome.seconds = time.perf_counter() - begin
    return outcome


def _run_text(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    errors: list[HloError] = []
    module = module_in(piece.source, errors, piece.kind)
    if module is None:
        _run_script(piece, options, outcome)
    elif errors:
        raise errors[0]
    else:
        _run_module(module, options, outcome)


def _run_module(module: Module, options: Namespace, outcome: Outcome) -> None:
    from ..engine.program import Program, entries  # late: on demand
    from ..verifier import verify  # late: on demand

    problems = verify(module)
    if problems:
        outcome.status = "error"
        outcome.diagnostics += problems
        return
    functions = entries(module, options.entry)
    if not functions:
        outcome.status = "empty"
        return
    for function in functions:
        program = Program(module, function, options.backend, options.grid, checked=True)
        _run_function(program, function, options, outcome)


def _run_function(program: Program, function: Function, options: Namespace, outcome: Outcome) -> None:
    arguments = arguments_of(function, options)
    context = _context(options, outcome)
    observers = _observers(options, outcome)
    begin = time.perf_counter()
    if observers:
        from .observers import run_observed  # late: on demand

        results = run_observed(program, arguments, context, observers)
    else:
        results = program.run(arguments, context)
    seconds = time.perf_counter() - begin
    names, types = result_names(function), list(function.type.results)
    _report(names, types, results, options, outcome)
    if options.time:
        outcome.output.append(f"time : {seconds * 1e3:.3f} ms")


def _context(options: Namespace, outcome: Outcome) -> RunContext:
    from ..engine.context import RunContext  # late: on demand
    from ..engine.process import Process  # late: on demand

    process = Process()
    process.emit, process.probe_folder = outcome.output.append, options.probe_output_dir
    return RunContext(threads=options.threads or 0, limit=options.max_memory, seed=options.seed, process=process)


def _observers(options: Namespace, outcome: Outcome) -> list[Any]:
    if not (options.nan or options.save_values or options.profile):
        return []
    from .observers import observers_of  # late: on demand

    return observers_of(options, outcome)


def _report(names: list[str], types: list[Any], results: tuple[Any, ...], options: Namespace, outcome: Outcome) -> None:
    if options.output:
        save_arrays(Path(options.output), names, results)
    if options.json:
        if options.print == "full":
            from ..display.jsonable import result_object  # late: on demand

            found = [result_object(n, t, a) for n, t, a in zip(names, types, results, strict=True)]
            outcome.results = (outcome.results or []) + found
    else:
        outcome.output += result_lines(options.print, names, types, results)


def _run_script(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    from ..display.text import shown_text  # late: on demand
    from ..session import Session  # late: on demand
    from .settings import session_options  # late: on demand

    session = Session(**session_options(options))
    session.process.probe_folder = options.probe_output_dir
    result = session.execute(piece.text, piece.name, first_line=piece.line)
    if options.json and options.print == "full":
        from ..display.jsonable import result_object  # late: on demand

        outcome.results = [result_object(f"%{item.name}", item.type, item.array) for item in result.values]
    elif not options.json and options.print != "none":
        if options.print == "full":
            for item in result.values:
                item.full = True
        outcome.output += [shown_text(item) for item in result.shown]
    if result.error is not None:
        raise result.error
    session.check_calls(session.state.functions.values())
    if not piece.text.strip() or result.ran == 0:
        outcome.status = "empty"


def _run_mdf(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    from .run_models import run_mdf  # late: on demand

    run_mdf(piece, options, outcome)


def _run_onnx(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    from .run_models import run_onnx  # late: on demand

    run_onnx(piece, options, outcome)


def _refuse_arrays(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    del options, outcome
    help_text = [f"they are a program's arguments: hlorepl run PROGRAM --input {piece.name}"]
    raise HloError(f"{piece.name} holds arrays, not a program", code="run.kind", help=help_text)


_RUNNERS = {
    TEXT: _run_text,
    "mlir": _run_text,
    "script": _run_text,
    "mdf": _run_mdf,
    "onnx": _run_onnx,
    "arrays": _refuse_arrays,
}


def check_piece(piece: Piece, options: Namespace) -> Outcome:
    """``hlorepl check``: read and verify one program."""
    outcome = outcome_of(piece)
    begin = time.perf_counter()
    try:
        _CHECKERS[piece.kind](piece, options, outcome)
    except HloError as error:
        outcome.diagnostics += each_error(error)
    except Exception as error:  # noqa: BLE001 - as above
        outcome.diagnostics.append(unexpected(error, piece.source.span(0)))
    if any(each.severity == "error" for each in outcome.diagnostics):
        outcome.status = "error"
    outcome.seconds = time.perf_counter() - begin
    return outcome


def _check_text(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    from ..session.checking import check_script  # late: on demand

    errors: list[HloError] = []
    module = module_in(piece.source, errors, piece.kind)
    if module is None:
        outcome.diagnostics += check_script(piece.source)
    else:
        _check_module(module, errors, options, outcome)


def _check_module(module: Module, errors: list[HloError], options: Namespace, outcome: Outcome) -> None:
    from ..syntax.file_printer import print_module  # late: on demand
    from ..verifier import doubts, verify  # late: on demand

    errors += verify(module)
    outcome.diagnostics = sorted([*errors, *doubts(module)], key=lambda error: error.span.start if error.span else 0)
    if not errors and not module.functions and not module.modules and not module.body.ops:
        outcome.status = "empty"
    if options.infer and not errors:
        outcome.output.append(print_module(module).rstrip())


def _check_model(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    from .run_models import check_model  # late: on demand

    check_model(piece, options, outcome)


_CHECKERS = {
    TEXT: _check_text,
    "mlir": _check_text,
    "script": _check_text,
    "mdf": _check_model,
    "onnx": _check_model,
    "arrays": _refuse_arrays,
}
