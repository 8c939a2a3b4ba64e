"""How many bytes a run may hold in values: counted before each op makes its results."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .errors import HloError
from .ir.types import TensorType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .ir.core import Op

#: Bytes, or None for as many as there are.
limit: int | None = None


class _Frames(threading.local):
    """The values of the plans that a thread is in, the outermost first."""

    def __init__(self) -> None:
        self.values: list[list[Any]] = []


_frames = _Frames()


@contextmanager
def frame(values: list[Any]) -> Iterator[None]:
    """While a plan runs, what it holds counts."""
    _frames.values.append(values)
    try:
        yield
    finally:
        _frames.values.pop()


def check(step: Any) -> None:
    """Raise ``limit.memory`` when the results of a step do not fit beside what is held already."""
    if limit is None:
        return
    wanted = sum(_bytes(result.type) for result in step.op.results)
    _refuse_beyond(wanted, step.op.name, step.op.span)


def require(count: int, dtype: Any, what: str) -> None:
    """Raise ``limit.memory`` when an array whose size shows only now does not fit beside what is held."""
    if limit is not None:
        _refuse_beyond(count * dtype.itemsize, what, None)


def _refuse_beyond(wanted: int, what: str, span: Any) -> None:
    held = _held()
    if limit is not None and held + wanted > limit:
        message = f"{what} needs {wanted} bytes beside the {held} held; --max-memory allows {limit}"
        raise HloError(message, span, "limit.memory")


def _held() -> int:
    """The bytes of all arrays that the running plans hold, each counted once, views not at all."""
    found: dict[int, int] = {}
    for values in _frames.values:
        for value in values:
            _count(value, found)
    return sum(found.values())


def _count(value: Any, found: dict[int, int]) -> None:
    if isinstance(value, tuple):
        for part in value:
            _count(part, found)
        return
    while getattr(value, "base", None) is not None and hasattr(value.base, "nbytes"):
        value = value.base
    if hasattr(value, "nbytes"):
        found[id(value)] = value.nbytes


def require_possible(ops: Sequence[Op]) -> None:
    """Raise ``limit.memory`` for an op, before anything is made, whose results alone are more than may be held."""
    most = limit if limit is not None else machine()
    for op in ops:
        wanted = sum(_bytes(result.type) for result in op.results)
        if wanted > most:
            whose = "--max-memory allows" if limit is not None else "this machine has"
            raise HloError(f"{op.name} makes {wanted} bytes; {whose} {most}", op.span, "limit.memory")


def _bytes(of: Any) -> int:
    return of.size * of.dtype.itemsize if isinstance(of, TensorType) and of.is_static else 0


_machine: int | None = None


def machine() -> int:
    """The bytes of memory of the machine, or of the group of processes that this one is confined to."""
    global _machine
    if _machine is None:
        _machine = min(_physical(), _confined())
    return _machine


def _physical() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return sys.maxsize


def _confined() -> int:
    from pathlib import Path  # late: on demand

    for name in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            return int(Path(name).read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
    return sys.maxsize


def guard() -> None:
    """Let this process ask for no more memory than the machine has: an error here is better than being killed."""
    try:
        import resource  # late: on demand
    except ImportError:  # no such limits on this system
        return
    most, (soft, hard) = machine(), resource.getrlimit(resource.RLIMIT_AS)
    if most == sys.maxsize or soft != resource.RLIM_INFINITY and soft <= most:
        return
    try:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (ValueError, OSError):  # the system knows better
        return
