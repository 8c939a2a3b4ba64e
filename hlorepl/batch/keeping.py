"""``--keep``: what ``hlorepl reduce`` is to keep."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from .options import seconds

if TYPE_CHECKING:
    from argparse import Namespace

    from ..reducing.interest import Interest

#: Where in a command the candidate's file stands.
PLACE = "{}"
PATIENCE = 10.0
"""Seconds that one program may take, where nobody says."""


def keep(text: str) -> str:
    """What ``--keep`` takes."""
    what, mark, value = text.partition("=")
    faults = {
        "nan": mark and "nan takes no value",
        "error": not value and "error=CODE needs a code, as error=run.index",
        "differs": not value and "differs=E needs an engine, as differs=xla",
        "crash": not value and "crash=E needs an engine, as crash=xla",
        "timeout": None,
        "command": PLACE not in value and f"the command needs {PLACE} where the file stands",
    }
    if what not in faults:
        raise ArgumentTypeError(f"{text!r}: keep nan, error=CODE, differs=E, crash=E, timeout=S or command='… {PLACE}'")
    if faults[what]:
        raise ArgumentTypeError(str(faults[what]))
    if what == "timeout":
        seconds(value)
    return text


def interest_of(options: Namespace) -> Interest:
    """The question that ``--keep`` asks."""
    from ..reducing.command import Command  # late: on demand
    from ..reducing.interest import Crash, Error, Nan, Slow  # late: on demand

    what, _, value = options.keep.partition("=")
    if what == "nan":
        return Nan(options.seed)
    if what == "error":
        return Error(options.seed, value)
    if what == "timeout":
        return Slow(options.seed, seconds(value))
    if what == "crash":
        return Crash(options.seed, value)
    if what == "differs":
        from ..comparing.tolerance import Tolerance  # late: on demand
        from ..reducing.differing import Differs  # late: on demand

        return Differs(options.seed, value, Tolerance(options.ulp, options.rtol, options.atol))
    return Command(value, options.timeout or PATIENCE)
