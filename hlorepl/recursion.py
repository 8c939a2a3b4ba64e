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
    """A class, since every statement enters it several times: a generator would cost three times as much."""

    __slots__ = ()

    def __enter__(self) -> None:
        global _inside, _before
        with _lock:
            if not _inside:
                _before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(_before, _WANTED))
            _inside += 1

    def __exit__(self, *_: object) -> None:
        global _inside
        with _lock:
            _inside -= 1
            if not _inside:
                sys.setrecursionlimit(_before)


_ROOM = _Room()


def room() -> _Room:
    """A higher recursion limit inside of ``with``; the old one is back when the last thread has left."""
    return _ROOM
