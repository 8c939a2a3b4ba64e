"""What is kept is a difference between two engines: more than there may be, by what each op's declaration says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..comparing.compare import Options, compare
from ..comparing.sides import Side, side_of
from ..comparing.tolerance import Tolerance
from ..engine.context import RunContext
from ..errors import HloError
from .interest import Answer, Question

if TYPE_CHECKING:
    from .case import Case

#: The engines of this process, by name: they take long to start.
_SIDES: dict[str, Side] = {}


@dataclass(frozen=True)
class Differs(Question):
    """The program's results differ between NumPy and the engine; or (``stage`` is ``ops``) an op alone does, where results do not."""

    engine: str = "xla"
    tolerance: Tolerance = field(default_factory=Tolerance)
    stage: str = "both"

    def ask(self, case: Case, limit: int | None) -> Answer:
        side = _SIDES.get(self.engine)
        if side is None:
            side = _SIDES[self.engine] = side_of(self.engine)

        try:
            found = compare(case.module, case.entry, case.arguments, side, self._options(limit))
        except HloError as error:
            return Answer(False, f"it fails with {error.code}: {error.message}")
        wrong = [result for result in found.results if result.is_wrong]
        if self.stage == "ops":
            return Answer(found.first is not None, "ops")
        names = () if found.first is None else tuple(found.first.names)
        shows = bool(wrong) or found.first is not None
        said = ("results" if wrong else "ops") if shows else f"{self.engine} gives what it may give"
        return Answer(shows, said, names)

    def _options(self, limit: int | None) -> Options:
        def context() -> RunContext:
            return RunContext(limit=limit, seed=self.seed)

        return Options(self.tolerance, stage=self.stage, context=context)

    def close(self) -> None:
        """End the engine that was started for this."""
        side = _SIDES.pop(self.engine, None)
        if side is not None:
            side.close()

    def like(self, case: Case, answer: Answer) -> Differs:
        return Differs(self.seed, self.engine, self.tolerance, answer.said)
