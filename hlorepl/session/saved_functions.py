"""The functions of a saved session: each as it stood when an op called it, and the name ``@main`` left for the session.

So it is with the session's modules and meshes.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, TypeVar

from ..ir.attributes import ArrayAttr, Attribute, OpaqueAttr, StringAttr, SymbolAttr
from ..ir.core import Function, Op, Region
from ..ir.symbols import symbols_in
from ..syntax.attributes import with_symbols
from ..verifier.linking import attributes_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .state import State

    Rename = Callable[[str], str]

_AnyOp = TypeVar("_AnyOp", bound=Op)


class SavedFunctions:
    """Functions by the time at which they are meant: an index into the state's ops, its length for now."""

    def __init__(self, state: State):
        self._state = state
        self._now = len(state.ops)
        self._taken = {"main", *state.symbols.ops}
        self._names: dict[tuple[str, frozenset[int]], str] = {}
        self._older: list[Op] = []

    def calling(self, op: Op, time: int) -> Op:
        """The op with the names under which the functions that it calls are saved."""
        return _renamed(op, lambda name: self._name(name, time))

    def all(self) -> list[Op]:
        """Today's functions, modules and meshes, then older ones that saved ops name."""
        today = [op for name, op in self._state.symbols.ops.items() if name != "main"]
        self._name("main", self._now)
        found = [self._as_of(op, self._now) for op in today]
        return [*found, *self._older]

    def _as_of(self, op: Op, time: int) -> Op:
        """A function that calls the others by the names under which they are saved; a module names only its own."""
        return _renamed(op, lambda name: self._name(name, time)) if isinstance(op, Function) else op

    def _name(self, name: str, time: int) -> str:
        """The name under which what a name meant at a time is saved."""
        meant = self._state.symbols_at(time).ops.get(name)
        if meant is None:
            return name
        reached = self._reached(meant, time)
        current = self._state.symbols.ops.get(name)
        if name != "main" and current is not None and reached == self._reached(current, self._now):
            return name
        found = self._names.get((name, reached))
        if found is None:
            found = self._names[name, reached] = self._fresh(name)
            older = copy.copy(self._as_of(meant, time))
            older.attributes = {**older.attributes, "sym_name": StringAttr(found)}
            self._older.append(older)
        return found

    def _reached(self, op: Op, time: int) -> frozenset[int]:
        """A function and all that it may name, by identity; a module or a mesh by itself."""
        found, todo, symbols = {id(op)}, [op], self._state.symbols_at(time)
        while todo:
            user = todo.pop()
            for name in _names_in(user) if isinstance(user, Function) else ():
                meant = symbols.ops.get(name)
                if meant is not None and id(meant) not in found:
                    found.add(id(meant))
                    todo.append(meant)
        return frozenset(found)

    def _fresh(self, name: str) -> str:
        number = 1
        while f"{name}_{number}" in self._taken:
            number += 1
        self._taken.add(f"{name}_{number}")
        return f"{name}_{number}"


def _names_in(op: Op) -> set[str]:
    """The names of the session's table that an op uses, with all that is in it."""
    attributes = [attribute for inner in op.walk() for attribute in attributes_of(inner)]
    return {symbol.path[0] for attribute in attributes for symbol in symbols_in(attribute)}


def _renamed(op: _AnyOp, rename: Rename) -> _AnyOp:
    """The op, inner ops included, with other names of functions; values and all else are shared. Itself where none differs."""
    if all(rename(name) == name for name in _names_in(op)):
        return op
    found = copy.copy(op)
    found.attributes = _renamed_attributes(op.attributes, rename)
    found.regions = [_renamed_region(region, rename) for region in op.regions]
    if isinstance(found, Function):
        found.argument_attributes = [_renamed_attributes(each, rename) for each in found.argument_attributes]
        found.result_attributes = [_renamed_attributes(each, rename) for each in found.result_attributes]
    return found


def _renamed_attributes(attributes: dict[str, Attribute], rename: Rename) -> dict[str, Attribute]:
    return {key: _renamed_attribute(attribute, rename) for key, attribute in attributes.items()}


def _renamed_region(region: Region, rename: Rename) -> Region:
    found = Region(span=region.span)
    for block in region.blocks:
        copied = copy.copy(block)
        copied.ops = [_renamed(op, rename) for op in block.ops]
        found.blocks.append(copied)
    return found


def _renamed_attribute(attribute: Attribute, rename: Rename) -> Attribute:
    if isinstance(attribute, SymbolAttr):
        return _renamed_symbol(attribute, rename)
    if isinstance(attribute, OpaqueAttr) and attribute.symbols:
        symbols = tuple(_renamed_symbol(symbol, rename) for symbol in attribute.symbols)
        return attribute if symbols == attribute.symbols else with_symbols(attribute, symbols)
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([_renamed_attribute(item, rename) for item in attribute.items])
    return attribute


def _renamed_symbol(symbol: SymbolAttr, rename: Rename) -> SymbolAttr:
    return SymbolAttr(rename(symbol.path[0]), *symbol.path[1:])
