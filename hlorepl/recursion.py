"""Room on Python's stack for programs that are nested deep, but no deeper than the parser allows."""

from __future__ import annotations

import sys
from threading import Lock, get_ident

#: Frames: a thousand brackets or two hundred blocks need fewer, whoever calls.
_WANTED = 15_000
_lock = Lock()
#: How many rooms each thread is in.
_inside: dict[int, int] = {}
_before = 0


class _Room:
    """Inside, the recursion limit is higher; the old one is back when the last thread has left."""

    def __enter__(self) -> None:
        global _before
        try:
            with _lock:
                if not _inside:
                    _before = sys.getrecursionlimit()
                    sys.setrecursionlimit(max(_before, _WANTED))
                _inside[get_ident()] = _inside.get(get_ident(), 0) + 1
        except BaseException:  # an interrupt: nobody will leave
            _leave(1)
            raise

    def __exit__(self, *error: object) -> None:
        _leave(1)


def _leave(count: int) -> None:
    with _lock:
        left = _inside.pop(get_ident(), 0) - count
        if left > 0:
            _inside[get_ident()] = left
        elif not _inside and _before:
            sys.setrecursionlimit(_before)


_ROOM = _Room()


def room() -> _Room:
    """A higher recursion limit inside."""
    return _ROOM


def leave_rooms() -> None:
    """This thread is in none any more: an interrupt may have met it while it left one."""
    _leave(_inside.get(get_ident(), 0))
