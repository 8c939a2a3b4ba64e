"""What a name after ``@`` means (MLIR, "Symbols and Symbol Tables").

A module is a table of what it defines: functions, modules and meshes, which share one set of names. A flat name means
what the nearest table has of it; tables further out are not asked. ``@a::@b`` begins in the nearest table, too, and goes
down from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError, Note
from ..wording import offer
from .attributes import ArrayAttr, OpaqueAttr, StringAttr, StructAttr, SymbolAttr
from .core import Function, Module, Op
from .kept import KeptMap

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from ..source import Span
    from .attributes import Attribute

    Path = tuple[str, ...]

#: The op that defines a mesh; functions and modules are classes of their own.
MESH = "sdy.mesh"


def name_of(op: Op) -> str | None:
    """The name that an op has in the table of its module; None for an op that is no symbol, and a module without a name."""
    name = op.attributes.get("sym_name")
    return name.value if isinstance(name, StringAttr) and is_symbol(op) else None


def is_symbol(op: Op) -> bool:
    """Whether an op only gives something a name, for others to refer to: a function, a module, a mesh."""
    return isinstance(op, Function | Module) or op.name == MESH


def kind_of(op: Op) -> str:
    """What kind of thing a symbol is."""
    return "function" if isinstance(op, Function) else "module" if isinstance(op, Module) else "mesh"


def symbols_in(attribute: Attribute | None) -> Iterator[SymbolAttr]:
    """The symbols that an attribute names."""
    if isinstance(attribute, SymbolAttr):
        yield attribute
    elif isinstance(attribute, ArrayAttr | StructAttr):
        for item in attribute.items if isinstance(attribute, ArrayAttr) else attribute.fields.values():
            yield from symbols_in(item)
    elif isinstance(attribute, OpaqueAttr):
        yield from attribute.symbols


class Symbols:
    """The table of a module, or of a session. It is not changed once it is made: ``with_`` makes another one.

    In an ``open`` table a name that it lacks may still be defined: whoever checks a function leaves such a call alone.
    ``passed`` is a note of whoever checks the ops that are under it: what was found right, and need not be looked at again.
    """

    __slots__ = ("_inside", "is_open", "ops", "outer", "passed")

    def __init__(self, ops: Mapping[str, Op] | None = None, outer: Symbols | None = None, is_open: bool = False):
        self.ops: Mapping[str, Op] = ops or {}
        self.outer = outer
        self.is_open = is_open
        self._inside: dict[str, Symbols] = {}
        self.passed: dict[Any, Any] = {}

    @staticmethod
    def of(module: Module, outer: Symbols | None = None) -> Symbols:
        """The table of a module. Of two definitions of one name, which is an error, the first counts."""
        found: dict[str, Op] = {}
        for op in module.body.ops:
            name = name_of(op)
            if name is not None:
                found.setdefault(name, op)
        return Symbols(found, outer)

    def with_(self, ops: Iterable[Op], is_open: bool = False) -> Symbols:
        """This table and some more symbols, in place of those that had their names."""
        named = {name: op for op in ops if (name := name_of(op)) is not None}
        kept = self.ops if isinstance(self.ops, KeptMap) else KeptMap[Op]().with_(self.ops)
        return Symbols(kept.with_(named), self.outer, is_open)

    def without(self, names: Container[str]) -> Symbols:
        """This table without some symbols."""
        return Symbols(KeptMap[Op]().with_(self.ops).without(names), self.outer, self.is_open)

    # Looking up

    def find(self, path: Path) -> Op | None:
        """What a path means, whatever kind of thing it is."""
        first, *rest = path
        if not rest:
            return self.ops.get(first)
        table = self.inside(first)
        return table.find(tuple(rest)) if table is not None else None

    def function(self, path: Path) -> Function | None:
        """The function that a path means."""
        found = self.find(path)
        return found if isinstance(found, Function) else None

    def mesh(self, path: Path) -> Op | None:
        """The ``sdy.mesh`` that a path means."""
        found = self.find(path)
        return found if found is not None and found.name == MESH else None

    def inside(self, name: str) -> Symbols | None:
        """The table of a module that stands in this one."""
        found = self._inside.get(name)
        if found is None:
            module = self.ops.get(name)
            if not isinstance(module, Module):
                return None
            found = self._inside[name] = Symbols.of(module, self)
        return found

    def may_have(self, path: Path) -> bool:
        """Whether a path that means nothing now may mean something later: the table is open and lacks its first name."""
        return self.is_open and path[0] not in self.ops

    # Listing

    @property
    def functions(self) -> dict[str, Function]:
        """The functions of this table, by name."""
        return {name: op for name, op in self.ops.items() if isinstance(op, Function)}

    @property
    def modules(self) -> dict[str, Module]:
        """The modules of this table, by name."""
        return {name: op for name, op in self.ops.items() if isinstance(op, Module)}

    def walk(self) -> Iterator[tuple[SymbolAttr, Op]]:
        """All that can be named from here: this table's own, then what is in its modules, by path."""
        for name, op in self.ops.items():
            yield SymbolAttr(name), op
            table = self.inside(name)
            for symbol, inner in table.walk() if table is not None else ():
                yield SymbolAttr(name, *symbol.path), inner

    # Errors

    def missing(self, symbol: SymbolAttr, span: Span | None = None, kind: str = "function") -> HloError:
        """The error of a name that means nothing of that kind, with the one that may be meant."""
        span = span or symbol.span
        found = self.find(symbol.path)
        message = f"there is no {kind} {symbol}"
        if found is not None:
            message = f"{symbol} is a {kind_of(found)}, not a {kind}"
        code = "name.symbol" if kind == "function" else "run.mesh"
        return HloError(message, span, code, self._further_out(symbol), self._near(symbol, kind, symbol.span or span))

    def _further_out(self, symbol: SymbolAttr) -> list[Note]:
        table = self.outer
        while table is not None:
            found = table.find(symbol.path)
            if found is not None:
                return [Note(f"{symbol} of the module around is not seen from in here", found.span_of("name"))]
            table = table.outer
        return []

    def _near(self, symbol: SymbolAttr, kind: str, at: Span | None) -> list[str]:
        known = [str(each) for each, op in self.walk() if kind_of(op) == kind and not _is_around(op, at)]
        return offer(str(symbol), known)


def _is_around(op: Op, at: Span | None) -> bool:
    """Whether a place is inside of a function: a call there does not mean that function."""
    if at is None or op.span is None or op.span.source is not at.source:
        return False
    return op.span.start <= at.start < op.span.end
