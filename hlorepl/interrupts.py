"""What comes into a run from outside: Ctrl-C, and the end of its time.

Ctrl-C while something is imported is taken when that is whole: a library of which half was read could never be used again.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator
    from types import FrameType

#: What is under ``signal``, without its enumerations: these cost more than all else that a statement of a session pays for this.
_raw: Any = import_module("_signal")
#: Where Python's own code of imports is from.
_IMPORTS = "<frozen importlib._bootstrap>"
_SIGINT = int(signal.SIGINT)
#: Seconds until an interrupt that came too early comes again.
_AGAIN = 0.02


def _take(number: int, frame: FrameType | None) -> None:
    """Raise ``KeyboardInterrupt``, now or as soon as nothing is being imported."""
    if not is_importing(frame):
        raise KeyboardInterrupt
    again = threading.Timer(_AGAIN, os.kill, [os.getpid(), number])
    again.daemon = True
    again.start()


def is_importing(frame: FrameType | None) -> bool:
    """Whether a frame runs for an import."""
    while frame is not None:
        if frame.f_code.co_filename == _IMPORTS:
            return True
        frame = frame.f_back
    return False


class ImportsWhole:
    """Inside, no interrupt comes into an import, where Python's own handler would have let it."""

    __slots__ = ("_is_ours",)

    def __enter__(self) -> None:
        is_main = threading.current_thread() is threading.main_thread()
        self._is_ours = is_main and _raw.getsignal(_SIGINT) is signal.default_int_handler
        if self._is_ours:
            _raw.signal(_SIGINT, _take)

    def __exit__(self, *error: object) -> None:
        if self._is_ours:
            _raw.signal(_SIGINT, signal.default_int_handler)


class TimeIsUp(BaseException):
    """Raised by the alarm; passes through every handler of ordinary errors."""


@contextmanager
def time_limit(seconds: float | None) -> Generator[None]:
    """Raise ``TimeIsUp`` inside when the seconds are over; None, or a system without alarms, sets no limit."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: Any) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
