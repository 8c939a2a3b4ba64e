"""What comes of one file: its programs one by one, in the memory and the time that they have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import backends, memory
from ..errors import HloError
from ..interrupts import TimeIsUp, time_limit
from ..wording import counted
from .files import Piece, Unreadable, folders, pieces
from .options import in_folder, shared_files
from .report import Outcome, refused

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from ..source import Span


def set_limits(options: Namespace) -> None:
    """What this process may hold: the machine's memory."""
    if options.backend == backends.DEFAULT:  # a device's driver reserves addresses that it never uses
        memory.guard()


def file_outcomes(verb: str, name: str, options: Namespace) -> Iterator[Outcome]:
    """The outcomes of one file's programs."""
    from .run import check_piece, run_piece  # late: NumPy

    handle = run_piece if verb == "run" else check_piece
    try:
        programs = list(pieces(name, options.split_input_file, options.kind))
        found = (
            shared_files(options, f"the {counted(len(programs), 'program')} in {programs[0].name}")
            if programs[1:]
            else []
        )
        if found:
            yield refused(programs[0].name, found)
            return
        folder = folders(options.files)[name]
        for piece in programs:
            own = options
            if programs[1:]:
                own = in_folder(options, f"{folder}-{piece.chunk}" if options.files[1:] else str(piece.chunk))
            elif options.files[1:]:
                own = in_folder(options, folder)
            outcome = limited(handle, piece, own)
            yield outcome
            if outcome.interrupted:
                return
    except Unreadable as error:
        yield refused(name, [HloError(str(error), code="run.file")])
    except HloError as error:
        outcome = Outcome("<stdin>" if name == "-" else name)
        outcome.status = "error"
        outcome.diagnostics.append(error)
        yield outcome


def limited(handle: Any, piece: Piece, options: Namespace) -> Outcome:
    """One program, in its time; what it came to until then is kept."""
    outcome = Outcome(piece.name, piece.chunk)
    try:
        with time_limit(options.timeout):
            handle(piece, options, outcome)
    except TimeIsUp:
        outcome.status = "timeout"
        outcome.seconds = options.timeout
        message = f"the program did not end within {options.timeout:g} s"
        outcome.diagnostics.append(HloError(message, piece.source.span(0), "limit.timeout"))
    except KeyboardInterrupt as interrupt:
        _note_interrupt(outcome, piece.source.span(0), interrupt)
    return outcome


def interrupted(name: str) -> Outcome:
    """The answer for a file that was not being run when somebody interrupted it."""
    outcome = Outcome(name)
    _note_interrupt(outcome)
    return outcome


def _note_interrupt(outcome: Outcome, span: Span | None = None, interrupt: KeyboardInterrupt | None = None) -> None:
    """Say where it stopped, as far as that is known."""
    from ..engine.whereabouts import interrupted_at, place_of  # late: on demand

    path = [] if interrupt is None else interrupted_at(interrupt.__traceback__)
    places = [each.origin.span for each in path if each.origin is not None and each.origin.span is not None]
    outcome.status, outcome.interrupted = "error", True
    message = f"the run was interrupted{place_of(path)}"
    outcome.diagnostics.append(HloError(message, places[-1] if places else span, "run.interrupted"))
