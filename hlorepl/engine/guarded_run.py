"""Runs for observers who mind only what is not finite: at full speed first, and step by step where something was noticed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .guards import Noticed
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

    Where something is noticed, it begins anew from the world as it was, saying nothing again, and the observers are told of all; else
    they are told of its beginning alone, with the constants of the program.
    """
    process = context.process.heard_by(Echo(context.process.emit))
    unwatched = context.unwatched(process)
    before = World.of(unwatched)
    if context.is_counted:
        unwatched.comes(given)
    try:
        with cast("Guarded", plan.backend).looks_on():
            results = plan.run([*given], unwatched)
    except Noticed:
        watched = context.unwatched(process)
        watched.observers = context.observers
        before.put_back(watched)
        return Machine(plan, given, watched).run()
    frame = PlanFrame(plan, given)
    for observer in context.observers:
        observer.enter(frame)
    return results
