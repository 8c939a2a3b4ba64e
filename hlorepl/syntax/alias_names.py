"""By which names a text calls its aliases, and the order in which it defines them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..ir.attributes import Attribute, OpaqueAttr
from ..ir.contents import Location
from ..ir.types import ElementType, FunctionType, FutureType, TensorType, TupleType, Type, results_text
from .lexer import ALIAS, STRING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..ir.contents import Alias, FileContents

_NAMES = re.compile(rf"{STRING}|({ALIAS})")
_ALONE = re.compile(ALIAS)


class AliasNames:
    """The aliases of a file, or of all entries of a session, each under a name of its own.

    The latest alias of a name keeps it; an earlier one that something still uses is ``name_1``, ``name_2``…
    """

    def __init__(self, contents: FileContents):
        self.aliases = [alias for layer in contents.layers() for alias in layer.aliases.values()]
        self._names: dict[int, str] = {}
        self._of: dict[int, Alias] = {}
        self._used: dict[int, Alias] = {}
        self._early: set[int] = set()
        self._ordered: dict[int, Alias] = {}
        taken: set[str] = set()
        for alias in self.aliases:
            self._names[id(alias)] = name = _free(alias.name, taken)
            taken.add(name)
            if not isinstance(alias.value, ElementType | Location):  # one object wherever an element type is written
                self._of[id(alias.value)] = alias
        self._renames = any(self._names[id(alias)] != alias.name for alias in self.aliases)
        self._scopes = {id(alias.span.source): alias.scope for alias in self.aliases}

    def __bool__(self) -> bool:
        return bool(self.aliases)

    def _named(self, alias: Alias) -> str:
        self._used[id(alias)] = alias
        return self._names[id(alias)]

    # Uses

    def attribute(self, value: Attribute) -> str | None:
        """The name of an attribute, or its text where names stand in it; None where it is written as ever."""
        found = self._of.get(id(value))
        if found is not None:
            return self._named(found)
        if isinstance(value, OpaqueAttr) and value.span is not None:
            scope = self._scopes.get(id(value.span.source))
            return None if scope is None else self._in_text(value.text, scope)
        return None

    def type(self, of: Type) -> str:
        """A type, with the names of the aliases that it was written with."""
        found = self._of.get(id(of))
        return self.written_out(of) if found is None else self._named(found)

    def written_out(self, of: Type) -> str:
        """A type with the names of the aliases in it."""
        if isinstance(of, TensorType):
            element = self._of.get(id(of.element))
            return str(of) if element is None else str(of).replace(str(of.element), self._named(element), 1)
        if isinstance(of, TupleType | FutureType):
            word = "tuple" if isinstance(of, TupleType) else "!stablehlo.future"
            return f"{word}<{', '.join(map(self.type, of.types))}>"
        if isinstance(of, FunctionType):
            return f"({', '.join(map(self.type, of.inputs))}) -> {results_text(of.results, self.type)}"
        return str(of)

    def location(self, location: Location, waits: bool = False) -> str:
        """What stands between the parentheses of ``loc(…)``. ``waits``: MLIR reads one alias there that is defined below."""
        if "#" in location.text and not (waits and _ALONE.fullmatch(location.text)):
            self._early.update(id(alias) for alias in self._in_location(location))
        return self._in_text(location.text, location.scope)

    def is_early(self, alias: Alias) -> bool:
        """Whether an alias of a location must be defined above what was printed."""
        return id(alias) in self._early

    def _in_text(self, text: str, scope: FileContents) -> str:
        if not self._renames:
            return text

        def name(found: re.Match[str]) -> str:
            alias = scope.alias(found[1]) if found[1] is not None else None
            return found[0] if alias is None or id(alias) not in self._names else self._named(alias)

        return _NAMES.sub(name, text)

    # Definitions

    def wanted(self) -> list[Alias]:
        """The aliases to define, when what uses them has been printed: an earlier one of a name only if something does."""
        return [each for each in self.aliases if self._names[id(each)] == each.name or id(each) in self._used]

    def definitions(self, aliases: list[Alias], spelled: Callable[[Alias], str]) -> list[tuple[Alias, str]]:
        """``name = …`` of aliases, each behind those that it names; those given out before are left out."""
        found: list[tuple[Alias, str]] = []
        texts: dict[int, str] = {}
        stack = aliases[::-1]
        while stack:
            alias = stack[-1]
            if id(alias) in self._ordered:
                stack.pop()
            elif id(alias) in texts:
                self._ordered[id(alias)] = stack.pop()
                found.append((alias, texts[id(alias)]))
            else:
                self._used.clear()
                texts[id(alias)] = f"{self._names[id(alias)]} = {spelled(alias)}"
                stack += [each for each in self._needed(alias) if id(each) not in texts]
        return found

    def _needed(self, alias: Alias) -> list[Alias]:
        """The aliases that the definition of one names, the first last."""
        needed = list(self._used.values())
        if isinstance(alias.value, Location):
            needed = self._in_location(alias.value)
        return needed[::-1]

    def _in_location(self, location: Location) -> list[Alias]:
        names = (found[1] for found in _NAMES.finditer(location.text) if found[1] is not None)
        return [each for each in map(location.scope.alias, names) if each is not None and id(each) in self._names]


def _free(name: str, taken: set[str]) -> str:
    """The name, or the first of ``name_1``, ``name_2``… that nothing has."""
    found, number = name, 0
    while found in taken:
        number += 1
        found = f"{name[0]}{'_' if name[1].isdigit() else ''}{name[1:]}_{number}"
    return found
