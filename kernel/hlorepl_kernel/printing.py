"""Lines that a cell prints, sent together: a message for each line would drown whoever reads them."""

from __future__ import annotations

from collections import deque
from contextvars import copy_context
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

#: Seconds that a line may wait for others, and characters that may wait.
INTERVAL = 0.1
MOST_WAITING = 64 * 1024
#: Characters that a cell may print; of more only the number of lines is told.
MOST = 1_000_000


class Printed:
    """Gathers what is printed; ``send`` gets it at intervals, from the thread that prints or from one that waits for it."""

    def __init__(self, send: Callable[[str], None]):
        self.send = send
        self._waiting: deque[str] = deque()
        self._size = 0
        self._total = 0
        self._left_out = 0
        self._last = 0.0
        self._timer: Timer | None = None
        #: Held while something is sent, so that it stays in order.
        self._lock = Lock()

    def line(self, text: str) -> None:
        """Print a line."""
        if self._total >= MOST:
            self._left_out += 1
            return
        self._total += len(text) + 1
        self._size += len(text) + 1
        self._waiting.append(text + "\n")
        if self._size >= MOST_WAITING or monotonic() - self._last >= INTERVAL:
            self.flush()
        elif self._timer is None:
            self._timer = Timer(INTERVAL, copy_context().run, [self.flush])
            self._timer.daemon = True
            self._timer.start()

    def flush(self) -> None:
        """Send what waits."""
        with self._lock:
            timer, self._timer = self._timer, None
            if timer is not None:
                timer.cancel()
            parts: list[str] = []
            while self._waiting:
                parts.append(self._waiting.popleft())
            self._size, self._last = 0, monotonic()
            if parts:
                self.send("".join(parts))

    def finish(self) -> None:
        """The cell has ended: send the rest, and tell of what is left out."""
        if self._left_out:
            self._waiting.append(
                f"… and {self._left_out} more lines, which are not shown: a cell prints at most {MOST} characters\n"
            )
            self._left_out = 0
        self.flush()
