"""How many bytes values hold, and how many the machine has."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Any, cast

from .digits import natural
from .errors import HloError
from .ir.types import TensorType
from .wording import size_text

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from .ir.core import Op
    from .source import Span


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
    if sum([bytes_of(result.type) for op in ops for result in op.results]) <= most:
        return
    for op in ops:
        wanted = sum([bytes_of(result.type) for result in op.results])
        if wanted > most:
            raise HloError(
                f"{op.name} makes {size_text(wanted)}; this machine has {size_text(most)}", op.span, "limit.memory"
            )


def require_room(of: TensorType, count: int, limit: int | None, what: str) -> None:
    """Raise ``limit.memory`` for an array of so many elements that alone is more than may be held."""
    wanted = count * of.dtype.itemsize
    if limit is not None and wanted > limit:
        raise beyond(limit, wanted, 0, what)


def beyond(limit: int, wanted: int, held: int, what: str, span: Span | None = None) -> HloError:
    """What is wanted, beside what is held, or what is held when nothing more is wanted, is more than may be held."""
    message = f"{what} needs {size_text(wanted)}" if wanted else f"{what}: {size_text(held)} are held"
    beside = f" beside the {_bare(held)} held" if wanted and held else ""
    return HloError(f"{message}{beside}; --max-memory allows {_bare(limit)}", span, "limit.memory")


def _bare(count: int) -> str:
    """How many bytes, where the word has been said."""
    return size_text(count).removesuffix(" bytes")


def bytes_of(of: Any) -> int:
    """The bytes of a value of a static tensor type; 0 for any other."""
    return of.size * of.dtype.itemsize if isinstance(of, TensorType) and of.is_static else 0


_machine: int | None = None
#: The part of the machine's memory that values may hold where nobody says otherwise: kernels need some beside them, and so do others.
_SHARE = 3, 4
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def machine() -> int:
    """The bytes of memory of the machine, or those that this process or its group of processes is confined to."""
    global _machine
    if _machine is None:
        _machine = min(_physical(), confined(_text("/proc/self/cgroup"), "/sys/fs/cgroup"), _addresses())
    return _machine


class DefaultLimit(int):
    """The bytes that values may hold where no limit is given. Processes side by side share them; a given limit is each one's."""

    def part(self, count: int) -> DefaultLimit:
        """The part of each of so many processes."""
        return DefaultLimit(self // count)


def default_limit() -> DefaultLimit:
    """The bytes that values may hold where no limit is given: three quarters of the machine's."""
    part, whole = _SHARE
    return DefaultLimit(machine() // whole * part)


def limit_of(wanted: float | None) -> int | None:
    """The bytes that values may hold where so many are asked for; None and infinity: the default, and no limit (None)."""
    if wanted is None:
        return default_limit()
    if not isinstance(wanted, int | float) or isinstance(wanted, bool) or not wanted >= 0:
        raise HloError(f"a limit of memory is a number of bytes, not {wanted!r}", code="type.argument")
    if isinstance(wanted, DefaultLimit):
        return wanted
    return None if wanted == inf else int(wanted)


def size_in(text: str) -> int | None:
    """The bytes that ``1000000``, ``512M`` or ``2G`` says; None for ``none``, no limit. Raises ``ValueError``."""
    if text.lower() == "none":
        return None
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].upper() in _UNITS and text else (text, "")
    count = natural(number)
    if not count:
        raise ValueError(f"{text!r} is no number of bytes, as 1000000, 512M or 2G; or none, for no limit")
    return count * _UNITS[unit]


def _physical() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return sys.maxsize


def _addresses() -> int:
    """What ``ulimit -v`` leaves."""
    try:
        import resource  # late: start-up
    except ImportError:  # no such limits on this system
        return sys.maxsize
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def confined(groups: str, root: str) -> int:
    """What the groups of ``/proc/self/cgroup`` may hold, and all groups that they are in; either version of control groups."""
    found = [sys.maxsize]
    for line in groups.splitlines():
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if not controllers:
            folders, file = (root, f"{root}/unified"), "memory.max"
        elif "memory" in controllers.split(","):
            folders, file = (f"{root}/memory", root), "memory.limit_in_bytes"
        else:
            continue
        steps = [
            step for step in path.split("/") if step not in ("", "..")
        ]  # what lies outside of the root is not ours to see
        for folder in folders:
            for count in range(len(steps) + 1):
                text = _text("/".join([folder, *steps[:count], file])).strip()
                if text.isascii() and text.isdigit():
                    found.append(int(text))
    return min(found)


def _text(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:  # noqa: PTH123 - start-up
            return file.read()
    except OSError:
        return ""


#: The soft limit that ``guard`` found, where it has set a lower one.
_lowered_from: int | None = None


def guard() -> None:
    """Let this process ask for no more memory than the machine has: an error here is better than being killed."""
    global _lowered_from
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
    _lowered_from = soft


@contextmanager
def unguarded() -> Generator[None]:
    """While another program is started: what ``guard`` lowered is not its limit. Browsers and compilers reserve more than they use."""
    if _lowered_from is None:
        yield
        return
    import resource  # late: start-up

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_lowered_from, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
