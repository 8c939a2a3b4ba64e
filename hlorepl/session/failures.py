"""The last run that failed or was interrupted, with all that it takes to run it once more up to there."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from ..engine.whereabouts import Running, interrupted_at
from ..engine.world import World
from ..errors import HloError

if TYPE_CHECKING:
    from collections.abc import Generator

    from ..engine.context import RunContext
    from .session import Session
    from .stoppable import Stoppable


class FailedRun(NamedTuple):
    """A run, the world as it was before, and where it was interrupted (empty where it failed by itself)."""

    run: Stoppable
    world: World
    context: RunContext
    error: HloError | None
    path: list[Running]

    @property
    def where(self) -> str:
        """`` at line 3 of a.mlir, turn 12``, or nothing."""
        if not self.path:
            return ""
        last = self.path[-1].origin
        turns = ".".join(str(running.number) for running in self.path if running.number is not None)
        place = (
            f"line {last.span.line} of {last.span.source.name}" if last.span is not None else last.label or last.name
        )
        return f" at {place}{f', turn {turns}' if turns else ''}"


@contextmanager
def remembered(session: Session, run: Stoppable, context: RunContext) -> Generator[None]:
    """While something runs: where it fails or is interrupted, the session can stand there once more."""
    world = World.of(context)
    try:
        yield
    except HloError as error:
        session.failure = FailedRun(run, world, context, error, [])
        raise
    except KeyboardInterrupt as stopped:
        session.failure = FailedRun(run, world, context, None, interrupted_at(stopped.__traceback__))
        raise
