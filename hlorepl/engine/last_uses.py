"""When a value is read for the last time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .plan import Plan


def mark_last_uses(plan: Plan) -> None:
    """Say of each step what may be dropped after it, and whether it may overwrite an operand."""
    seen = {*plan.outputs, *plan.constants}
    for step in reversed(plan.steps):
        step.unused = tuple([slot for slot in step.outs if slot not in seen])
        seen.update(step.outs)
        step.frees = tuple([slot for slot in dict.fromkeys(step.ins) if slot not in seen])
        seen.update(step.frees)
        if step.owning is not None and step.updates is not None:
            slot = step.ins[step.updates]
            if plan.backend.is_host and slot in step.frees and step.ins.count(slot) == 1:
                step.owned_slot = slot
            else:
                step.owning = None
