"""What was done to a plan before it runs where nobody looks, as rows: what was written out, folded, joined, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.passes.notes import KINDS
from ..errors import HloError
from ..wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..engine.observing import Origin
    from ..engine.plan import Plan

#: Kinds of rows beside those of notes, and what they say.
_OF_STEPS = {
    "number": "kept as numbers of Python",
    "in place": "overwrites an operand that nobody else holds",
}


class Row(NamedTuple):
    """One thing: ``kind`` (see ``meaning``), ``op``, ``name`` and ``line`` of the step that it is about, how many ``steps`` there were.

    ``what`` says what it became or what is in it, ``why_not`` why it was left as it is.
    """

    kind: str
    op: str
    name: str
    line: int | None
    steps: int = 1
    what: str = ""
    why_not: str = ""

    @property
    def meaning(self) -> str:
        """The kind in words."""
        return KINDS.get(self.kind) or _OF_STEPS[self.kind]

    @property
    def text(self) -> str:
        """One line for a person."""
        where = f"line {self.line}" if self.line else ""
        of = f"{self.op} {self.name}".strip()
        more = f", {counted(self.steps, 'step')}" if self.steps > 1 else ""
        notes = "".join(
            f": {each}" for each in (self.what, self.why_not and f"stays as it is, since {self.why_not}") if each
        )
        return f"  {self.kind:9} {where:9} {of}{more}{notes}"


class Part:
    """A function, or the body of a loop or branch that is run by itself: how many steps are written, how many are run, and rows."""

    def __init__(self, name: str, plan: Plan):
        self.name = name
        self.written = len(plan.steps)
        self.run = len(plan.runner.steps)
        #: The bytes that it may come to hold beside its arguments; None where only a run tells.
        self.peak = plan.peak
        self.rows = [*_rows(plan)]

    @property
    def lines(self) -> list[str]:
        """For a person; what is many times the same in one line."""
        head = f"{self.name}: {counted(self.written, 'step')} written, {self.run} run"
        most = [] if self.peak is None else [f"  peak      at most {self.peak:,} bytes beside its arguments"]
        return [head, *(row.text for row in self.rows), *most]

    @property
    def json(self) -> dict[str, Any]:
        """For a program."""
        return {
            "name": self.name,
            "written": self.written,
            "run": self.run,
            "peak": self.peak,
            "rows": [row._asdict() for row in self.rows],
        }


def parts_of(plan: Plan, name: str) -> list[Part]:
    """A plan, and after it those of the regions that it still runs."""
    found = [Part(name, plan)]
    for step in plan.runner.steps:
        for number, region in enumerate(step.regions):
            if step.rule is None:  # run on elements, from inside of a kernel
                continue
            try:
                inner = region.plan
            except HloError:  # said where it is run
                continue
            line = f" in line {step.origin.span.line}" if step.origin.span else ""
            found += parts_of(inner, inner.name or f"{name}, region {number} of {step.origin.name}{line}")
    return found


def _rows(plan: Plan) -> Iterator[Row]:
    runner = plan.runner
    seen: set[tuple[Any, ...]] = set()
    for note in runner.improved.notes:
        row = _row(note.kind, note.origin, note.steps, note.what, note.why_not)
        if row not in seen:  # a function may be written out in several places
            seen.add(row)
            yield row
    for step in runner.steps:
        if step.number is not None and step.shapes == [()] and step.number() is not None:
            yield _row("number", step.origin)
        if step.owning is not None:
            yield _row("in place", step.origin)


def _row(kind: str, origin: Origin, steps: int = 1, what: str = "", why_not: str = "") -> Row:
    line = origin.span.line if origin.span else None
    return Row(kind, origin.name, origin.label, line, steps, what, why_not)
