"""The functions behind ``hlorepl.parse``, ``from_jax``, ``verify``, ``compile``, ``compare`` and ``print_module``."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import HloError, require_type
from .source import Source
from .wording import reason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .comparing.report import Comparison
    from .engine.program import Program
    from .ir.core import Module


def parse(text: str | bytes | PathLike[str] | Any, name: str | None = None) -> Module:
    """The module in a text; raises ``HloError`` with the first thing that cannot be read.

    ``text`` may also be the path of a file, bytes (of a text, of MLIR bytecode or of a portable artifact, which jaxlib reads),
    anything with ``as_text()`` such as JAX's ``Lowered``, or an ``Exported`` of ``jax.export``. Errors stand in the text
    that it prints as, under ``name``.
    """
    from .garbage_collection import collection_paused  # late: start-up
    from .syntax.parser import parse as parse_source  # late: NumPy

    source = _source(text, name)
    with collection_paused():
        return parse_source(source)


def from_jax(f: Callable[..., Any], *args: Any, **kwargs: Any) -> Module:
    """The module that JAX makes of a function for arguments: arrays, or ``jax.ShapeDtypeStruct``; ``f`` may be jitted."""
    try:
        import jax  # late: JAX
    except ImportError:
        raise HloError("from_jax needs jax", code="run.extra", help="pip install 'hlorepl[jax]'") from None
    jitted = f if hasattr(f, "lower") else jax.jit(f)
    return parse(jitted.lower(*args, **kwargs), f"<{getattr(f, '__name__', 'jax')}>")


def _source(given: Any, name: str | None) -> Source:
    """The text of what somebody calls a program."""
    from .kinds import decode, refuse_hlo_text  # late: start-up

    if isinstance(given, PathLike) or isinstance(given, str) and _is_path(given):
        found, name = _file(Path(given)), name or str(given)
    else:
        found = _printed(given)
    if isinstance(found, bytes | bytearray | memoryview):
        return Source(decode(bytes(found), name or "<bytes>"), name or "<bytes>")
    require_type(found, str, "text")
    source = Source(found, name or "<text>")
    refuse_hlo_text(source)
    return source


def _file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise HloError(f"{path}: {reason(error)}", code="run.file") from None


def _printed(program: Any) -> Any:
    """The bytes of an ``Exported``, or the text of what prints itself; with locations, which errors show."""
    if hasattr(program, "mlir_module_serialized"):
        return program.mlir_module_serialized
    if not hasattr(program, "as_text"):
        return program
    try:
        return program.as_text(debug_info=True)
    except TypeError:
        return program.as_text()


def _is_path(text: str) -> bool:
    """Whether a string names a file: no module's text is one line that ends so."""
    return "\n" not in text and text.endswith((".mlir", ".mlirbc", ".hlo")) and not text.lstrip().startswith("//")


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


def compare(
    a: Module | Any,
    b: Module | Any = None,
    against: str | None = None,
    inputs: Sequence[Any] = (),
    *,
    entry: str | None = None,
    ulp: float | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    **options: Any,
) -> Comparison:
    """Where a program and the same program on another engine part.

    ``a`` is a module, or what ``parse`` takes; ``b`` another program to compare it with; ``inputs`` are their arguments. ``against`` is
    ``xla`` (the default), ``numpy``, ``cupy``, ``f64`` or a path. ``ulp``, ``rtol`` and ``atol`` are what may differ, where not what each
    op's declaration says; ``options`` are those of ``comparing.compare.Options``. What is returned has ``status`` (``ok``, ``differs``),
    ``first``, ``results``, ``text`` and ``json``. Raises ``HloError``.
    """
    from .comparing.against import compare_modules  # late: NumPy
    from .comparing.compare import Options  # late: NumPy
    from .comparing.tolerance import Tolerance  # late: NumPy

    left, right = _module(a), None if b is None else _module(b)
    if against is not None:
        require_type(against, str, "against")
    try:
        asked = Options(tolerance=Tolerance(ulp, rtol, atol), **options)
    except TypeError:
        raise HloError(f"compare has no option {', '.join(options)}", code="type.argument") from None
    return compare_modules(left, right, against, inputs, entry, asked)


def _module(given: Any) -> Module:
    from .ir.core import Module  # late: start-up

    return given if isinstance(given, Module) else parse(given)


def print_module(module: Module, generic: bool = False, **options: Any) -> str:
    """The text of a module: pretty as MLIR prints it, or generic."""
    from .syntax.file_printer import print_module as print_it  # late: NumPy

    _require_module(module)
    return print_it(module, generic, **options)


def _require_module(module: Any) -> None:
    from .ir.core import Module  # late: start-up

    require_type(module, Module, "module")
