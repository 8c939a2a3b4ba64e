"""Room on Python's stack for programs that are nested deep, but no deeper than the parser allows."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Frames: a thousand brackets or two hundred blocks need fewer, whoever calls.
_WANTED = 15_000
_lock = Lock()
_inside = 0
_before = 0


@contextmanager
def room() -> Iterator[None]:
    """A higher recursion limit inside; the old one is back when the last thread has left."""
    global _inside, _before
    with _lock:
        if not _inside:
            _before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_before, _WANTED))
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                sys.setrecursionlimit(_before)
