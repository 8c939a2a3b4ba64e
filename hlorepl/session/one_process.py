"""One process of a grid by itself: the others answer as they did in a run of all of them."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..engine.context import Draws, RunContext
from ..engine.grid.cells import Cell, Strand, name_of
from ..engine.grid.orders import starts_beside
from ..engine.grid.run import contexts_of
from ..engine.grid.turns import Turns
from ..engine.process import Process, places
from ..errors import HloError
from ..recursion import room
from .per_process import of_each
from .stoppable import FunctionRun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..backends.base import Backend
    from ..engine.plan import Plan
    from ..engine.process import Grid
    from ..ir.core import Function
    from ..ops.flow import Request
    from ..ops.requests import Place
    from .session import Session

#: The channel in which the answers are kept, for whoever goes back: no op has such a number.
_ANSWERS = (-1, False, None, None)


class Answered(Process):
    """A process to which nobody else belongs: what it asks for has been answered before, in the same order."""

    __slots__ = ()

    @property
    def is_alone(self) -> bool:
        return True

    def answer(self, request: Request) -> Any:
        answers = self.channels[_ANSWERS]
        if not answers:
            message = (
                "the other processes said nothing more in the run that is shown: what they do is not computed again"
            )
            raise HloError(message, code="run.debugger", help=["a value that was changed may have led elsewhere"])
        return answers.popleft()[0]


class _Noting(Strand):
    """A process whose answers are kept."""

    __slots__ = ("answers",)

    def __init__(self, cell: Cell, plan: Plan, arguments: list[Any]):
        super().__init__(cell, plan, arguments)
        self.answers: list[Any] = []

    def go_on(self, answer: list[Any] | None) -> Request | None:
        if answer is not None:
            self.answers.append(answer[0])
        return super().go_on(answer)


class ProcessRun(FunctionRun):
    """A function in one process of a grid, on values of the session."""

    def __init__(
        self, title: str, backend: Backend, function: Function, arrays: Sequence[Any], place: Place, grid: Grid
    ):
        self._number = [*places(grid)].index(place)
        self._place, self._grid = place, grid
        self._columns = [of_each(array, grid) for array in arrays]
        own = [column[self._number] for column in self._columns]
        super().__init__(f"{title} in process {name_of(place)}", backend, function, own)

    def draws(self, draws: Draws) -> Draws:
        """Those of this process."""
        return draws.of(self._number)

    def process(self, session: Session, plan: Plan) -> Process:
        """The process, with the answers that it gets in a run of all."""
        found = Answered(*self._place, self._grid)
        found.source, found.outfed = session.process.source, session.process.outfed
        found.probe_folder, found.channels = session.process.probe_folder, dict(session.process.channels)
        found.channels[_ANSWERS] = deque((answer,) for answer in self._answers(session, plan))
        return found

    def _answers(self, session: Session, plan: Plan) -> list[Any]:
        """What all others have to say, as far as the run gets; nothing that it does is seen."""
        if not plan.waits:
            return []
        if starts_beside(plan):
            message = "a process in which ops go on beside others cannot be debugged by itself"
            raise HloError(message, code="run.not_steppable", help=[":grid 1 1 makes it the only one"])
        quiet = Process()
        quiet.source, quiet.channels = deque(session.process.source), dict(session.process.channels)
        context = RunContext(threads=session.threads, draws=Draws(session.draws.seed), process=quiet)
        strands: list[Strand] = []
        for number, each in enumerate(contexts_of(self._grid, context)):
            row = [plan.backend.to_device(column[number]) for column in self._columns]
            made = _Noting if number == self._number else Strand
            strands.append(made(Cell(each), plan, row))
        noting = strands[self._number]
        assert isinstance(noting, _Noting)
        # What fails comes up where it is debugged, or in another process.
        with plan.backend.quiet(), room(), suppress(HloError):
            Turns(strands).run()
        return noting.answers
