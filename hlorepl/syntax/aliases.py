"""Aliases: ``#name = attribute``, ``!name = type``, ``#name = loc(…)``, each known in the whole text, above its definition too."""

from __future__ import annotations

import copy
import re
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from ..errors import HloError
from ..ir.attributes import OpaqueAttr
from ..ir.contents import Alias, FileContents, Location
from ..ir.types import TensorType
from ..wording import did_you_mean
from .lexer import ALIAS, COMMENT, MAX_DEPTH, SKIP, STRING, Lexer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..ir.attributes import Attribute
    from ..ir.types import Type
    from ..source import Source, Span

_DEFINITION = re.compile(rf"{STRING}|{COMMENT}|(?P<alias>{ALIAS}){SKIP}=(?!=)|(?P<section>\{{-#)")
#: What an alias may stand for, counted in attributes or types when all aliases in it are written out.
MAX_PARTS = 100_000
#: What all uses of aliases may stand for together: ten times that, and so many for each character of the text.
PARTS_A_CHARACTER = 64


class Definitions:
    """What a text defines beside its ops: what has been read is in ``contents``; where the rest stands, one scan finds.

    The scan is made when something is used that nothing above defines: most texts never need it.
    """

    def __init__(self, source: Source, contents: FileContents | None = None):
        self.source = source
        self.contents = FileContents() if contents is None else contents
        #: Aliases whose definitions are being read, and those that could not be.
        self.open: set[str] = set()
        self.failed: dict[str, HloError] = {}
        #: How many parts the aliases that were used stand for.
        self.spent = 0
        #: Where each alias was first used as a location, above its definition or below it.
        self.located: dict[str, Span] = {}

    @cached_property
    def _places(self) -> tuple[dict[str, int], list[int]]:
        aliases: dict[str, int] = {}
        sections: list[int] = []
        for found in _DEFINITION.finditer(self.source.text):
            if found["alias"] is not None:
                aliases.setdefault(found["alias"], found.start())
            elif found["section"] is not None:
                sections.append(found.start())
        return aliases, sections

    def alias_place(self, name: str) -> int | None:
        """Where the text defines an alias."""
        return self._places[0].get(name)

    def alias_places(self) -> Iterable[int]:
        """Where the text defines its aliases."""
        return self._places[0].values()

    def section_places(self) -> list[int]:
        """Where the ``{-# … #-}`` of the text begin."""
        return self._places[1]


class AliasLexer(Lexer):
    """Reads aliases and their definitions."""

    def __init__(self, source: Source, start: int = 0, definitions: Definitions | None = None):
        self.definitions = definitions or Definitions(source)
        #: How many parts the aliases that were read since have, written out.
        self.parts = 0
        #: How deep brackets were nested since.
        self.deepest = 0
        super().__init__(source, start)

    def attribute(self) -> Attribute:
        """Any attribute."""
        raise NotImplementedError

    def type(self) -> Type:
        """Any type."""
        raise NotImplementedError

    def location(self) -> Location:
        """``loc(…)``."""
        raise NotImplementedError

    def at_alias_definition(self) -> bool:
        """Whether ``#name =`` or ``!name =`` stands here."""
        return self.kind in ("hash", "bang") and self.peek() == "="

    def alias(self) -> Alias | None:
        """The alias whose name is the current token: this text's, wherever it stands, else one from before it."""
        name, definitions = self.text, self.definitions
        found = definitions.contents.aliases.get(name)
        if found is None:
            found = self._further_down(name)
        if found is None and definitions.contents.outer is not None:
            found = definitions.contents.outer.alias(name)
        if found is None and name in definitions.open:
            self.fail(f"the alias {name} stands for itself", "name.alias")
        if found is not None:
            self.parts += found.parts
            if not found.is_location:
                self._spend(found)
            self._reach(self.depth + found.depth)
        return found

    def _spend(self, alias: Alias) -> None:
        """Whoever writes out what was read writes a text that is linear in it."""
        definitions = self.definitions
        definitions.spent += alias.parts
        if definitions.spent > MAX_PARTS * 10 + PARTS_A_CHARACTER * len(self.source.text):
            self.fail(
                f"the aliases up to {alias.name} stand for {definitions.spent} parts when written out", "limit.aliases"
            )

    def deeper(self) -> None:
        super().deeper()
        self._reach(self.depth)

    def _reach(self, depth: int) -> None:
        """Brackets are nested so deep, those of aliases among them."""
        if depth > MAX_DEPTH:
            self.fail(f"brackets are nested more than {MAX_DEPTH} deep when aliases are written out", "limit.depth")
        self.deepest = max(self.deepest, depth)

    def _further_down(self, name: str) -> Alias | None:
        definitions = self.definitions
        if name in definitions.open or "." in name:  # a dialect's own, not an alias
            return None
        place = definitions.alias_place(name)
        if place is None:
            return None
        self.deeper()
        with self.elsewhere(place):
            found = self.alias_definition()
        self.depth -= 1
        return found

    def no_alias(self, what: str) -> NoReturn:
        """The current token is no alias, and nothing else."""
        known = [name for layer in self.definitions.contents.layers() for name in layer.aliases]
        near = did_you_mean(self.text, (name for name in known if name[0] == self.text[0]))
        raise HloError(f"there is no {what} alias {self.text}", self.span(), "name.alias", help=near)

    def alias_definition(self) -> Alias:
        """The current token is the name."""
        name, span, definitions = self.text, self.span(), self.definitions
        known = definitions.contents.aliases.get(name)
        if known is not None:
            if known.span.start != span.start:
                self.fail(f"the alias {name} is defined twice", "name.redefined", span)
            self.goto(known.span.end)  # read where it was used
            return known
        if name in definitions.failed:
            raise definitions.failed[name]  # who collects errors knows it by now, unless it was met in passing
        definitions.open.add(name)
        outside, self.parts = (self.parts, self.deepest), 0
        self.deepest = self.depth
        try:
            found = self._defined(name, span.start)
        except HloError as error:
            definitions.failed[name] = error
            raise
        finally:
            definitions.open.discard(name)
            self.parts, self.deepest = outside
        definitions.contents.aliases[name] = found
        return found

    def _defined(self, name: str, start: int) -> Alias:
        kind, depth = self.kind, self.depth
        self.advance()
        self.take("=")
        if kind == "bang":
            value = _apart(self.type())
        elif self.at("loc"):
            value = self.location()
        else:
            value = self._named_attribute()
        span = self.span_from(start)
        if name in self.definitions.located and not isinstance(value, Location | OpaqueAttr):
            self.fail(f"{name} is no location", "name.alias", self.definitions.located[name])
        if self.parts > MAX_PARTS:
            message = f"the alias {name} stands for more than {MAX_PARTS} parts when the aliases in it are written out"
            self.fail(message, "limit.aliases", span)
        return Alias(name, value, span, self.definitions.contents, self.parts + 1, self.deepest - depth)

    def _named_attribute(self) -> Attribute:
        is_alias = self.kind == "hash"
        found = self.attribute()
        return copy.copy(found) if is_alias else found


def _apart(type_: Type) -> Type:
    """An object that only this alias stands for: plain types are otherwise one object for each spelling."""
    if isinstance(type_, TensorType):
        return TensorType(type_.shape, type_.element, type_.bounds, type_.encoding)
    return copy.copy(type_)
