"""The arrays of values that ops of the session have read, whatever their names mean by now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ir.core import Op
from ..ops.purity import has_effect
from .contexts import context_of
from .opened import free_in
from .running import run_ops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Value
    from .session import Session


def arrays_of(session: Session, values: Sequence[Value]) -> list[Any]:
    """What values hold, or held: as a name keeps it, or computed again. Raises ``run.debugger`` where neither can be."""
    known: dict[int, Any] = {}
    ops: list[Op] = []
    for value in values:
        _find(session, value, known, ops)
    if not ops:
        return [known[id(value)] for value in values]
    return run_ops(session, ops, [*values], context_of(session, anew=True), known)


def _find(session: Session, value: Value, known: dict[int, Any], ops: list[Op]) -> None:
    owner = value.owner
    if id(value) in known or owner in ops or _is_kept(session, value, known):
        return
    if not isinstance(owner, Op) or has_effect(owner):
        raise HloError(f"%{value.name}, which it read, is not kept any more", code="run.debugger")
    for each in free_in([owner]):
        _find(session, each, known, ops)
    ops.append(owner)


def _is_kept(session: Session, value: Value, known: dict[int, Any]) -> bool:
    """Whether a name means the value, now or in a state that undo goes back to."""
    for state in (session.state, *reversed(session.history)):
        bound = state.names.get(value.name)
        if bound is not None and bound.value is value:
            known[id(value)] = bound.array
            return True
    bound = next((each for each in session.state.names.values() if each.value is value), None)
    if bound is not None:
        known[id(value)] = bound.array
    return bound is not None
