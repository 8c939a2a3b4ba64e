"""Which array library computes: the only place that knows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..wording import offer

if TYPE_CHECKING:
    from .base import Backend

NAMES = ("numpy", "cupy")


def get(name: str) -> Backend:
    """The backend of that name; raises ``run.backend`` when there is none, or its library or device is missing."""
    if not isinstance(name, str):
        raise HloError(f"a backend is named by a text, not {name!r}", code="run.backend")
    return _made(name)


@cache
def _made(name: str) -> Backend:
    if name == "numpy":
        from .numpy import NumpyBackend

        return NumpyBackend()
    if name == "cupy":
        from .cupy import CupyBackend

        return CupyBackend()
    raise HloError(f"there is no backend {name}", code="run.backend", help=offer(name, NAMES))


def host(array: Any) -> Any:
    """A NumPy array with the values of an array of any backend; no copy when it is one."""
    get_it = getattr(array, "get", None)
    return array if get_it is None else get_it()
