"""A program on two engines: what differs in its results, and the first op, or window of ops, that makes it differ."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..analysis.difference import Difference
from ..engine.context import RunContext
from ..engine.program import Program
from ..engine.run import run
from .alone import Alone, Enough, operand_at, parting_of, worst
from .passes import guilty
from .recorder import Recorder
from .report import Comparison, Parting, ValueDifference
from .reproducer import write_reproducer
from .running import Runs
from .sides import Failure, XlaSide, side_of
from .spreading import are_within_spread
from .tolerance import Tolerance, is_within
from .windows import Window, Windows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.observing import Observer
    from ..ir.core import Function, Module
    from .pieces import Piece
    from .sides import Side


@dataclass(slots=True)
class Options:
    """What is asked of a comparison.

    ``context`` makes the context of a run of the left side; ``names`` are those of the results; ``reproducer`` is a folder to
    write one into. ``stage`` is ``results`` (no more than these), ``ops``,
    ``both`` (windows where no op alone differs, but results do), or ``windows``: these alone, held to
    what the op that gives each value may be off by alone.
    """

    tolerance: Tolerance = field(default_factory=Tolerance)
    wants_all: bool = False
    stage: str = "both"
    passes: bool = False
    reproducer: str | None = None
    context: Callable[[], RunContext] = RunContext
    names: Sequence[str] | None = None


def compare(
    module: Module, function: Function, arguments: Sequence[Any], against: str | Side, options: Options
) -> Comparison:
    """Compare a verified program on our engine with the same on another; raises ``HloError`` where the left side fails."""
    side = side_of(against) if isinstance(against, str) else against
    try:
        return _Comparing(module, function, arguments, side, options).compare()
    finally:
        if isinstance(against, str):
            side.close()


class Culprit:
    """Where they part: the piece with what came in and out, and what the right side made of it."""

    __slots__ = ("answer", "inputs", "lefts", "parting", "piece")

    def __init__(
        self, parting: Parting, piece: Piece, inputs: list[Any], lefts: list[Any], answer: list[Any] | Failure
    ):
        self.parting = parting
        self.piece = piece
        self.inputs = inputs
        self.lefts = lefts
        self.answer = answer


class _Comparing:
    """A comparison while it goes on."""

    def __init__(self, module: Module, function: Function, arguments: Sequence[Any], side: Side, options: Options):
        self.function = function
        self.arguments = [*arguments]
        self.side = side
        self.options = options
        given = options.tolerance
        self.tolerance = Tolerance(given.ulp, given.rtol, given.atol, side.platform)
        self.program = Program(module, function, grid=(1, 1), checked=True)
        self.found = Comparison(side.name)
        self.runs = Runs()
        self.alone = Alone(side, self.runs, self.tolerance, options.wants_all)
        is_strict = options.stage == "windows"
        self.windows = Windows(side, self.runs, self.tolerance, self.alone.bounded, self._watched, is_strict)

    def compare(self) -> Comparison:
        """Whole, op by op, in windows; then what makes the difference."""
        lefts = run(self.program.plan, [*self.arguments], self.options.context())
        rights = self._right()
        self.found.results = self._results(lefts, rights)
        if self.options.stage == "results":
            return self.found
        culprit = self._first_op() if self.options.stage != "windows" else None
        if culprit is None and self.options.stage != "ops":
            culprit = self._first_window(rights)
        if culprit is not None:
            self.found.first = culprit.parting
            self._explain(culprit)
        return self.found

    def _watched(self, observer: Observer) -> tuple[Any, ...]:
        """The left side once more, with somebody watching."""
        context = self.options.context()
        context.observers = (*context.observers, observer)
        context.limit, context.is_counted = None, False  # it has had room enough before
        return run(self.program.plan, [*self.arguments], context)

    # Whole

    def _right(self) -> list[Any] | Failure:
        try:
            return self.side.whole(self.function, self.arguments)
        except Failure as failure:
            self.found.notes.append(f"the program was not compared as a whole: {failure.message}")
            return failure

    def _results(self, lefts: Sequence[Any], rights: list[Any] | Failure) -> list[ValueDifference]:
        types = [str(of) for of in self.function.type.results]
        names = self.options.names or [f"%{value.name}" for value in self.function.body.returned]
        if isinstance(rights, Failure):
            return [
                ValueDifference(name, of, note=rights.message, is_wrong=rights.died)
                for name, of in zip(names, types, strict=True)
            ]
        allowed = self._allowed(lefts, rights)
        found: list[ValueDifference] = []
        for name, of, left, right, is_allowed in zip(names, types, lefts, rights, allowed, strict=True):
            if isinstance(left, np.ndarray):
                found.append(ValueDifference.of(name, of, Difference(left, right), not is_allowed))
        return found

    def _allowed(self, lefts: Sequence[Any], rights: Sequence[Any]) -> list[bool]:
        """Of each result whether the two may be so."""
        pairs = [*zip(lefts, rights, strict=True)]
        equal = [not isinstance(left, np.ndarray) or is_within(left, right, None) for left, right in pairs]
        if all(equal):
            return equal
        if self.tolerance.is_given:
            return [same or self.tolerance.allows(*pair) for same, pair in zip(equal, pairs, strict=True)]
        return are_within_spread(self._watched, lefts, rights, self.alone.bounded)

    # One by one

    def _first_op(self) -> Culprit | None:
        recorder = Recorder(self.alone.take)
        try:
            self._watched(recorder)
            recorder.finish()
        except Enough:
            pass
        self.found.all = self.alone.partings if self.options.wants_all else []
        self.found.notes += [f"{name} was not compared: {why}" for name, why in self.alone.passed_over.items()]
        if self.alone.first is None:
            return None
        moment, piece, inputs, answer = self.alone.first
        return Culprit(self.alone.partings[0], piece, inputs, [*moment.results], answer)

    # Together

    def _first_window(self, rights: list[Any] | Failure) -> Culprit | None:
        is_wrong = any(result.is_wrong for result in self.found.results)
        if not is_wrong and not (isinstance(rights, Failure) and rights.died) and self.options.stage == "both":
            return None
        window = self.windows.find() or self.windows.growth()
        if window is None:
            return None
        parting = _parting_of(window)
        if self.options.wants_all:
            self.found.all.append(parting)
        return Culprit(parting, window.piece, window.inputs, window.lefts, window.answer)

    # What makes it differ

    def _explain(self, culprit: Culprit) -> None:
        if self.options.passes:
            self._name_passes(culprit)
        if self.options.reproducer is not None:
            folder, kind = Path(self.options.reproducer), culprit.parting.kind
            write_reproducer(folder, culprit.piece, culprit.inputs, self.side.name, kind, self.options.tolerance)
            self.found.reproducer = self.options.reproducer

    def _name_passes(self, culprit: Culprit) -> None:
        side = self.side
        if not isinstance(side, XlaSide) or isinstance(culprit.answer, Failure):
            self.found.notes.append("passes are those of XLA, where it gives an answer")
            return
        text = side.text([culprit.piece])

        judge = self.alone.allows if culprit.parting.kind == "op" else self.windows.allows

        def differs(disabled: Sequence[str]) -> bool:
            (rights,) = side.call(text, [culprit.inputs], disabled)
            return not judge(culprit.piece, culprit.inputs, culprit.lefts, rights)

        self.found.passes = guilty(side.passes(text), differs)
        if not self.found.passes:
            self.found.notes.append("it differs without any pass of XLA that can be left out")


def _parting_of(window: Window) -> Parting:
    """A window as the report has it: the first op's place, what comes in, and the worst of what goes out."""
    first, last = window.moments[0], window.moments[-1]
    ops = [moment.op for moment in window.moments]
    found = parting_of(window.kind, first, ops, window.answer)
    if not isinstance(window.answer, Failure):
        names = [f"%{value.name}" for value in window.piece.outputs]
        found.difference = worst(names, window.piece.output_types, window.lefts, window.answer)
    if len(ops) > 1:
        found.operands = [
            operand_at(f"%{value.name}", window.piece.type_of(value), array)
            for value, array in zip(window.piece.inputs, window.inputs, strict=True)
        ]
    assert last.place.number == first.place.number
    return found
