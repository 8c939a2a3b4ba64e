"""MDF models: one file against another, value by value in the order in which they are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..analysis.difference import Difference
from ..analysis.places import place_of
from ..engine.observing import Observer
from ..wording import counted
from .alone import operand_at
from .report import At, Comparison, Parting, ValueDifference
from .tolerance import Tolerance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..analysis.places import Place
    from ..engine.context import RunContext
    from ..engine.observing import Event
    from .compare import Options

    #: Runs a model in a context: ``{"step": 1, "nodes": {node: {port: value}}}`` for each step.
    Run = Callable[[RunContext], Iterable[Mapping[str, Any]]]

#: What numbers of two models may be off by, where nobody says: they are f64, and expressions may be written otherwise.
_TOLERANCE = Tolerance(rtol=1e-12, atol=1e-300)


class PartRun(NamedTuple):
    """A part of a node that ran: a function, a parameter, a port."""

    place: Place
    names: Sequence[str]
    inputs: list[Any]
    results: list[Any]


class Ran(Observer):
    """Keeps every part that ran, by name and how often it had run before."""

    def __init__(self) -> None:
        self.runs: dict[tuple[str, int], PartRun] = {}
        self._counts: dict[str, int] = {}

    def after(self, event: Event) -> None:
        label = event.origin.label
        number = self._counts[label] = self._counts.get(label, -1) + 1
        inputs, results = ([_array(value) for value in values] for values in (event.inputs, event.results))
        self.runs[label, number] = PartRun(place_of(event.frame, event.origin), event.origin.operands, inputs, results)


def _array(value: Any) -> Any:
    """A value of its own: models write into theirs."""
    return np.array(value)


def compare_models(left: Run, right: Run, options: Options) -> Comparison:
    """Run both and compare what has one name in both; raises ``HloError``."""
    runs = Ran(), Ran()
    rows: list[list[Mapping[str, Any]]] = []
    for run, ran in zip((left, right), runs, strict=True):
        context = options.context()
        context.observers = (*context.observers, ran)
        rows.append([*run(context)])
    tolerance = options.tolerance if options.tolerance.is_given else _TOLERANCE
    found = Comparison("numpy", _results(rows[0], rows[1], tolerance))
    partings = [*_partings(runs[0].runs, runs[1].runs, tolerance)]
    found.first = partings[0] if partings else None
    found.all = partings if options.wants_all else []
    names = [{name for name, _ in ran.runs} for ran in runs]
    found.paired = {"name": len(names[0] & names[1]), "loc": 0, "structure": 0, "value": 0}
    for side, mine, others in (("left", *names), ("right", *names[::-1])):
        found.unpaired += [{"side": side, "name": name} for name in sorted(mine - others)]
    if len(rows[0]) != len(rows[1]):
        found.notes.append(f"the left model made {counted(len(rows[0]), 'step')}, the right one {len(rows[1])}")
    return found


def _results(
    left: list[Mapping[str, Any]], right: list[Mapping[str, Any]], tolerance: Tolerance
) -> list[ValueDifference]:
    """The ports of nodes in the last step, by name; a port that only one side has is wrong."""
    sides = [
        {f"{node}.{port}": _array(value) for node, ports in rows[-1]["nodes"].items() for port, value in ports.items()}
        if rows
        else {}
        for rows in (left, right)
    ]
    found: list[ValueDifference] = []
    for name, value in sides[0].items():
        of = f"{value.dtype}{[*value.shape]}" if value.shape else str(value.dtype)
        if name not in sides[1]:
            found.append(ValueDifference(name, of, -1, note="the right model has no such port", is_wrong=True))
        elif value.dtype.kind in "biufc" and sides[1][name].dtype.kind in "biufc":
            is_wrong = not _are_near(value, sides[1][name], tolerance)
            found.append(ValueDifference.of(name, of, Difference(value, sides[1][name]), is_wrong))
    return found


def _partings(
    left: Mapping[tuple[str, int], PartRun], right: Mapping[tuple[str, int], PartRun], tolerance: Tolerance
) -> Iterable[Parting]:
    """First the parts that make other values of the same inputs; where there is none, those that differ at all."""
    differing = [
        (key, mine, right[key])
        for key, mine in left.items()
        if key in right and not _agree(mine, right[key], tolerance)
    ]
    alone = [each for each in differing if _all_near(each[1].inputs, each[2].inputs, tolerance)]
    seen: set[str] = set()
    for (name, number), mine, other in alone or differing:
        if name not in seen:
            seen.add(name)
            yield _parting(number, mine, other)


def _agree(left: PartRun, right: PartRun, tolerance: Tolerance) -> bool:
    return _all_near(left.results, right.results, tolerance)


def _all_near(left: Sequence[Any], right: Sequence[Any], tolerance: Tolerance) -> bool:
    return len(left) == len(right) and all(_are_near(a, b, tolerance) for a, b in zip(left, right, strict=True))


def _are_near(left: Any, right: Any, tolerance: Tolerance) -> bool:
    if left.dtype.kind not in "biufc" or right.dtype.kind not in "biufc":
        return left.shape == right.shape and bool(np.all(left == right))
    if left.dtype != right.dtype:
        left, right = left.astype(np.float64), right.astype(np.float64)
    return tolerance.allows(left, right)


def _parting(number: int, mine: PartRun, other: PartRun) -> Parting:
    place, names = mine.place, [mine.place.name]
    result, there = (next(iter(run.results), np.array(0.0)) for run in (mine, other))
    numbers = result.dtype.kind in "biufc" and there.dtype.kind in "biufc"
    if numbers:
        difference = ValueDifference.of(place.name, str(result.dtype), Difference(result, there), True)
    else:
        difference = ValueDifference(place.name, str(result.dtype), 1, note="the values differ", is_wrong=True)
    operands = [
        operand_at(name, None, value)
        for name, value in zip(mine.names, mine.inputs, strict=False)
        if value.dtype.kind in "biufc"
    ]
    frames = [At(place.name.partition(".")[0], place.line, number)]
    return Parting(
        "op", [place.op or ""], names, frames[0].function, place.span, place.location, frames, operands, difference
    )
