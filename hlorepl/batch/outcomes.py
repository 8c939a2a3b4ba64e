"""What comes of one file: its programs one by one, in the memory and the time that they have."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .. import backends
from ..errors import HloError
from .files import Piece, Unreadable, pieces
from .report import Outcome, refused

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Generator, Iterator


def set_limits(options: Namespace) -> None:
    """What this process may hold: the machine's memory."""
    from .. import memory  # late: on demand

    if options.backend == backends.DEFAULT:  # a device's driver reserves addresses that it never uses
        memory.guard()


def file_outcomes(verb: str, name: str, options: Namespace) -> Iterator[Outcome]:
    """The outcomes of one file's programs."""
    from .run import check_piece, run_piece  # late: NumPy

    handle = run_piece if verb == "run" else check_piece
    try:
        for piece in pieces(name, options.split_input_file, options.kind):
            yield _limited(handle, piece, options)
    except Unreadable as error:
        yield refused(name, [HloError(str(error), code="run.file")])
    except HloError as error:
        outcome = Outcome("<stdin>" if name == "-" else name)
        outcome.status = "error"
        outcome.diagnostics.append(error)
        yield outcome


class _TimeIsUp(BaseException):
    """Raised by the alarm; passes through every handler of ordinary errors."""


def _limited(handle: Any, piece: Piece, options: Namespace) -> Outcome:
    """One program, in its time; what it came to until then is kept."""
    outcome = Outcome(piece.name, piece.chunk)
    try:
        with _alarm(options.timeout):
            handle(piece, options, outcome)
    except _TimeIsUp:
        outcome.status = "timeout"
        outcome.seconds = options.timeout
        message = f"the program did not end within {options.timeout:g} s"
        outcome.diagnostics.append(HloError(message, piece.source.span(0), "limit.timeout"))
    except KeyboardInterrupt:
        outcome.status, outcome.interrupted = "error", True
        outcome.diagnostics.append(HloError("the run was interrupted", piece.source.span(0), "run.interrupted"))
    return outcome


@contextmanager
def _alarm(seconds: float | None) -> Generator[None]:
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
