"""How a session runs something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.context import Draws, RunContext
from .per_process import arrays_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .session import Session
    from .state import State


def context_of(session: Session, anew: bool = False) -> RunContext:
    """How the session runs something: what is printed is shown, and draws go on from the last one or begin ``anew``."""
    found = RunContext(
        threads=session.threads,
        limit=session.max_memory,
        draws=Draws(session.draws.seed) if anew else session.draws,
        process=session.process,
        observers=session.observers,
    )
    return beside_values(session, found)


def beside_values(session: Session, context: RunContext) -> RunContext:
    """The context, in which what the session holds counts: it stays while something runs."""
    if context.is_counted:
        context.frames.append(_Held(session.state))
        context.most = session.state.held
    return context


class _Held:
    """The arrays of a session, looked up when somebody counts them exactly: that is seldom."""

    def __init__(self, state: State):
        self._state = state

    def __iter__(self) -> Iterator[Any]:
        return (array for bound in self._state.names.values() for array in arrays_of(bound.array))
