"""Where doors disagree today, each with its reason. A row that no longer holds fails its test: whoever mends it removes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

SESSION = ("session", ":load", ":run FILE", "script", "typed")


@dataclass(frozen=True)
class Row:
    """Programs (patterns of ``folder/id``), doors, and what is wrong there in which form of their text.

    ``witness`` is for a fault that not every one of these programs meets: that one does, and must go on doing so.
    """

    programs: tuple[str, ...]
    doors: tuple[str, ...]
    reason: str
    form: str = "*"
    witness: str = "*"

    def covers(self, program: str, form: str, door: str) -> bool:
        matches = any(fnmatchcase(program, pattern) for pattern in self.programs)
        return matches and door in self.doors and fnmatchcase(form, self.form)


#: Faults of hlorepl.
ROWS: list[Row] = [
    # By design: a caller may come before its callee in another entry, and is refused when it is run, which typed ops are
    # not: they lack the arguments.
    Row(
        ("errors/call-5", "errors/composite-4", "errors/names-19", "errors/names-21"),
        ("typed",),
        "a session takes a caller whose callee is not there yet",
    ),
    # By design: in a session every function at the top is a statement of its own, and a statement may bind a name anew.
    # A file that is a module is one statement, in which a name is defined once.
    Row(
        ("errors/functions-3", "errors/structure-19"),
        ("session", "script", "typed"),
        "a session may define a function or module anew",
    ),
    Row(("errors/structure-18",), ("session", "typed"), "a session may define a function or module anew"),
]  # fmt: skip


def judge(program: str, form: str, door: str, agrees: bool, what: str, rows: Sequence[Row] = ROWS) -> str:
    """What is wrong with an answer, or nothing: an unknown disagreement, or a row that no longer holds."""
    row = next((row for row in rows if row.covers(program, form, door)), None)
    if row is not None and agrees and fnmatchcase(program, row.witness):
        return f"{program} ({form}) at {door} agrees now: remove it from the row of {row.reason!r} in {__name__}"
    return "" if agrees or row is not None else f"{program} ({form}) at {door}: {what}"
