"""A function as a module of its own, with all that it calls: what another engine is given, or a file for somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .attributes import ArrayAttr, StringAttr, SymbolAttr
from .copying import copies
from .core import Function, Module, Op

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .attributes import Attribute
    from .core import Value


def excerpt(entry: Function, name: str = "main") -> Module:
    """A module whose only public function is a copy of ``entry``, called ``name``; what it reaches is beside it.

    Calls are linked, and stay so. What the function says of its arguments and results to others (that one may be
    overwritten, where they lie) is left out.
    """
    names = _names(entry, name)
    module = Module()
    made: dict[int, Op] = {}
    values: dict[Value, Value] = {}
    for op, symbol in names.values():
        (found,) = copies([op], values)
        found.attributes["sym_name"] = StringAttr(symbol)
        if isinstance(found, Function):
            found.attributes.pop("sym_visibility", None)
            if op is not entry:
                found.attributes["sym_visibility"] = StringAttr("private")
            found.argument_attributes = [{} for _ in found.argument_attributes]
            found.result_attributes = [{} for _ in found.result_attributes]
        made[id(op)] = found
        module.body.ops.append(found)
    for function in module.body.ops:
        for op in function.walk():
            _link(op, names, made)
    return module


def without_locations(module: Module) -> Module:
    """A module of copies, no op of which says where it comes from: their names for that are another file's."""
    for op in module.walk():
        op.location = None
        for value in op.results:
            value.location = None
        for block in (block for region in op.regions for block in region.blocks):
            for value in block.arguments:
                value.location = None
    return module


def _names(entry: Function, name: str) -> dict[int, tuple[Op, str]]:
    """What is reached from a function, by ids, each with a name that no other has; the functions that are called first."""
    order: list[Op] = []
    _reach(entry, order, set())
    taken = {name}
    found: dict[int, tuple[Op, str]] = {}
    for op in order:
        own = op.attributes.get("sym_name")
        wanted = own.value if isinstance(own, StringAttr) else "f"
        symbol, number = wanted, 0
        while op is not entry and symbol in taken:
            number += 1
            symbol = f"{wanted}_{number}"
        symbol = name if op is entry else symbol
        taken.add(symbol)
        found[id(op)] = (op, symbol)
    return found


def _reach(op: Op, order: list[Op], seen: set[int]) -> None:
    seen.add(id(op))
    for inner in op.walk():
        for linked in inner.links.values():
            if id(linked) not in seen:
                _reach(linked, order, seen)
    order.append(op)


def _link(op: Op, names: dict[int, tuple[Op, str]], made: dict[int, Op]) -> None:
    """Let an op's symbols mean the copies."""
    if not op.links:
        return
    links = op.links
    op.attributes = {key: _renamed(value, links, names) for key, value in op.attributes.items()}
    op.links = {(names[id(linked)][1],): made[id(linked)] for linked in links.values()}
    op.decoded = None


def _renamed(value: Attribute, links: Mapping[tuple[str, ...], Op], names: dict[int, tuple[Op, str]]) -> Attribute:
    if isinstance(value, SymbolAttr):
        linked = links.get(value.path)
        return value if linked is None else SymbolAttr(names[id(linked)][1])
    if isinstance(value, ArrayAttr):
        return ArrayAttr([_renamed(item, links, names) for item in value.items])
    return value
