"""The functions of a saved session: each as it stood when an op called it, and the name ``@main`` left for the session."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, TypeVar

from ..ir.attributes import ArrayAttr, Attribute, StringAttr, SymbolAttr
from ..ir.core import Function, Op, Region

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .state import State

    Rename = Callable[[str], str]

_AnyOp = TypeVar("_AnyOp", bound=Op)


class SavedFunctions:
    """Functions by the time at which they are meant: an index into the state's ops, its length for now."""

    def __init__(self, state: State):
        self._state = state
        self._now = len(state.ops)
        self._taken = {"main", *state.functions, *state.modules}
        self._names: dict[tuple[str, frozenset[int]], str] = {}
        self._older: list[Function] = []

    def calling(self, op: Op, time: int) -> Op:
        """The op with the names under which the functions that it calls are saved."""
        return _renamed(op, lambda name: self._name(name, time))

    def all(self) -> list[Function]:
        """Today's functions, then older ones that saved ops call."""
        today = [f for name, f in self._state.functions.items() if name != "main"]
        self._name("main", self._now)
        found = [_renamed(function, lambda name: self._name(name, self._now)) for function in today]
        return [*found, *self._older]

    def _name(self, name: str, time: int) -> str:
        function = self._state.function_at(name, time)
        if function is None:
            return name
        reached = self._reached(function, time)
        current = self._state.functions.get(name)
        if name != "main" and current is not None and reached == self._reached(current, self._now):
            return name
        found = self._names.get((name, reached))
        if found is None:
            found = self._names[name, reached] = self._fresh(name)
            older = copy.copy(_renamed(function, lambda inner: self._name(inner, time)))
            older.attributes = {**older.attributes, "sym_name": StringAttr(found)}
            self._older.append(older)
        return found

    def _reached(self, function: Function, time: int) -> frozenset[int]:
        """The function and all that it may call, by identity."""
        found, todo = {id(function)}, [function]
        while todo:
            for name in _called(todo.pop()):
                called = self._state.function_at(name, time)
                if called is not None and id(called) not in found:
                    found.add(id(called))
                    todo.append(called)
        return frozenset(found)

    def _fresh(self, name: str) -> str:
        number = 1
        while f"{name}_{number}" in self._taken:
            number += 1
        self._taken.add(f"{name}_{number}")
        return f"{name}_{number}"


def _called(function: Function) -> Iterator[str]:
    for op in function.walk():
        for attribute in op.attributes.values():
            yield from _symbols(attribute)


def _symbols(attribute: Attribute) -> Iterator[str]:
    if isinstance(attribute, SymbolAttr) and len(attribute.path) == 1:
        yield attribute.name
    elif isinstance(attribute, ArrayAttr):
        for item in attribute.items:
            yield from _symbols(item)


def _renamed(op: _AnyOp, rename: Rename) -> _AnyOp:
    """The op, inner ops included, with other names of functions; values and all else are shared. Itself where none differs."""
    names = {name for inner in op.walk() for attribute in inner.attributes.values() for name in _symbols(attribute)}
    if all(rename(name) == name for name in names):
        return op
    found = copy.copy(op)
    found.attributes = {key: _renamed_attribute(attribute, rename) for key, attribute in op.attributes.items()}
    found.regions = [_renamed_region(region, rename) for region in op.regions]
    return found


def _renamed_region(region: Region, rename: Rename) -> Region:
    found = Region(span=region.span)
    for block in region.blocks:
        copied = copy.copy(block)
        copied.ops = [_renamed(op, rename) for op in block.ops]
        found.blocks.append(copied)
    return found


def _renamed_attribute(attribute: Attribute, rename: Rename) -> Attribute:
    if isinstance(attribute, SymbolAttr) and len(attribute.path) == 1:
        return SymbolAttr(rename(attribute.name))
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([_renamed_attribute(item, rename) for item in attribute.items])
    return attribute
