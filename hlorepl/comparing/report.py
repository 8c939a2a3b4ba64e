"""What a comparison has found, for a person and as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any

from ..value_text import scalar_text
from ..wording import counted

if TYPE_CHECKING:
    from ..analysis.difference import Difference, Furthest
    from ..source import Span


@dataclass(slots=True)
class ValueDifference:
    """How a value differs between the left and the right side.

    ``differing`` counts elements that are not equal (-1: the shapes differ). ``max_ulp`` (of one float type), ``max_abs`` and ``max_rel``
    are the greatest distances between numbers that are finite on both sides, None where there is no such number.
    ``nan_left`` and ``nan_right`` count NaNs on that side alone. ``is_wrong`` says whether it is more than there may be.
    ``note`` is for what is no number: that the right side failed, and how.
    """

    name: str
    type: str
    differing: int = 0
    max_ulp: int | None = None
    max_abs: float | None = None
    max_rel: float | None = None
    first_index: list[int] | None = None
    nan_left: int = 0
    nan_right: int = 0
    is_wrong: bool = False
    note: str = ""
    #: How many decimal digits are right, where that was asked.
    digits: float | None = None

    @classmethod
    def of(cls, name: str, of: str, found: Difference, is_wrong: bool) -> ValueDifference:
        """From what was measured."""
        return cls(
            name,
            of,
            found.differing,
            None if found.ulp is None else int(found.ulp.by),
            _float(found.absolute),
            _float(found.relative),
            None if found.first is None else [*found.first],
            found.nan_left,
            found.nan_right,
            is_wrong,
        )

    @property
    def json(self) -> dict[str, Any]:
        """As INTERFACE says."""
        found: dict[str, Any] = {
            "name": self.name,
            "type": self.type,
            "differing": self.differing,
            "max_ulp": self.max_ulp,
            "max_abs": _for_json(self.max_abs),
            "max_rel": _for_json(self.max_rel),
            "first_index": self.first_index,
            "nan_left": self.nan_left,
            "nan_right": self.nan_right,
        }
        if self.digits is not None:
            found["digits"] = self.digits
        return found | ({"note": self.note} if self.note else {})

    @property
    def text(self) -> str:
        """For a person, on a line."""
        told = self._text
        return told if self.digits is None else f"{told}; {self.digits:.1f} digits are right"

    @property
    def _text(self) -> str:
        if self.note:
            return f"{self.name} : {self.type}: {self.note}"
        if self.differing < 0:
            return f"{self.name} : {self.type}: the shapes differ"
        if not self.differing:
            return f"{self.name} : {self.type}: equal"
        at = f", first at {self.first_index}" if self.first_index else ""
        apart = (("ulp", self.max_ulp), ("absolute", self.max_abs), ("relative", self.max_rel))
        numbers = ", ".join(f"{value:.4g} {what}" for what, value in apart if value is not None)
        far = f"; at most {numbers}" if numbers else ""
        nans = f"; NaN on the left alone: {self.nan_left}, on the right alone: {self.nan_right}"
        nans = nans if self.nan_left or self.nan_right else ""
        return f"{self.name} : {self.type}: {counted(self.differing, 'element')} differ{at}{far}{nans}"


def _float(furthest: Furthest | None) -> float | None:
    return None if furthest is None else float(furthest.by)


@dataclass(slots=True)
class At:
    """A frame around an op: its function, the line, and the turn where it is one of a loop (from 0) or the number of a branch."""

    function: str
    line: int | None = None
    turn: int | None = None
    branch: int | None = None

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"function": self.function, "line": self.line, "turn": self.turn}
        return found | ({} if self.branch is None else {"branch": self.branch})

    @property
    def text(self) -> str:
        line = "" if self.line is None else f" line {self.line}"
        turn = "" if self.turn is None else f", turn {self.turn}"
        branch = "" if self.branch is None else f", branch {self.branch}"
        return f"@{self.function}{line}{turn}{branch}"


@dataclass(slots=True)
class OperandAt:
    """An operand as it was: its lowest and highest number, None where it has none."""

    name: str
    type: str
    low: Any = None
    high: Any = None

    @property
    def json(self) -> dict[str, Any]:
        return {"name": self.name, "type": self.type, "min": _number(self.low), "max": _number(self.high)}

    @property
    def text(self) -> str:
        numbers = "" if self.low is None else f", {scalar_text(self.low)} to {scalar_text(self.high)}"
        return f"{self.name} : {self.type}{numbers}"


def _number(value: Any) -> Any:
    """A number for JSON, which knows none that are not finite."""
    if value is None:
        return None
    if value.dtype.kind in "biu":
        return bool(value) if value.dtype.kind == "b" else int(value)
    return _for_json(float(value))


def _for_json(number: float | None) -> Any:
    return number if number is None or isfinite(number) else str(number)


@dataclass(slots=True)
class Parting:
    """An op, a window of ops, or a place at which differences grow, where the two sides part.

    ``names`` are those of what the ops make, ``frames`` the innermost last.
    """

    kind: str
    ops: list[str]
    names: list[str]
    function: str
    span: Span | None
    loc: str | None
    frames: list[At]
    operands: list[OperandAt]
    difference: ValueDifference

    @property
    def json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "ops": self.ops,
            "names": self.names,
            "function": self.function,
            "line": None if self.span is None else self.span.line,
            "column": None if self.span is None else self.span.column,
            "loc": self.loc,
            "frames": [frame.json for frame in self.frames],
            "operands": [operand.json for operand in self.operands],
            "difference": self.difference.json,
        }

    @property
    def text(self) -> str:
        """For a person: where, what, by how much, of what."""
        span = self.span
        where = f"{span.source.name}:{span.line}:{span.column}: " if span is not None else ""
        loc = f" ({self.loc})" if self.loc else ""
        around = "; ".join(frame.text for frame in self.frames)
        return "\n".join(
            [
                f"{where}{self._what}{loc}",
                f"  in {around}" if around else "",
                f"  {self.difference.text}",
                *[f"  of {operand.text}" for operand in self.operands],
            ]
        ).replace("\n\n", "\n")

    @property
    def _what(self) -> str:
        if self.kind == "window":
            names = [name for name in self.names if name]
            ends = f"{names[0]} to {names[-1]} together" if names else f"{counted(len(self.ops), 'op')} together"
            return f"the first window that differs: {ends} ({', '.join(self.ops)})"
        label = f"{self.names[0]} = " if self.names and self.names[0] else ""
        grown = "the first op behind which differences have grown too large" if self.kind == "growth" else ""
        return f"{grown or 'the first op that differs'}: {label}{', '.join(self.ops)}"


@dataclass(slots=True)
class Comparison:
    """The answer. ``status`` is ``ok`` or ``differs``; ``notes`` say what could not be compared."""

    against: str
    results: list[ValueDifference] = field(default_factory=list[ValueDifference])
    first: Parting | None = None
    all: list[Parting] = field(default_factory=list[Parting])
    passes: list[str] = field(default_factory=list[str])
    paired: dict[str, int] = field(default_factory=dict[str, int])
    unpaired: list[Any] = field(default_factory=list[Any])
    reproducer: str | None = None
    notes: list[str] = field(default_factory=list[str])
    #: What ``--against f64`` says of precision, JSON-ready.
    precision: list[Any] = field(default_factory=list[Any])
    #: Where f64 would have chosen otherwise, JSON-ready.
    flips: list[Any] = field(default_factory=list[Any])
    #: For a person, behind all else.
    texts: list[str] = field(default_factory=list[str])

    @property
    def status(self) -> str:
        parts = self.first is not None or any(result.is_wrong for result in self.results)
        return "differs" if parts else "ok"

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "against": self.against,
            "results": [result.json for result in self.results],
            "first": None if self.first is None else self.first.json,
            "all": [parting.json for parting in self.all],
            "passes": self.passes,
            "paired": self.paired,
            "unpaired": self.unpaired,
            "reproducer": self.reproducer,
            "notes": self.notes,
        }
        if self.against == "f64":
            found |= {"precision": self.precision, "flips": self.flips}
        return found

    @property
    def text(self) -> str:
        """For a person."""
        lines = [
            self._head,
            *[
                f"  {result.text}"
                for result in self.results
                if result.differing or result.note or result.digits is not None
            ],
        ]
        if self.first is not None:
            lines.append(self.first.text)
        lines += [parting.text for parting in self.all if parting is not self.first]
        if self.passes:
            lines.append(f"it goes away without: {', '.join(self.passes)}")
        if self.reproducer:
            lines.append(f"a program that shows it is in {self.reproducer}")
        return "\n".join([*lines, *self.texts, *(f"note: {note}" for note in self.notes)])

    @property
    def _head(self) -> str:
        if self.status == "differs":
            return f"it differs from {self.against}"
        if self.against == "f64":
            return "the digits that f64 would make better:"
        near = any(result.differing for result in self.results)
        by = " within what engines may differ by; --ulp 0 looks at all of it" if near else ""
        return f"it agrees with {self.against}{by}"
