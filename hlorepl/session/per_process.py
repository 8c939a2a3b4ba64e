"""Values of a session on a grid of processes. Where all processes hold one array, that stands for all of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from ..engine.process import places

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.context import RunContext
    from ..engine.observing import Observer
    from ..engine.plan import Plan
    from ..engine.process import Grid
    from ..ops.requests import Place
    from .commands.registry import Context
    from .session import Session


class PerProcess:
    """A value that each process has for itself: an array for each, row by row."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[Any]):
        self.values = tuple(values)


def gathered(values: Sequence[Any]) -> Any:
    """What the processes have, as one value of the session."""
    first = values[0]
    return first if all(value is first for value in values) else PerProcess(values)


def of_each(array: Any, grid: Grid) -> list[Any]:
    """The array of each process."""
    return [*array.values] if isinstance(array, PerProcess) else [array] * (grid[0] * grid[1])


def arrays_of(array: Any) -> Sequence[Any]:
    """The arrays that a value holds, that of all processes once."""
    return array.values if isinstance(array, PerProcess) else (array,)


def mapped(array: Any, function: Callable[[Any], Any]) -> Any:
    """A value with a function of each of its arrays in their places."""
    return PerProcess([*map(function, array.values)]) if isinstance(array, PerProcess) else function(array)


def are_same(values: Sequence[Any]) -> bool:
    """Whether all values are the same to the bit."""
    return all(_same(value, values[0]) for value in values)


def _same(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, tuple):
        parts = cast("tuple[Any, ...]", a)
        return all(map(_same, parts, b))
    return a is not None and b is not None and (a.shape, a.dtype, a.tobytes()) == (b.shape, b.dtype, b.tobytes())


#: A process behind a call.
_CELL = re.compile(r"@\((\d{1,9}),(\d{1,9})\)$")


def process_behind(context: Context, words: str) -> tuple[str, Place | None]:
    """What a call names (``@f(%x)@(1,0)``) and the process behind it, None where there is none; raises ``run.grid``."""
    found = _CELL.search(words)
    if found is None:
        return words, None
    grid, place = context.session.grid, (int(found[1]), int(found[2]))
    if place not in places(grid):
        message = f"there is no process ({place[0]}, {place[1]}) in a grid of {grid[0]} x {grid[1]}"
        raise context.fail(message, "run.grid")
    return words[: found.start()].rstrip(), place


def names_of(name: str, grid: Grid) -> list[str]:
    """How the value of each process is addressed: ``x@(1,0)``."""
    return [f"{name}@({replica},{partition})" for replica, partition in places(grid)]


def run_on_grid(
    plan: Plan,
    arrays: Sequence[Any],
    context: RunContext,
    session: Session,
    watchers: Callable[[Place], tuple[Observer, ...]] | None = None,
) -> list[Any]:
    """Run a plan in each process, on values of the session; gives such values. ``watchers`` are told of its steps."""
    from ..engine.grid.run import GridPlan, contexts_of  # late: start-up

    grid, watchers = session.grid, watchers or session.observers_of
    watched = {} if watchers is None else {place: watchers(place) for place in places(grid)}
    columns = [of_each(array, grid) for array in arrays]
    rows = [[column[number] for column in columns] for number in range(grid[0] * grid[1])]
    contexts = contexts_of(grid, context, watched)
    if session.run_on_ranks is None:
        found = GridPlan(plan).run(rows, contexts)
    else:
        found = session.run_on_ranks(plan, rows.__getitem__, contexts)
    return [gathered(column) for column in zip(*found, strict=True)]
