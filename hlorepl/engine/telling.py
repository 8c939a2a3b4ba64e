"""What is running, told while it runs: after a second, and then at longer and longer intervals. The run itself does nothing for it."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST = 1.0
"""Seconds until something is said."""
LONGEST = 30.0
"""Seconds between two reports in the end."""


class Telling:
    """While something runs in this thread, another one says how far it is: the op, the turn of each loop around it, the seconds.

    ``say`` is called in that other thread, with a text on one line; ``what`` stands before it, such as a file's name.
    """

    def __init__(self, say: Callable[[str], None], what: str = "", first: float = FIRST):
        self._say = say
        self._what = what
        self._first = first
        self._done = threading.Event()
        self._thread = threading.current_thread().ident or 0

    def __enter__(self) -> None:
        threading.Thread(target=self._watch, daemon=True, name="hlorepl-telling").start()

    def __exit__(self, *error: object) -> None:
        self._done.set()

    def _watch(self) -> None:
        begin, interval = time.monotonic(), self._first
        left = Left(begin)
        while not self._done.wait(interval):
            interval = min(interval * 2, LONGEST)
            place, done = self._place()
            now = time.monotonic()
            about = left.text(done, now)
            if not self._done.is_set():
                self._say(f"{self._what or 'running'}{place}, {now - begin:.0f} s{about}")

    def _place(self) -> tuple[str, float | None]:
        """Where it is, and which part is done, where that is known."""
        from .whereabouts import done_of, place_of, running_now  # late: start-up

        try:
            path = running_now(self._thread)
            return place_of(path), done_of(path)
        except Exception:  # noqa: BLE001 - the run goes on while its frames are read, and nothing may come of that
            return "", None


class Left:
    """How long something may still take: as fast as it has gone since it was first looked at, or since it began."""

    def __init__(self, begin: float):
        self._since, self._done = begin, 0.0
        self._last = 0.0

    def text(self, done: float | None, now: float) -> str:
        """``, about 20 s left``; nothing where no part is known to be done. Less than before is another loop, which begins here."""
        is_more, self._last = done is not None and done >= self._last, done or 0.0
        if done is None or not is_more or done <= self._done or now <= self._since:
            self._since, self._done = now, self._last
            return ""
        seconds = (1.0 - done) * (now - self._since) / (done - self._done)
        return f", about {duration(seconds)} left"


def duration(seconds: float) -> str:
    """``20 s``, ``3 min``, ``2.5 h``, ``4 days``: no finer than one wants to know."""
    if seconds < 100:
        return f"{max(seconds, 1):.0f} s"
    if seconds < 6_000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 172_800 else f"{seconds / 86400:.0f} days"
