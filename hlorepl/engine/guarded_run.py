"""Runs for observers who mind only what is not finite: at full speed first, and step by step where something was noticed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from ..errors import HloError
from .plan_frame import PlanFrame
from .process import Echo
from .stepper import Machine
from .world import World

if TYPE_CHECKING:
    from .context import RunContext
    from .guards import Guarded
    from .plan import Plan


def run_guarded(plan: Plan, given: list[Any], context: RunContext) -> tuple[Any, ...]:
    """Run a plan for a backend that ``guards``; what it does to the world outside it does once.

    Where something was noticed, it runs again from the world as it was, unheard, and the observers are told of all; else they are told of
    its beginning alone, with the constants of the program.
    """
    backend, process = cast("Guarded", plan.backend), context.process
    echo = Echo(process.emit)
    unwatched = context.unwatched(process.heard_by(echo))
    before, noticed = World.of(unwatched), backend.noticed
    try:
        if context.is_counted:
            unwatched.comes(given)
        results = plan.run([*given], unwatched)
    except HloError:
        if backend.noticed != noticed:
            with suppress(HloError):
                _again(plan, given, context, echo, before)
        raise
    if backend.noticed == noticed:
        frame = PlanFrame(plan, given)
        for observer in context.observers:
            observer.enter(frame)
        return results
    del results  # there is to be room for those of the other run, which are the same
    return _again(plan, given, context, echo, before)


def _again(plan: Plan, given: list[Any], context: RunContext, echo: Echo, before: World) -> tuple[Any, ...]:
    watched = context.unwatched(context.process.heard_by(echo))
    watched.observers = context.observers
    before.put_back(watched)
    with echo.silenced():
        return Machine(plan, given, watched).run()
