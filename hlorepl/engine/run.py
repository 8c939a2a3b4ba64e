"""The one way in which a plan is run: by ``compile``, the command line, every statement of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..recursion import room

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from .context import RunContext
    from .plan import Plan


def run(plan: Plan, arguments: Sequence[Any], context: RunContext) -> tuple[Any, ...]:
    """Run on arrays of the declared types, of the host or of the plan's backend; results are the backend's.

    Where the context has observers they are told of every op, and no ops are joined. Raises ``HloError``.
    """
    backend = plan.backend
    if not context.observers and not context.is_counted and plan.is_shallow:
        with backend.quiet():
            try:
                return plan.run(backend.all_to_device(arguments), context)
            except RecursionError:  # of whoever calls
                raise too_deep(plan) from None
    with backend.quiet(), room():
        given = backend.all_to_device(arguments)
        try:
            if context.observers:
                return _watched(plan, given, context)
            if context.is_counted:
                context.comes(given)
            return plan.run(given, context)
        except RecursionError:  # before any step has begun, which would say where
            raise too_deep(plan) from None


def _watched(plan: Plan, given: list[Any], context: RunContext) -> tuple[Any, ...]:
    if plan.backend.guards and all(observer.minds_infinite_alone for observer in context.observers):
        from .guarded_run import run_guarded  # late: on demand

        return run_guarded(plan, given, context)
    from .stepper import Machine  # late: on demand

    return Machine(plan, given, context).run()


def too_deep(plan: Plan) -> HloError:
    """The error of a plan whose calls, each inside of another, are too many for Python."""
    span = plan.steps[0].origin.span if plan.steps else None
    return HloError("calls are nested too deep", span, "limit.depth")


def resume(plan: Plan, arguments: list[Any], context: RunContext) -> Generator[Any, Any, tuple[Any, ...]]:
    """Run on arrays of the plan's backend (the list is emptied), and give a request where the process has to wait for others.

    What is sent is a list with the answer. Whoever drives it sees to ``backend.quiet()`` and ``room()``.
    """
    if context.observers or context.is_counted and plan.waits and not _is_sure(plan, arguments, context):
        from .stepper import Machine  # late: on demand

        machine = Machine(plan, arguments, context)
        return (yield from machine.resume())
    if not plan.waits:
        if context.is_counted:
            context.comes(arguments)
        return plan.run(arguments, context)
    was_counted, context.is_counted = context.is_counted, False
    try:
        return (yield from plan.resume(arguments, context))
    finally:
        context.is_counted = was_counted


def _is_sure(plan: Plan, arguments: list[Any], context: RunContext) -> bool:
    """Whether all fits that the plan may come to hold, which is counted as held from now on."""
    context.comes(arguments)
    peak = plan.peak_on(arguments)
    if peak is None or not context.has_room(peak, arguments):
        return False
    context.most += peak
    return True
