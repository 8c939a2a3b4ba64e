"""The cells of a grid, and what runs in each of them by turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import HloError, Note
from ...ops.requests import Meet
from ..run import resume

if TYPE_CHECKING:
    from collections.abc import Generator

    from ...ops.flow import Request
    from ...ops.requests import Place
    from ..context import RunContext
    from ..plan import Plan


class Cell:
    """A process of the grid: where it stands, and how it runs."""

    __slots__ = ("context", "place")

    def __init__(self, context: RunContext):
        self.context = context
        self.place: Place = context.process.place


class Strand:
    """What a cell runs: its program, or (``is_beside``) what ``async_start`` started in it.

    ``run`` gives a request where it has to wait: then ``request`` is that, and None while it can go on. Whoever waits for its
    end is in ``joining``.
    """

    __slots__ = ("cell", "is_beside", "is_done", "joining", "request", "results", "run")

    def __init__(self, cell: Cell, plan: Plan, arguments: list[Any], is_beside: bool = False):
        self.cell = cell
        self.is_beside = is_beside
        self.run: Generator[Request, Any, tuple[Any, ...]] = resume(plan, arguments, cell.context)
        self.request: Request | None = None
        self.results: tuple[Any, ...] = ()
        self.is_done = False
        self.joining: list[Strand] = []

    @property
    def meeting(self) -> Meet:
        """The request of one that waits at a collective op."""
        assert isinstance(self.request, Meet)
        return self.request

    def go_on(self, answer: list[Any] | None) -> Request | None:
        """Go on with an answer (in a list, which is emptied) up to the next request, which is returned; None at the end."""
        self.request = None
        try:
            self.request = self.run.send(answer)
        except StopIteration as end:
            self.results = end.value
            self.is_done = True
        except HloError as error:
            raise _in_process(error, self.cell.context) from None
        return self.request

    def refused(self, error: Exception) -> Exception:
        """What went wrong with the request, as an error of the program at the place where it was made."""
        try:
            self.run.throw(error)
        except HloError as found:
            return _in_process(found, self.cell.context)
        except Exception as found:  # noqa: BLE001 - a fault of ours stays as it is
            return found
        return error


def _in_process(error: HloError, context: RunContext) -> HloError:
    """An error that says in which process it came up."""
    replicas, partitions = context.process.grid
    error.notes.append(Note(f"in process {name_of(context.process.place)} of the grid of {replicas} x {partitions}"))
    return error


def name_of(place: Place) -> str:
    """A process as messages name it."""
    return f"({place[0]}, {place[1]})"
