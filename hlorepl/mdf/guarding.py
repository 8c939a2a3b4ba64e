"""Trials for observers who mind only what is not finite: at full speed first, and told of where something was noticed."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from ..engine.finite import not_finite
from ..errors import HloError
from .marks import go_back, mark

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from .evaluation import Runner
    from .watching import Watch

    #: The inputs of a trial, by its number.
    Give = Callable[[int], Any]


class Guard:
    """Looks at what nodes make; ``noticed`` is whether something of it was not finite."""

    def __init__(self) -> None:
        self.noticed = False

    def look(self, value: Any) -> None:
        """Look at one value."""
        if not self.noticed and any(not_finite(value)):
            self.noticed = True

    def look_at_all(self, values: Iterable[Any]) -> None:
        """Look at some values."""
        for value in values:
            self.look(value)


@contextmanager
def guarded(runner: Runner, watch: Watch, give: Give | None, dt: float | None) -> Generator[Give | None]:
    """While trials run, unwatched; then, where something was noticed, they run again from where they began, watched.

    Inputs are asked for once.
    """
    guard, begin, given = Guard(), mark(runner), list[Any]()

    def keeping(step: int) -> Any:
        assert give is not None
        given.append(give(step))
        return given[-1]

    def again(failed: bool) -> None:
        if guard.noticed:
            count = runner.trials - begin.trials + failed
            go_back(runner, begin)
            _set(runner, watch, None)
            with suppress(HloError), runner.watched():
                for step in range(count):
                    runner._run(dt if runner.trials else None, given[step] if given else None)

    _set(runner, None, guard)
    try:
        yield None if give is None else keeping
    except HloError:
        again(True)
        raise
    except GeneratorExit:
        again(False)
        raise
    else:
        again(False)
    finally:
        _set(runner, watch, None)


def _set(runner: Runner, watch: Watch | None, guard: Guard | None) -> None:
    """Let the runner be watched, or guarded."""
    runner._watch = runner._state.watch = watch
    runner._state.guard = guard
    runner._recompile()
