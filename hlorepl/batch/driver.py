"""From a parsed command line to outcomes, in the order of the files, and the exit status."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..display.errors import error_text, use_colour
from ..engine.grid.launch import own_rank, rank_count
from ..engine.telling import Telling
from ..errors import HloError
from ..kinds import TEXT, kind_of
from ..source import visible
from ..wording import counted
from .options import faults, shared_files
from .outcomes import file_outcomes, set_limits
from .report import INTERRUPTED, Outcome, refused, write
from .settings import session_options

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator


def drive(verb: str, options: Namespace) -> int:
    """Run, check or lay out all files; the worst exit status."""
    if verb == "check" and options.explain:
        from .explain import explain  # late: on demand

        return explain(options.explain)
    if not options.files:
        sys.stderr.write("hlorepl check: error: give a FILE, or --explain CODE\n")
        return 2
    if rank_count() > 1 and options.grid is None:
        if own_rank() == 0:
            ranks = f"there are {rank_count()} ranks of MPI: say with --grid RxP of which grid they are the processes"
            sys.stderr.write(f"hlorepl {verb}: error: {ranks}\n")
        return 2
    set_limits(options)
    if verb == "fmt":
        from .fmt import format_files  # late: on demand

        return format_files(options)
    worst, speaks = 0, own_rank() == 0
    for outcome in [*_refused(options)] or _outcomes(verb, options):
        if speaks:
            write(outcome, options)
        status = outcome.exit_status
        worst = status if worst == 0 or status in (2, 124) and worst == 1 or status == INTERRUPTED else worst
    return worst


def _refused(options: Namespace) -> Iterator[Outcome]:
    """The answers for files of which the command line asks what their kinds do not have: then nothing is run.

    Whether a text is a module or a script shows only when it is read; that is asked again there.
    """
    if options.files[1:]:
        found = shared_files(options, counted(len(options.files), "file"))
        if found:
            yield refused("<stdin>" if options.files[0] == "-" else options.files[0], found)
    for name in options.files:
        path = Path(name)
        try:
            kind = options.kind or (TEXT if name == "-" else kind_of(path.suffix, path.read_bytes))
        except OSError:  # said when its turn comes
            continue
        shown = "<stdin>" if name == "-" else name
        found = [] if name == "-" and not options.kind else faults(options, kind, shown)
        if found:
            yield refused(shown, found)


def _outcomes(verb: str, options: Namespace) -> Iterator[Outcome]:
    if options.jobs > 1 and len(options.files) > 1:
        from .pool import outcomes  # late: on demand

        yield from outcomes(verb, options, _say if _is_watched(options) else None)
        return
    for number, name in enumerate(options.files, 1):
        which = f" ({number} of {len(options.files)})" if options.files[1:] else ""
        telling = Telling(_say, f"{visible(name, one_line=True)}{which}") if _is_watched(options) else nullcontext()
        with telling:
            for outcome in file_outcomes(verb, name, options):
                yield outcome
                if outcome.interrupted:
                    return


def _is_watched(options: Namespace) -> bool:
    """Whether a person waits, who may want to know how far it is."""
    return not options.quiet and sys.stderr.isatty()


def _say(text: str) -> None:
    sys.stderr.write(f"… {text}\n")
    sys.stderr.flush()


def run_text(text: str, options: Namespace) -> int:
    """``hlorepl -c TEXT``: the statements of a text, after ``--input`` and FILE; results as they come."""
    from ..display.text import shown_text  # late: on demand
    from ..session import Session  # late: on demand
    from ..session.result import Action  # late: on demand

    def listen(item: Any) -> None:
        if not options.quiet and not isinstance(item, Action):
            print(shown_text(item), flush=True)

    set_limits(options)
    try:
        session = Session(**session_options(options))
    except HloError as error:
        sys.stderr.write(f"{error}\n")
        return 2 if error.code == "run.backend" else 1
    for part, name in (*_loaded_first(options), (text, "-c")):
        with Telling(_say) if _is_watched(options) else nullcontext():
            result = session.execute(part, name, listen=listen)
        if result.error is not None and result.error.code == "command.file" and name == options.file:
            sys.stderr.write(
                f"{visible(result.error.message, one_line=True)}\n"
            )  # the file is on the command line, and in no text
            return 2
        if result.error is not None:
            sys.stderr.write(error_text(result.error, use_colour(sys.stderr)) + "\n")
            return 2 if name == "--input" else 1
        if result.action is not None and result.action.name == "quit":
            break
    return 0


def _loaded_first(options: Namespace) -> Iterator[tuple[str, str]]:
    """What stands before TEXT: ``--input`` and FILE, as commands with names for their errors."""
    from shlex import quote  # late: on demand

    if options.input:
        yield f":load {quote(options.input)}", "--input"
    if options.file:
        yield f":load {quote(options.file)}", options.file
