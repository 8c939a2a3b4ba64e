"""What is done to a plan before it runs where nobody looks: calls written out, known values worked out, steps joined.

Observers, the stepper and runs that must be counted op by op see the plan as it is written; each pass gives the same results
to the bit. A pass takes a ``Draft`` and changes it; ``improved`` runs them in order. What they did, and why not, they note.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from ..op_origin import OpOrigin
from .draft import Draft

if TYPE_CHECKING:
    from ..plan import Plan

#: Plans of fewer elements than this in every result gain by fewer calls alone, not by how arrays go through the cache.
LARGE = 65_536


def improved(plan: Plan) -> Plan:
    """The plan for runs that nobody watches; the same one where there is nothing to gain."""
    steps = plan.steps
    if len(steps) < 2 and not any(step.regions for step in steps):
        return plan
    if plan.is_run_once and not any(step.regions or any(map(_is_large, step.shapes)) for step in steps):
        return plan
    if not plan.backend.is_host or plan.waits or not any(isinstance(step.origin, OpOrigin) for step in steps):
        return plan
    from ...ops.control.counted_loop import Loop  # late: on demand
    from .folding import drop_unread, fold  # late: on demand
    from .inlining import inline  # late: on demand
    from .patterns import recognise  # late: on demand

    draft = Draft(plan)
    inline(draft)
    fold(draft)
    recognise(draft)
    drop_unread(draft)
    if any(isinstance(step.function, Loop) or any(map(_is_large, step.shapes)) for step in draft.steps):
        from .joining import join  # late: on demand
        from .looping import find_loops  # late: on demand

        find_loops(draft)
        drop_unread(draft)
        join(draft)
        drop_unread(draft)
    return draft.finished()


def _is_large(shape: tuple[int, ...] | None) -> bool:
    return shape is not None and prod(shape) >= LARGE
