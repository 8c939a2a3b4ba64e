"""What is running, told while it runs: after a second, and then at longer and longer intervals. The run itself does nothing for it."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST = 1.0
"""Seconds until something is said."""
_LONGEST = 30.0


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
        while not self._done.wait(interval):
            interval = min(interval * 2, _LONGEST)
            place = self._place()
            if not self._done.is_set():
                self._say(f"{self._what or 'running'}{place}, {time.monotonic() - begin:.0f} s")

    def _place(self) -> str:
        from .whereabouts import place_of, running_now  # late: start-up

        try:
            return place_of(running_now(self._thread))
        except Exception:  # noqa: BLE001 - the run goes on while its frames are read, and nothing may come of that
            return ""
