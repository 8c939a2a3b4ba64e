"""What came of a program: as text for a person, as one JSON object a line for a program."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from ..display.errors import error_text, use_colour
from ..source import CONTROL, visible
from .options import UsageError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from ..errors import HloError

#: status: exit status
EXIT = {"ok": 0, "empty": 0, "differs": 1, "check-failed": 1, "error": 1, "timeout": 124}
INTERRUPTED = 130
"""The exit status after Ctrl-C."""


class Outcome:
    """The answer for one program."""

    __slots__ = (
        *("chunk", "diagnostics", "file", "found", "interrupted", "output", "results", "seconds", "status", "usage"),
    )

    def __init__(self, piece_name: str, chunk: int = 0):
        self.file = piece_name
        self.chunk = chunk
        self.status = "ok"
        self.seconds = 0.0
        self.diagnostics: list[HloError] = []
        #: For ``--json --print full``: JSON-ready result objects.
        self.results: Any = None
        #: What watchers found, JSON-ready: ``nonfinite``, ``trace``, ``profile``.
        self.found: dict[str, Any] = {}
        #: What goes to standard output in text mode.
        self.output: list[str] = []
        #: The command line was at fault (exit status 2).
        self.usage = False
        #: Somebody pressed Ctrl-C: this is the last outcome (exit status 130).
        self.interrupted = False

    @property
    def exit_status(self) -> int:
        if self.interrupted:
            return INTERRUPTED
        return 2 if self.usage else EXIT[self.status]

    def as_json(self) -> str:
        found: dict[str, Any] = {
            "file": self.file,
            "chunk": self.chunk,
            "status": self.status,
            "seconds": round(self.seconds, 6),
            "diagnostics": [diagnostic(error) for error in self.diagnostics],
        }
        if self.results is not None:
            found["results"] = self.results
        found.update(self.found)
        text = json.dumps(found, ensure_ascii=False, allow_nan=False)
        return CONTROL.sub(lambda control: f"\\u{ord(control.group()):04x}", text)  # what JSON itself leaves as it is


def refused(name: str, faults: Sequence[HloError]) -> Outcome:
    """The answer for a file that cannot be read, or of which the command line asks what does not apply to it."""
    outcome = Outcome(name)
    outcome.status, outcome.usage = "error", True
    outcome.diagnostics += faults
    return outcome


def diagnostic(error: HloError) -> dict[str, Any]:
    """An error as a JSON object; places are 1-based, columns in code points."""
    found: dict[str, Any] = {"severity": error.severity, "code": error.code, "message": error.message}
    found.update(_place(error.span, True))
    found["notes"] = [{"message": note.message, **_place(note.span, False)} for note in error.notes]
    found["help"] = list(error.help)
    return found


def _place(span: Any, ends: bool) -> dict[str, int]:
    if span is None:
        return {"line": 1, "column": 1, **({"end_line": 1, "end_column": 1} if ends else {})}
    found = {"line": span.line, "column": span.column}
    if ends:
        found |= {"end_line": span.end_line, "end_column": span.end_column}
    return found


def write(outcome: Outcome, options: Namespace) -> None:
    """Print an outcome to standard output, its errors (in text mode) and what ``-v`` asks for to standard error."""
    if options.json:
        sys.stdout.write(outcome.as_json() + "\n")
        sys.stdout.flush()
    else:
        _write_text(outcome, options.quiet)
    if options.verbose:
        chunk = f" (piece {outcome.chunk})" if outcome.chunk else ""
        sys.stderr.write(f"{visible(outcome.file, one_line=True)}{chunk}: {outcome.status}, {outcome.seconds:.3f} s\n")
    sys.stderr.flush()


def _write_text(outcome: Outcome, quiet: bool) -> None:
    if not quiet:
        for line in outcome.output:
            sys.stdout.write(visible(line) + "\n")
    sys.stdout.flush()
    colour = use_colour(sys.stderr)
    for error in outcome.diagnostics:
        text = error_text(error, colour)
        has_place = error.span or isinstance(error, UsageError)
        sys.stderr.write((text if has_place else f"{visible(outcome.file, one_line=True)}:1:1: {text}") + "\n")
