"""The last run that failed or was interrupted, with all that it takes to run it once more up to there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..engine.whereabouts import Running, interrupted_at, place_of
from ..engine.world import World
from ..errors import HloError

if TYPE_CHECKING:
    from types import TracebackType

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
    def ops(self) -> list[Running]:
        """The ops of the path; the trials of a model have none."""
        return [each for each in self.path if each.origin is not None]

    @property
    def where(self) -> str:
        """`` at line 3 of a.mlir, turn 12``, or nothing."""
        return place_of(self.path)


class remembered:  # noqa: N801 - it is used as a function is
    """While something runs: where it fails or is interrupted, the session can stand there once more."""

    __slots__ = ("context", "run", "session", "world")

    def __init__(self, session: Session, run: Stoppable, context: RunContext):
        self.session, self.run, self.context = session, run, context
        self.world = World.of(context)

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, HloError):
            self.session.failure = FailedRun(self.run, self.world, self.context, error, [])
        elif isinstance(error, KeyboardInterrupt):
            self.session.failure = FailedRun(self.run, self.world, self.context, None, interrupted_at(trace))
