"""A program on two engines: what differs in its results, and the first op, or window of ops, that makes it differ."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..analysis.difference import Difference
from ..engine.context import RunContext
from ..engine.program import Program
from ..engine.run import run
from ..ir.types import TensorType
from .alone import Alone, Enough
from .recorder import Recorder
from .report import Comparison, ValueDifference
from .running import Runs
from .sides import Failure, side_of
from .tolerance import Tolerance

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..ir.core import Function, Module
    from .sides import Side


@dataclass(slots=True)
class Options:
    """What is asked of a comparison. ``context`` makes the context of a run of the left side; ``say`` is told how far it is."""

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
        return _Run(module, function, arguments, side, options).compare()
    finally:
        if isinstance(against, str):
            side.close()


class _Run:
    """A comparison while it goes on."""

    def __init__(self, module: Module, function: Function, arguments: Sequence[Any], side: Side, options: Options):
        self.function = function
        self.arguments = [*arguments]
        self.side = side
        self.options = options
        tolerance = options.tolerance
        self.tolerance = Tolerance(tolerance.ulp, tolerance.rtol, tolerance.atol, side.platform)
        self.program = Program(module, function, grid=(1, 1), checked=True)
        self.found = Comparison(side.name)
        self.runs = Runs()

    def compare(self) -> Comparison:
        lefts = run(self.program.plan, [*self.arguments], self.options.context())
        rights = self._right()
        self.found.results = self._results(lefts, rights)
        alone = Alone(self.side, self.runs, self.tolerance, self.options.wants_all)
        if self.options.stage != "windows":
            self._record(alone)
        return self.found

    def _right(self) -> list[Any] | Failure:
        try:
            return self.side.whole(self.function, self.arguments)
        except Failure as failure:
            self.found.notes.append(f"the whole program was not compared: {failure.message}")
            return failure

    def _record(self, alone: Alone) -> None:
        """Run the left side once more, op by op, and each op alone on the right."""
        recorder = Recorder(alone.take)
        context = self.options.context()
        context.observers = (*context.observers, recorder)
        try:
            run(self.program.plan, [*self.arguments], context)
            recorder.finish()
        except Enough:
            pass
        self.found.all = alone.partings if self.options.wants_all else []
        self.found.first = alone.partings[0] if alone.partings else None
        self.found.notes += [f"{name} was not compared: {why}" for name, why in alone.passed_over.items()]

    def _results(self, lefts: Sequence[Any], rights: list[Any] | Failure) -> list[ValueDifference]:
        types = self.function.type.results
        names = self.options.names or [f"%{value.name}" for value in self.function.body.returned]
        if isinstance(rights, Failure):
            return [ValueDifference(name, str(of), note=rights.message) for name, of in zip(names, types, strict=True)]
        found: list[ValueDifference] = []
        for name, of, left, right in zip(names, types, lefts, rights, strict=True):
            if not isinstance(of, TensorType):
                continue
            difference = Difference(left, right, of, of)
            found.append(ValueDifference.of(name, str(of), difference, False))
        return found
