"""Trials for observers who mind only what is not finite: at full speed until something is noticed, and told of from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.finite import not_finite
from ..engine.guards import Noticed
from .marks import go_back, mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .evaluation import Runner
    from .watching import Watch


class Guard:
    """Looks at what the nodes of a runner make, from here on; ``watch`` tells observers, once it is needed."""

    def __init__(self, runner: Runner, watch: Watch):
        self._runner = runner
        self._watch = watch
        self._begin = mark(runner)
        self._given: list[Any] = []
        self._set(None, self)

    def look(self, value: Any) -> None:
        """Look at a value; raises ``Noticed``."""
        if any(not_finite(value)):
            raise Noticed

    def look_at_all(self, values: Iterable[Any]) -> None:
        """Look at some values."""
        for value in values:
            self.look(value)

    def keeping(self, give: Callable[[int], Any]) -> Callable[[int], Any]:
        """The inputs of each trial, which are asked for once."""

        def kept(step: int) -> Any:
            self._given.append(give(step))
            return self._given[-1]

        return kept

    def tell(self, dt: float | None) -> None:
        """Stand at the trial in which something was noticed once more, watched: observers are told of those before it."""
        runner, count = self._runner, self._runner.trials - self._begin.trials
        go_back(runner, self._begin)
        self._set(self._watch, None)
        for step in range(count):
            runner._run(dt if runner.trials else None, self._given[step] if self._given else None)

    def end(self) -> None:
        """Look no more."""
        self._set(self._watch, None)

    def _set(self, watch: Watch | None, guard: Guard | None) -> None:
        state = self._runner._state
        self._runner._watch = state.watch = watch
        state.guard = guard
        self._runner._recompile()
