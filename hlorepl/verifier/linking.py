"""What the symbols mean that ops name: worked out here, kept in ``Op.links``, followed by all who look at calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.core import Function
from ..ir.symbols import symbols_in
from ..ops import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..ir.attributes import Attribute, SymbolAttr
    from ..ir.core import Op
    from ..ir.symbols import Symbols
    from ..ops.registry import OpSpec

    Links = dict[tuple[str, ...], Op]


def callees(op: Op, spec: OpSpec, symbols: Symbols) -> Links | None:
    """The functions that an op names, by path; None when one of them may still be defined.

    Raises ``name.symbol`` for a name that means nothing, or another kind of thing.
    """
    found: Links = {}
    for name in spec.callees:
        for symbol in symbols_in(op.attributes.get(name)):
            function = symbols.function(symbol.path)
            if function is not None:
                found[symbol.path] = function
            elif symbols.may_have(symbol.path):
                return None
            elif not spec.attributes[name].kind.is_optional:
                raise symbols.missing(symbol, op.span_of(("attribute", name)))
    return found


def meshes(op: Op, spec: OpSpec, symbols: Symbols) -> Links:
    """The meshes that an op names, by path, without those that may still be defined; raises ``run.mesh`` likewise.

    Groups of processes that a mesh gives raise ``name.symbol``.
    """
    found: Links = {}
    for symbol in _mesh_symbols(op, spec):
        mesh = symbols.mesh(symbol.path)
        if mesh is not None:
            found[symbol.path] = mesh
        elif not symbols.may_have(symbol.path):
            error = symbols.missing(symbol, op.span_of("name"), "mesh")
            error.code = error.code if spec.dialect == "sdy" else "name.symbol"
            raise error
    return found


def _mesh_symbols(op: Op, spec: OpSpec) -> list[SymbolAttr]:
    """The symbols of an op that stand for meshes."""
    attributes = op.attributes.values() if "meshes" in spec.wants else ()
    return [symbol for attribute in attributes for symbol in symbols_in(attribute)]


def attributes_of(op: Op) -> Iterator[Attribute]:
    """The attributes of an op, and of a function those of its arguments and results."""
    yield from op.attributes.values()
    if isinstance(op, Function):
        for each in (*op.argument_attributes, *op.result_attributes):
            yield from each.values()


def linking_ops(function: Function) -> Iterator[tuple[Op, OpSpec]]:
    """The ops of a function that name functions or meshes."""
    for op in function.walk():
        spec = registry.of(op)
        if spec is not None and spec.names_symbols:
            yield op, spec


def relink(functions: Iterable[Function], symbols: Symbols) -> None:
    """Link anew what functions call, directly or not: names may have been defined since they were linked."""
    for function in reached(functions):
        for op, spec in linking_ops(function) if is_direct(function, symbols) else ():
            named = [symbol.path for name in spec.callees for symbol in symbols_in(op.attributes.get(name))]
            direct = {path: found for path in named if (found := symbols.function(path)) is not None}
            over = [symbol.path for symbol in _mesh_symbols(op, spec)]
            op.links = {**direct, **{path: mesh for path in over if (mesh := symbols.mesh(path)) is not None}}


def is_direct(function: Function, symbols: Symbols) -> bool:
    """Whether a function stands in a table itself. Names in inner modules mean what they always did."""
    return symbols.ops.get(function.symbol) is function


def reached(functions: Iterable[Function]) -> Iterator[Function]:
    """Functions and all that they call, each once. A function's links are followed after it was given out."""
    seen: set[int] = set()
    todo = list(functions)
    while todo:
        function = todo.pop()
        if id(function) not in seen:
            seen.add(id(function))
            yield function
            todo += called(function)


def called(op: Op) -> list[Function]:
    """The functions that an op, or one inside of it, names."""
    if not op.regions:
        return op.callees if op.links else []
    return [callee for inner in op.walk() if inner.links for callee in inner.callees]
