"""Cases are tried: one after the other, or several side by side, and always the first that shows it is taken."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from ..interrupts import TimeIsUp, time_limit
from .interest import asked
from .worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from .case import Case
    from .interest import Answer, Interest

_T = TypeVar("_T")


class Trying:
    """``best`` is the smallest case until now, ``tried`` how many were asked; ``tell`` is called after each.

    ``seconds`` is the time that one case has, ``limit`` the bytes that its values may hold, ``jobs`` how many are asked at a time:
    what comes out does not depend on it.
    """

    def __init__(
        self,
        best: Case,
        interest: Interest,
        jobs: int = 1,
        seconds: float | None = None,
        limit: int | None = None,
        tell: Callable[[Trying], None] = lambda _: None,
    ):
        self.best = best
        self.interest = interest
        self.seconds = seconds
        self.limit = limit
        self.tried = 0
        self._jobs = jobs
        self._tell = tell
        self._refused: set[int] = set()
        self._begin()

    def _begin(self) -> None:
        is_apart = (self.interest.is_apart or self._jobs > 1) and not self.interest.is_process
        self._workers = [Worker(self.interest, self.limit) for _ in range(self._jobs)] if is_apart else []
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._pool = ThreadPoolExecutor(self._jobs) if self._jobs > 1 else None

    def ask_more_closely(self, answer: Answer) -> None:
        """From now on a case is to answer as the best one does."""
        interest = self.interest.like(self.best, answer)
        if interest != self.interest:
            self.end()
            self.interest = interest
            self._begin()

    def end(self) -> None:
        """Let go of all processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.end()
        self.interest.close()

    def answer(self, case: Case) -> Answer:
        """What one case answers."""
        if self._workers:
            worker = self._idle.get()
            try:
                return worker.ask(case, self.seconds)
            finally:
                self._idle.put(worker)
        if self.interest.is_process:
            return asked(case, self.interest, self.limit)
        try:
            with time_limit(self.seconds):
                return asked(case, self.interest, self.limit)
        except TimeIsUp:
            return self.interest.ended("timeout")

    def shows(self, case: Case | None) -> bool:
        """Whether a case shows it; it is the best one from then on."""
        return case is not None and self.first(iter([case]), lambda each: each) is not None

    def first(self, things: Iterator[_T], make: Callable[[_T], Case | None]) -> _T | None:
        """The first thing of which a case is made that shows it; the case is the best one from then on."""
        waiting: deque[tuple[_T, Case, int | None, Callable[[], Answer]]] = deque()
        is_more = True
        while is_more or waiting:
            while is_more and len(waiting) < self._jobs:
                made = self._next(things, make)
                is_more = made is not None
                if made is not None:
                    waiting.append(made)
            if not waiting:
                break
            thing, case, key, answer = waiting.popleft()
            if self._counted(case, key, answer):
                return thing
        return None

    def _next(
        self, things: Iterator[_T], make: Callable[[_T], Case | None]
    ) -> tuple[_T, Case, int | None, Callable[[], Answer]] | None:
        """The next case that is not known to fail, and what waits for its answer."""
        for thing in things:
            case = _made(thing, make)
            if case is None:
                continue
            key = self._key(case)
            if key not in self._refused:
                return thing, case, key, self._asking(case)
        return None

    def _asking(self, case: Case) -> Callable[[], Answer]:
        if self._pool is None:
            return lambda: self.answer(case)
        future: Future[Answer] = self._pool.submit(self.answer, case)
        return future.result

    def _key(self, case: Case) -> int | None:
        """What tells cases apart, where to ask costs more than this."""
        if not self._workers and not self.interest.is_process:
            return None
        arrays = tuple(b"" if array is None else array.tobytes() for array in case.arguments)
        return hash((case.text, arrays))

    def _counted(self, case: Case, key: int | None, answer: Callable[[], Answer]) -> bool:
        self.tried += 1
        shows = answer().shows
        if shows:
            self.best = case
        elif key is not None:
            self._refused.add(key)
        self._tell(self)
        return shows


def _made(thing: _T, make: Callable[[_T], Case | None]) -> Case | None:
    """The case, None where it cannot be put together: programs are cut in ways for which not every op was made."""
    try:
        return make(thing)
    except Exception:  # noqa: BLE001 - what cannot be put together need not be tried
        return None
