"""What a program may be compared with, by the name that a caller gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import backends
from ..errors import HloError
from .compare import Options, compare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Function, Module
    from .report import Comparison
    from .sides import Side


def compare_with(
    module: Module, function: Function, arguments: Sequence[Any], against: str | Side, options: Options
) -> Comparison:
    """Compare a verified program with an engine, with itself in f64, or with what a folder or file holds; raises ``HloError``."""
    if not isinstance(against, str) or against in backends.names():
        return compare(module, function, arguments, against, options)
    raise HloError(f"nothing is called {against}", code="run.against")
