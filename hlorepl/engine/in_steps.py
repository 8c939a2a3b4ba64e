"""How a step whose rule says what it runs (``ops/flow.py``) runs when nobody wants to stop in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ops.flow import Done, Enter, Wait

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from ..ops.flow import Run, Step
    from .context import RunContext
    from .plan import Plan
    from .step import Runnable


def in_steps(
    rule: Callable[..., Any], count: int, keywords: dict[str, Any], arguments: list[Any], context: RunContext
) -> tuple[Any, ...]:
    """Go through all steps of a rule of so many operands; what is handed to a region, nobody else holds on to."""
    captured = arguments[count:]
    step: Step = rule(*arguments[:count], **keywords)
    arguments.clear()
    while isinstance(step, Enter):
        region, then, aside, given = step.region, step.then, step.aside, [*step.args]
        _entered, _of = step.number, step.of  # for whoever asks where this was interrupted (``whereabouts.py``)
        del step
        if region.captures:
            given += captured
        step = then(_run(region, given, aside, context))
    assert isinstance(step, Done)
    return step.values


def _run(region: Runnable, given: list[Any], aside: int, context: RunContext) -> tuple[Any, ...]:
    if not aside or not context.is_counted:
        return region.run(given, context)
    return context.keeping(aside, region.run, given)


def by_rule(
    rule: Callable[[list[Any], RunContext], Step], arguments: list[Any], context: RunContext
) -> tuple[Any, ...]:
    """Go through all steps of a bound rule, which may wait: a process alone has the answers. Empties the list."""
    step = rule(arguments, context)
    arguments.clear()
    while not isinstance(step, Done):
        if isinstance(step, Wait):
            step = step.then(context.process.answer(step.request))
        else:
            region, then, aside, given = step.region, step.then, step.aside, [*step.args, *step.region.captured]
            _entered, _of = step.number, step.of
            step = then(_run(region, given, aside, context))
    return step.values


def in_turns(
    rule: Callable[[list[Any], RunContext], Step], arguments: list[Any], context: RunContext
) -> Generator[Any, Any, tuple[Any, ...]]:
    """The same as a generator, which gives what it waits for and is sent a list with the answer, which it empties."""
    step = rule(arguments, context)
    arguments.clear()
    while not isinstance(step, Done):
        if isinstance(step, Wait):
            step = step.then((yield step.request).pop())
        else:
            plan: Plan = step.region.plan
            then, given = step.then, [*step.args, *step.region.captured]
            _entered = step.kind, step.number  # for whoever asks where this waits (``whereabouts.py``)
            del step
            step = then((yield from plan.resume(given, context)) if plan.waits else plan.run(given, context))
    return step.values


def listed(run: Run) -> Callable[..., Any]:
    """The function of the context and the arrays for one of a list of them and the context."""

    def function(context: RunContext, *arrays: Any) -> Any:
        return run(list(arrays), context)

    return function
