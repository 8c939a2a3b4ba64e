"""A function of a module as a callable of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .. import backends
from ..errors import HloError, require_grid, require_type
from ..ir.core import Function
from ..ir.symbols import Symbols
from ..ir.text import symbol_text
from ..syntax.attributes import read_symbol
from ..verifier import verify
from ..wording import did_you_mean
from .arguments import given
from .context import RunContext
from .planner import Planner
from .run import run

if TYPE_CHECKING:
    from ..ir.core import Module


def entries(module: Module, entry: str | None = None) -> list[Function]:
    """The functions that a run of the module means.

    ``entry``, a name (``main``, ``@main``) or a path (``@inner::@main``); else ``@main``; else the only public one; else,
    if no public one takes arguments, all of them in order.
    An empty list when there are no functions; raises ``run.entry`` when it is not clear.
    """
    functions = {name: function for name, function in module.functions.items() if not function.is_declaration}
    if entry is not None:
        require_type(entry, str, "entry")
        return [_entry(module, entry)]
    if "main" in functions:
        return [functions["main"]]
    public = [function for function in functions.values() if function.is_public]
    if len(public) <= 1:
        return public or list(functions.values())[:1]
    if all(not function.arguments for function in public):
        return public
    known = ", ".join(symbol_text(function.symbol) for function in public)
    raise HloError(f"there are several functions; choose one of {known}", module.span, "run.entry")


def _entry(module: Module, entry: str) -> Function:
    symbols = Symbols.of(module)
    name = entry.removeprefix("@")
    found = symbols.function((name,)) or symbols.function(_path(entry))
    if found is None or found.is_declaration:
        known = [str(symbol) for symbol, op in symbols.walk() if isinstance(op, Function) and not op.is_declaration]
        message = f"there is no function {symbol_text(name)}; there are: {', '.join(known) or 'none'}"
        raise HloError(message, module.span, "run.entry", help=did_you_mean(symbol_text(name), known))
    return found


def _path(entry: str) -> tuple[str, ...]:
    """The names of a path such as ``@a::@b``; of anything else, what is written."""
    try:
        symbol, rest = read_symbol(entry)
    except HloError:
        return (entry,)
    return (entry,) if rest else symbol.path


class Program:
    """``main(*arrays)`` gives a tuple of fresh NumPy arrays. Planned once; may be called from several threads."""

    def __init__(
        self,
        module: Module,
        entry: str | Function | None = None,
        backend: str = "numpy",
        grid: tuple[int, int] = (1, 1),
        checked: bool = False,
    ):
        require_grid(grid)
        if not checked:
            problems = verify(module)
            if problems:
                raise problems[0]
        found = [entry] if isinstance(entry, Function) else entries(module, entry)
        if not found:
            raise HloError("there is no function to run", module.span, "run.entry")
        self.module = module
        self.function = found[0]
        self.backend = backends.get(backend)
        self.planner = Planner(self.backend)
        self.plan = self.planner.function(self.function).plan

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        """Run on arrays (NumPy's protocol or DLPack's); raises ``HloError``."""
        return self.run(given(self.function, arrays), RunContext())

    def run(self, arguments: list[Any], context: RunContext) -> tuple[Any, ...]:
        """Run on host arrays that already have the declared types."""
        results = run(self.plan, arguments, context)
        context.check_results(results, self.function.span_of("name"))
        return tuple(fresh(self.backend.to_host(value), arguments) for value in results)


def fresh(value: Any, arguments: list[Any]) -> Any:
    """A result that the caller may keep and write into: a copy where it is shared or read-only."""
    if isinstance(value, tuple):
        parts = cast("tuple[Any, ...]", value)
        return tuple(fresh(part, arguments) for part in parts)
    if value is None:
        return None
    if not value.flags.writeable or value.base is not None or any(value is array for array in arguments):
        return value.copy()
    return value
