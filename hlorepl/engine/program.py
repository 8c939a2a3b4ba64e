"""A function of a module as a callable of arrays."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from numpy import ndarray

from .. import backends
from ..errors import HloError, one_process_only, require_grid, require_type
from ..garbage_collection import collection_paused
from ..ir.attributes import IntegerAttr
from ..ir.core import Function
from ..ir.symbols import Symbols
from ..ir.text import symbol_text
from ..ir.types import TensorType
from ..memory import bytes_of, default_limit
from ..ops.collective.shardy import devices_asked
from ..syntax.attributes import read_symbol
from ..verifier import verify
from ..wording import did_you_mean
from .arguments import check_of, given, given_to_each
from .context import RunContext
from .planner import Planner
from .process import Process
from .run import run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..backends.base import Backend
    from ..ir.core import Module
    from .grid.run import GridPlan
    from .process import Grid


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


def grid_of(module: Module) -> Grid:
    """The grid that a module asks for; raises ``run.grid``.

    That is what ``mhlo.num_replicas`` and ``mhlo.num_partitions`` say; else there is a partition for each device of the mesh on
    which it computes by parts.
    """
    if not says_its_grid(module):
        return 1, devices_asked(module)
    return _asked(module, _SIZES[0]), _asked(module, _SIZES[1])


#: The attributes of a module that say how many replicas and partitions it is for.
_SIZES = ("mhlo.num_replicas", "mhlo.num_partitions")


def says_its_grid(module: Module) -> bool:
    """Whether attributes of the module say for which grid it is."""
    return not module.attributes.keys().isdisjoint(_SIZES)


def _asked(module: Module, name: str) -> int:
    number = module.attributes.get(name)
    value = number.value if isinstance(number, IntegerAttr) else 1
    if value < 1:
        raise HloError(f"a grid has one process at least; {name} is {value}", module.span, "run.grid")
    return value


class Program:
    """``main(*arrays)`` gives a tuple of fresh NumPy arrays. Planned once; may be called from several threads.

    On a grid other than 1 x 1, ``main((a,), (b,))`` takes a tuple of arrays for each process, row by row, and gives a tuple of
    such tuples. ``world`` is what programs see of the world outside: ``main.world.feed(array)`` fills the infeed, ``world.outfed`` has
    what came out, ``world.tell(1, array)`` and ``world.told(1)`` are the host's ends of channel 1.
    """

    def __init__(
        self,
        module: Module,
        entry: str | Function | None = None,
        backend: str | Backend = "numpy",
        grid: Grid | None = None,
        checked: bool = False,
    ):
        if grid is not None:
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
        self.grid = grid_of(module) if grid is None else (int(grid[0]), int(grid[1]))
        if self.backend.compiles and self.grid != (1, 1):
            raise one_process_only(self.backend.name)
        self.planner = Planner(self.backend)
        with collection_paused():
            self.plan = self.planner.function(self.function).plan
        self._on_grid: GridPlan | None = None
        types = [value.type for value in self.function.arguments]
        plain = all(isinstance(of, TensorType) and of.is_static for of in types)
        #: The shapes and dtypes of the arguments, where they are all there is to say of them.
        self._declared = [(of.sizes, of.dtype) for of in types if isinstance(of, TensorType)] if plain else None
        #: Whether arguments are plain arrays of just these types; worth writing from the second call on.
        self._are_declared: Callable[[tuple[Any, ...]], bool] = self._not_yet_known
        self._world: Process | None = None

    @property
    def world(self) -> Process:
        """The world outside the program, in which all calls are made once somebody has asked for it."""
        if self._world is None:
            self._world = Process()
        return self._world

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        """Run on arrays (NumPy's protocol or DLPack's), on a grid on a tuple of them for each process; raises ``HloError``."""
        if self.grid == (1, 1):
            arguments = [*arrays] if self._are_declared(arrays) else given(self.function, arrays)
            return self.run(arguments, RunContext(limit=self._limit, process=self._world))
        context = RunContext(limit=default_limit() // (self.grid[0] * self.grid[1]), process=self._world)
        return tuple(self.run_grid(given_to_each(self.function, arrays, self.grid), context))

    @cached_property
    def _limit(self) -> int | None:
        """The bytes that values may hold: what the machine allows; None where types say that they always fit, so that no call asks."""
        plan, types = self.plan, [value.type for value in self.function.arguments]
        if plan.peak is None or self._declared is None:
            return default_limit()
        around = sum(map(bytes_of, [*types, *self.function.type.results]))
        return None if plan.peak + around <= default_limit() else default_limit()

    def _not_yet_known(self, arrays: tuple[Any, ...]) -> bool:
        if self._declared is not None:
            self._are_declared = self._asked_again
        return False

    def _asked_again(self, arrays: tuple[Any, ...]) -> bool:
        assert self._declared is not None
        self._are_declared = check_of(self._declared)
        return self._are_declared(arrays)

    def run(self, arguments: list[Any], context: RunContext) -> tuple[Any, ...]:
        """Run on host arrays that already have the declared types."""
        results = run(self.plan, arguments, context)
        if context.limit is not None:
            context.check_results(results, self.function.span_of("name"))
        if len(results) == 1 and self.backend.is_host:
            (only,) = results
            if (
                only.__class__ is ndarray
                and only.base is None
                and only.flags.writeable
                and not _is_among(only, arguments)
            ):
                return results
        held, to_host = {*map(id, arguments)}, self.backend.to_host
        return tuple([fresh(to_host(value), held) for value in results])

    def run_grid(
        self, rows: Sequence[Sequence[Any]], context: RunContext, contexts: Sequence[RunContext] | None = None
    ) -> list[tuple[Any, ...]]:
        """The same for each process of the grid; ``contexts`` has one for each of them, else they are made of ``context``."""
        from .grid.run import GridPlan, contexts_of  # late: on demand

        if self._on_grid is None:
            self._on_grid = GridPlan(self.plan)
        found = self._on_grid.run(rows, contexts or contexts_of(self.grid, context))
        context.check_results(found, self.function.span_of("name"))
        held = {id(array) for row in rows for array in row}
        return [tuple(fresh(self.backend.to_host(value), held) for value in results) for results in found]


def _is_among(value: Any, others: Sequence[Any]) -> bool:
    return any(value is other for other in others)


def fresh(value: Any, held: set[int]) -> Any:
    """A result that the caller may keep and write into: a copy where it is read-only, or one of those held already (by id)."""
    if isinstance(value, tuple):
        parts = cast("tuple[Any, ...]", value)
        return tuple(fresh(part, held) for part in parts)
    if value is None:
        return None
    found = value.copy() if not value.flags.writeable or value.base is not None or id(value) in held else value
    held.add(id(found))
    return found
