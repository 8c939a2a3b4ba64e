"""``:timeit``: how long a statement takes, run often enough to tell."""

import time
from typing import TYPE_CHECKING, Any

from ...engine.planner import Planner
from ...engine.region_functions import free_values
from ...engine.run import run
from ...errors import HloError
from ...ir.core import Block, Region
from ...source import Source
from ...wording import counted
from ..contexts import context_of
from ..per_process import run_on_grid
from ..running import array_of, check
from ..statements import StatementReader
from ..watching import watchable
from .kinds import Rest
from .registry import Context, command

if TYPE_CHECKING:
    from collections.abc import Callable

#: Rounds, of which the best counts, and how many seconds each should take at least.
_ROUNDS, _SECONDS = 5, 0.1


@command("timeit")
def timeit(context: Context, statement: Rest) -> None:
    """Run a statement again and again and show how long one run takes: :timeit tanh(%x) + 1.0; also :timeit @f(%x).

    It is planned once, as :run does; nothing that it makes is kept.
    """
    once = _call(context, statement) if statement.startswith("@") else _statement(context, statement)
    once()
    count, took = 1, _timed(once, 1)
    while took < _SECONDS / 2:
        count = max(count + 1, min(10 * count, round(count * _SECONDS / max(took, 1e-9))))
        took = _timed(once, count)
    times = [took, *(_timed(once, count) for _ in range(_ROUNDS - 1))]
    best, worst = min(times) / count, max(times) / count
    runs = counted(count, "run", show="{:,}")
    context.say(f"{_shown(best)} a run, {_shown(worst)} at worst (the best of {_ROUNDS} rounds of {runs})")


def _timed(once: "Callable[[], Any]", count: int) -> float:
    begin = time.perf_counter()
    for _ in range(count):
        once()
    return time.perf_counter() - begin


def _shown(seconds: float) -> str:
    """Three digits, in the unit that fits."""
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1.0:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _call(context: Context, words: str) -> "Callable[[], Any]":
    what = watchable(context, words)
    return lambda: what.run(context, None)


def _statement(context: Context, text: str) -> "Callable[[], Any]":
    """What runs the ops of a statement on the values that its names have now."""
    session, span = context.session, context.statement.span
    reader = StatementReader(session, Source(span.source.text[: span.end], span.source.name))
    reader.at = span.start + span.text.index(text)  # so that errors stand where it was typed
    statement = reader.next()
    if statement is None or statement.kind != "ops":
        raise HloError("only what computes can be timed: an op, a short form, @f(…)", code="command.usage")
    if reader.next() is not None:
        raise HloError("one statement is timed at a time", code="command.usage")
    check(session, statement.ops)
    block = Block()
    block.ops = statement.ops
    inputs = free_values([Region([block])])
    plan = Planner(session.backend).plan_ops(statement.ops, inputs, statement.results)
    arrays = [array_of(session, value) for value in inputs]
    if session.grid != (1, 1):
        return lambda: run_on_grid(plan, arrays, context_of(session, anew=True), session)
    return lambda: run(plan, arrays, context_of(session, anew=True))
