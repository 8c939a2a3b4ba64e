"""How a session runs something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.context import Draws, RunContext

if TYPE_CHECKING:
    from .session import Session


def context_of(session: Session, anew: bool = False) -> RunContext:
    """How the session runs something: what is printed is shown, and draws go on from the last one or begin ``anew``."""
    return RunContext(
        threads=session.threads,
        limit=session.max_memory,
        draws=Draws(session.draws.seed) if anew else session.draws,
        process=session.process,
        observers=session.observers,
    )
