"""MLIR bytecode and StableHLO's portable artifacts as text, by the MLIR that comes with jaxlib."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

#: The parts of jaxlib that are used: MLIR, its own dialects, and those of compilers.
_MODULES = ("ir", "_mlir_libs._jax_mlir_ext", "dialects.stablehlo", "dialects.chlo", "dialects.sdy")
#: What a portable artifact names as its producer; it holds the ops as they stood in some version.
_PORTABLE = b"StableHLO_v"


def text_of(data: bytes, name: str) -> str:
    """What MLIR prints for bytecode, with its locations; raises ``run.extra`` without jaxlib, ``syntax.bytecode`` for what is none."""
    try:
        ir, upstream, *dialects = [import_module(f"jaxlib.mlir.{each}") for each in _MODULES]
    except ImportError:
        message = f"{name} is MLIR bytecode, and reading that needs jaxlib"
        raise HloError(message, _span(name), "run.extra", help="pip install 'hlorepl[jax]'") from None
    found: list[str] = []
    with _context(ir, upstream, dialects) as context:
        context.attach_diagnostic_handler(_collect(found))
        is_portable = _PORTABLE in data[:32]
        try:
            if is_portable:
                module = dialects[0].deserialize_portable_artifact(context, data)
            else:
                module = ir.Module.parse(data, context)
        except (ir.MLIRError, ValueError) as error:
            reason = found[0] if found else str(error).rpartition("error: ")[2].removeprefix('"-":0:0: ')
            message = f"this MLIR bytecode cannot be read: {reason.splitlines()[0]}"
            raise HloError(message, _span(name), "syntax.bytecode") from None
        return module.operation.get_asm(enable_debug_info=True)


def _collect(found: list[str]) -> Callable[[Any], bool]:
    """A handler of MLIR's messages, which would go to standard error."""

    def collect(diagnostic: Any) -> bool:
        found.append(str(diagnostic.message))
        return True

    return collect


def _context(ir: Any, upstream: Any, dialects: list[Any]) -> Any:
    """A context of MLIR that knows the dialects that programs use."""
    registry = ir.DialectRegistry()
    upstream.register_dialects(registry)
    context = ir.Context()
    context.enable_multithreading(False)
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    for dialect in dialects:
        dialect.register_dialect(context)
    return context


def _span(name: str) -> Any:
    source = Source("ML\N{REPLACEMENT CHARACTER}R", name)
    return source.span(0, len(source.text))
