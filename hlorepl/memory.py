"""How many bytes values hold, and how many the machine has."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, cast

from .errors import HloError
from .ir.types import TensorType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .ir.core import Op


def bytes_in(frames: Iterable[Iterable[Any]]) -> int:
    """The bytes of all arrays in some lists of values, each counted once, views not at all."""
    found: dict[int, int] = {}
    for values in frames:
        for value in values:
            _count(value, found)
    return sum(found.values())


def held_by(value: Any) -> int:
    """No less than the bytes of the arrays that a value holds: what is in it twice counts twice."""
    if isinstance(value, tuple | list):
        return sum(map(held_by, cast("Sequence[Any]", value)))
    return getattr(whole(value), "nbytes", 0)


def bytes_shown(value: Any) -> int:
    """The bytes of all elements of a value, those of views too: what a copy of it takes."""
    if isinstance(value, tuple | list):
        return sum(map(bytes_shown, cast("Sequence[Any]", value)))
    return getattr(value, "nbytes", 0)


def _count(value: Any, found: dict[int, int]) -> None:
    if isinstance(value, tuple | list):
        for part in cast("Sequence[Any]", value):
            _count(part, found)
        return
    array = whole(value)
    if hasattr(array, "nbytes"):
        found[id(array)] = array.nbytes


def whole(value: Any) -> Any:
    """The array that a view is a view of; anything else as it is."""
    while getattr(value, "base", None) is not None and hasattr(value.base, "nbytes"):
        value = value.base
    return value


def require_possible(ops: Sequence[Op]) -> None:
    """Raise ``limit.memory`` for an op, before anything is made, whose results alone are more than the machine has."""
    most = machine()
    for op in ops:
        wanted = sum(bytes_of(result.type) for result in op.results)
        if wanted > most:
            raise HloError(f"{op.name} makes {wanted} bytes; this machine has {most}", op.span, "limit.memory")


def require_room(of: TensorType, count: int, limit: int | None, what: str) -> None:
    """Raise ``limit.memory`` for an array of so many elements that alone is more than may be held."""
    wanted = count * of.dtype.itemsize
    if limit is not None and wanted > limit:
        raise HloError(f"{what} needs {wanted} bytes; --max-memory allows {limit}", None, "limit.memory")


def bytes_of(of: Any) -> int:
    """The bytes of a value of a static tensor type; 0 for any other."""
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
    from pathlib import Path  # late: start-up

    for name in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            return int(Path(name).read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
    return sys.maxsize


def guard() -> None:
    """Let this process ask for no more memory than the machine has: an error here is better than being killed."""
    try:
        import resource  # late: start-up
    except ImportError:  # no such limits on this system
        return
    most, (soft, hard) = machine(), resource.getrlimit(resource.RLIMIT_AS)
    if most == sys.maxsize or soft != resource.RLIM_INFINITY and soft <= most:
        return
    try:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (ValueError, OSError):  # the system knows better
        return
