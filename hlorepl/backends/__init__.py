"""Which array library computes: the only place that knows.

A backend is a file of this folder that gives ``BACKEND``, a subclass of ``base.Backend``; its name is the file's. One that is in
another package is found by the entry point group ``hlorepl.backends`` (name: ``module:Class``).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..wording import offer
from .base import Backend

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: Files of this folder that are no backends.
_OTHERS = ("__init__", "abilities", "base")
_GROUP = "hlorepl.backends"


#: What computes where nobody asks for another.
DEFAULT = "numpy"


@cache
def own_names() -> tuple[str, ...]:
    """The names of the backends in this folder, whether or not their libraries and devices are there."""
    found = [path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in _OTHERS]
    return tuple(sorted(found, key=lambda name: (name != DEFAULT, name)))


@cache
def names() -> tuple[str, ...]:
    """The names of all backends."""
    return (*own_names(), *sorted(_elsewhere()))


def get(name: str | Backend) -> Backend:
    """The backend of that name, or the given one; raises ``run.backend`` when there is none, or its library or device is missing."""
    if isinstance(name, Backend):
        return name
    if not isinstance(name, str):
        raise HloError(f"a backend is named by a text, not {name!r}", code="run.backend")
    return _made(name)


@cache
def _made(name: str) -> Backend:
    if name in own_names():
        return import_module(f"{__name__}.{name}").BACKEND()
    if name not in names():
        raise HloError(f"there is no backend {name}", code="run.backend", help=offer(name, names()))
    return _elsewhere()[name].load()()


@cache
def _elsewhere() -> dict[str, EntryPoint]:
    """The backends that other packages bring."""
    import importlib.metadata  # late: start-up

    return {entry.name: entry for entry in importlib.metadata.entry_points(group=_GROUP)}


def host(array: Any) -> Any:
    """A NumPy array with the values of an array of any backend; no copy when it is one."""
    get_it = getattr(array, "get", None)
    return array if get_it is None else get_it()
