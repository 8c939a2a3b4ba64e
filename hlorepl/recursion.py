"""Room on Python's stack for programs that are nested deep, but no deeper than the parser allows."""

from __future__ import annotations

import sys
from threading import Lock

#: Frames: a thousand brackets or two hundred blocks need fewer, whoever calls.
_WANTED = 15_000
_lock = Lock()
_inside = 0
_before = 0


class _Room:
    """Inside, the recursion limit is higher; the old one is back when the last thread has left."""

    def __enter__(self) -> None:
        global _inside, _before
        with _lock:
            if not _inside:
                _before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(_before, _WANTED))
            _inside += 1

    def __exit__(self, *error: object) -> None:
        global _inside
        with _lock:
            _inside -= 1
            if not _inside:
                sys.setrecursionlimit(_before)


_ROOM = _Room()


def room() -> _Room:
    """A higher recursion limit inside."""
    return _ROOM
