"""What a command line says of a session, for every face that opens one."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import Namespace


def session_options(options: Namespace) -> dict[str, Any]:
    """The parameters of a ``Session`` that a command line asks for."""
    return {
        "backend": options.backend,
        "grid": options.grid or (1, 1),
        "seed": options.seed,
        "threads": options.threads or 0,
        "max_memory": inf if options.max_memory is None else options.max_memory,
    }
