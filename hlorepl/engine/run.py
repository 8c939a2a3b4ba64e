"""The one way in which a plan is run: by ``compile``, the command line, every statement of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..recursion import room

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import RunContext
    from .plan import Plan


def run(plan: Plan, arguments: Sequence[Any], context: RunContext) -> tuple[Any, ...]:
    """Run on arrays of the declared types, of the host or of the plan's backend; results are the backend's.

    Where the context has observers they are told of every op, and no ops are joined. Raises ``HloError``.
    """
    backend = plan.backend
    with backend.quiet(), room():
        given = [backend.to_device(array) for array in arguments]
        if context.observers:
            from .stepper import Machine  # late: on demand

            return Machine(plan, given, context).run()
        return plan.run(given, context)
