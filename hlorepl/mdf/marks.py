"""Where a runner stands, so that it can go back there: all that trials and settings change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .arithmetic import Arithmetic
    from .drawing import Source
    from .evaluation import Runner
    from .expressions import Expression
    from .graph_plan import CallPlan, GraphPlan, ParameterPlan
    from .schedule import Schedule


class Mark(NamedTuple):
    """Values are shared with the runner, which never changes one; so it costs a few references for each."""

    values: dict[str, Any]
    ran: tuple[bool, ...]
    words: frozenset[str]
    parameters: tuple[tuple[Expression | None, CallPlan | None, Expression | None], ...]
    schedule: Schedule | None
    counted: Any
    sets: Sequence[list[int]]
    trials: int
    has_run: bool
    meaning: Arithmetic
    sources: tuple[tuple[float, ...], ...]
    draws: Any
    recorded: int


def mark(runner: Runner) -> Mark:
    """Where the runner stands now, between two trials."""
    state, schedule = runner._state, runner._schedule
    return Mark(
        dict(state.values),
        tuple(state.ran),
        frozenset(state.words),
        tuple((each.value, each.call, each.initial) for each in _parameters(runner.plan)),
        schedule,
        schedule.counters.kept() if schedule else None,
        schedule.sets if schedule else (),
        runner.trials,
        runner._ran,
        state.meaning,
        tuple(source.left for source in state.meaning.sources),
        runner.context.draws.kept(),
        runner.room.recorded if runner.room else 0,
    )


def go_back(runner: Runner, to: Mark) -> None:
    """Let the runner stand where it stood, however it has come away from there: also half-way through a trial."""
    state = runner._state
    state.values.clear()
    state.values.update(to.values)
    state.ran[:] = to.ran
    state.words = set(to.words)
    for parameter, was in zip(_parameters(runner.plan), to.parameters, strict=True):
        parameter.value, parameter.call, parameter.initial = was
    runner._schedule = to.schedule
    if to.schedule:
        to.schedule.counters.back(to.counted)
        to.schedule.sets = [*to.sets]
    runner.trials, runner._ran = to.trials, to.has_run
    runner.context.draws.back(to.draws)
    state.meaning = to.meaning
    _draw_as(to.meaning.sources, to.sources)
    if runner.room:
        runner.room.begin(state)
        runner.room.recorded = to.recorded
    runner._recompile()


def stand_as(runner: Runner, to: Mark) -> None:
    """Let another runner of the same graph stand where one stood.

    It has its own settings; its streams of random numbers are to be copies of that one's.
    """
    state = runner._state
    state.values.clear()
    state.values.update(to.values)
    state.ran[:] = to.ran
    state.words = set(to.words)
    if runner._schedule:
        runner._schedule.counters.back(to.counted)
    runner.trials, runner._ran = to.trials, to.has_run
    _draw_as(state.meaning.sources, to.sources)
    runner._recompile()


def _draw_as(sources: Sequence[Source], left: Sequence[tuple[float, ...]]) -> None:
    for source, numbers in zip(sources, left, strict=True):
        source.go_on(numbers)


def _parameters(plan: GraphPlan) -> Iterator[ParameterPlan]:
    return (parameter for node in plan.nodes for parameter in node.parameters)
