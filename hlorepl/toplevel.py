"""The functions behind ``hlorepl.parse``, ``verify``, ``compile`` and ``print_module``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import require_type
from .source import Source

if TYPE_CHECKING:
    from .engine.program import Program
    from .errors import HloError
    from .ir.core import Module


def parse(text: str, name: str = "<text>") -> Module:
    """The module in a text; raises ``HloError`` with the first thing that cannot be read."""
    from .kinds import refuse_hlo_text  # late: start-up
    from .syntax.parser import parse as parse_source  # late: NumPy

    require_type(text, str, "text")
    source = Source(text, name)
    refuse_hlo_text(source)
    return parse_source(source)


def verify(module: Module) -> list[HloError]:
    """All problems of a module, in order; an empty list when it is valid."""
    from .verifier import verify as verify_module  # late: start-up

    _require_module(module)
    return verify_module(module)


def compile(  # noqa: A001 - the public name
    module: Module, entry: str | None = None, backend: str = "numpy", grid: tuple[int, int] | None = None
) -> Program:
    """A callable of arrays: checked and planned once, reusable, thread-safe; returns a tuple of fresh arrays.

    ``entry`` names the function; without it ``@main``, else the only public one. ``grid`` is how many replicas and partitions
    run it, each a process of its own (None: as the module says by ``mhlo.num_replicas`` and ``mhlo.num_partitions``); with more than
    one, ``main((a,), (b,))`` takes and gives a tuple for each process. Raises ``HloError``.
    """
    from .engine.program import Program  # late: NumPy

    _require_module(module)
    return Program(module, entry, backend, grid)


def print_module(module: Module, generic: bool = False, **options: Any) -> str:
    """The text of a module: pretty as MLIR prints it, or generic."""
    from .syntax.file_printer import print_module as print_it  # late: NumPy

    _require_module(module)
    return print_it(module, generic, **options)


def _require_module(module: Any) -> None:
    from .ir.core import Module  # late: start-up

    require_type(module, Module, "module")
