"""From a parsed command line to outcomes, in the order of the files, and the exit status."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from .files import Piece, Unreadable, pieces
from .report import Outcome, write

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator


def drive(verb: str, options: Namespace) -> int:
    """Run, check or lay out all files; the worst exit status."""
    if verb == "check" and options.explain:
        from .explain import explain

        return explain(options.explain)
    if not options.files:
        sys.stderr.write("hlorepl check: error: give a FILE, or --explain CODE\n")
        return 2
    set_limits(options)
    if verb == "fmt":
        from .fmt import format_files

        return format_files(options)
    worst = 0
    for outcome in _outcomes(verb, options):
        write(outcome, options.json, options.quiet)
        status = outcome.exit_status
        worst = status if worst == 0 or status in (2, 124) and worst == 1 else worst
    return worst


def set_limits(options: Namespace) -> None:
    """What this process may hold: the machine's memory."""
    from .. import memory

    if options.backend != "cupy":  # CUDA reserves addresses that it never uses
        memory.guard()


def session_options(options: Namespace) -> dict[str, Any]:
    """The parameters of a ``Session`` that a command line asks for."""
    return {
        "backend": options.backend,
        "grid": options.grid,
        "seed": options.seed,
        "threads": options.threads or 0,
        "max_memory": options.max_memory,
    }


def _outcomes(verb: str, options: Namespace) -> Iterator[Outcome]:
    if options.jobs > 1 and len(options.files) > 1:
        from .pool import outcomes

        yield from outcomes(verb, options)
        return
    for name in options.files:
        yield from file_outcomes(verb, name, options)


def file_outcomes(verb: str, name: str, options: Namespace) -> Iterator[Outcome]:
    """The outcomes of one file's programs."""
    from .run import check_piece, run_piece

    handle = run_piece if verb == "run" else check_piece
    try:
        for piece in pieces(name, options.split_input_file, options.kind):
            yield _limited(handle, piece, options)
    except Unreadable as error:
        outcome = Outcome(name)
        outcome.status, outcome.usage = "error", True
        outcome.diagnostics.append(HloError(str(error), code="run.file"))
        yield outcome
    except HloError as error:
        outcome = Outcome("<stdin>" if name == "-" else name)
        outcome.status = "error"
        outcome.diagnostics.append(error)
        yield outcome


class _TimeIsUp(BaseException):
    """Raised by the alarm; passes through every handler of ordinary errors."""


def _limited(handle: Any, piece: Piece, options: Namespace) -> Outcome:
    """One program, in its time."""
    try:
        with _alarm(options.timeout):
            return handle(piece, options)
    except _TimeIsUp:
        outcome = Outcome(piece.name, piece.chunk)
        outcome.status = "timeout"
        outcome.seconds = options.timeout
        message = f"the program did not end within {options.timeout:g} s"
        outcome.diagnostics.append(HloError(message, piece.source.span(0), "limit.timeout"))
        return outcome


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: Any) -> None:
        raise _TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run_text(text: str, options: Namespace) -> int:
    """``hlorepl -c TEXT``: the statements of a text, after ``--input`` and FILE; results as they come."""
    from ..display.text import shown_text
    from ..session import Session

    def listen(item: Any) -> None:
        if not options.quiet:
            print(shown_text(item), flush=True)

    set_limits(options)
    try:
        session = Session(**session_options(options))
    except HloError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for part, name in (*_loaded_first(options), (text, "-c")):
        result = session.execute(part, name, listen=listen)
        if result.error is not None:
            from ..display.errors import error_text, use_colour

            sys.stderr.write(error_text(result.error, use_colour(sys.stderr)) + "\n")
            return 2 if name == "--input" or result.error.code == "command.file" and name == options.file else 1
        if result.action is not None and result.action.name == "quit":
            break
    return 0


def _loaded_first(options: Namespace) -> Iterator[tuple[str, str]]:
    """What stands before TEXT: ``--input`` and FILE, as commands with names for their errors."""
    from shlex import quote

    if options.input:
        yield f":load {quote(options.input)}", "--input"
    if options.file:
        yield f":load {quote(options.file)}", options.file
