"""What a program may be compared with, by the name that a caller gives."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import backends
from ..engine.arguments import given
from ..engine.program import entries
from ..errors import HloError
from ..verifier import verify
from .compare import Options, compare
from .precision import compare_precision
from .saved import compare_saved
from .two_programs import TwoPrograms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Function, Module
    from .report import Comparison
    from .sides import Side


def compare_with(
    module: Module, function: Function, arguments: Sequence[Any], against: str | Side, options: Options
) -> Comparison:
    """Compare a verified program with an engine, with itself in f64, or with what a folder or file holds; raises ``HloError``."""
    if against == "f64":
        return compare_precision(module, function, arguments, options)
    if not isinstance(against, str) or against in backends.names():
        return compare(module, function, arguments, against, options)
    if os.path.isdir(against):  # noqa: PTH112 - of a name that no system takes it says no
        return compare_saved(module, function, arguments, Path(against), options)
    raise HloError(f"nothing is called {against}", code="run.against")


def compare_modules(
    left: Module,
    right: Module | None,
    against: str | None,
    inputs: Sequence[Any],
    entry: str | None,
    options: Options,
) -> Comparison:
    """Compare a program with an engine, or with another program, on arguments of any kind; raises ``HloError``."""
    function = _function(left, entry)
    arguments = given(function, inputs)
    if right is None:
        return compare_with(left, function, arguments, against or "xla", options)
    return TwoPrograms((left, function), (right, _function(right, entry)), arguments, options).compare()


def _function(module: Module, entry: str | None) -> Function:
    problems = verify(module)
    if problems:
        raise problems[0]
    found = entries(module, entry)
    if not found:
        raise HloError("there is no function to compare", module.span, "run.entry")
    return found[0]
