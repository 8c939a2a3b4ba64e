"""``loc(…)`` from text: kept as it is written, once it is sure that MLIR reads it."""

from __future__ import annotations

from contextlib import suppress

from ..errors import HloError
from ..ir.attributes import OpaqueAttr
from ..ir.contents import Location
from .attributes import AttributeLexer
from .lexer import one_line


class LocationLexer(AttributeLexer):
    """Reads locations."""

    def location(self) -> Location:
        """``loc(…)``."""
        self.advance()
        if not self.at("("):
            self.expected("'(' after loc")
        begin = self.end
        self.advance()
        self._place()
        end = self.start
        self.take(")")
        return Location(one_line(self.input[begin:end]).strip(), self.definitions.contents)

    def read_all_locations(self) -> None:
        """Read what the text defines further down, as far as it can be read: an error is about to be shown."""
        for place in self.definitions.alias_places():
            with suppress(HloError), self.elsewhere(place):
                self.alias_definition()

    def _place(self) -> None:
        """What stands in the parentheses, and in those that are in it."""
        self.deeper()
        if self.kind == "hash":
            self._location_alias()
        elif self.kind == "string":
            self.advance()
            self._behind_name()
        elif self.maybe("callsite"):
            self.take("(")
            self._place()
            self.take("at")
            self._place()
            self.take(")")
        elif self.maybe("fused"):
            self._fused()
        elif not self.maybe("unknown"):
            self.expected("a location")
        self.depth -= 1

    def _location_alias(self) -> None:
        name, definitions = self.text, self.definitions
        found = definitions.contents.alias(name)
        if found is None and definitions.alias_place(name) is None:
            self.no_alias("location")
        if found is not None and not isinstance(found.value, Location | OpaqueAttr):
            self.fail(f"{name} is no location", "name.alias")
        definitions.located.setdefault(name, self.span())
        self.advance()

    def _behind_name(self) -> None:
        """``"file":7:2 to 8:3``, ``"name"(…)`` or nothing more."""
        if self.maybe("("):
            self._place()
            self.take(")")
        elif self.maybe(":"):
            self.natural("a line")
            self.take(":")
            self.natural("a column")
            if self.maybe("to"):
                if not self.at(":"):
                    self.natural("a line")
                self.take(":")
                self.natural("a column")

    def _fused(self) -> None:
        """``<metadata>[loc, loc]``."""
        if self.maybe("<"):
            self.attribute()
            self.take(">")
        self.take("[")
        while not self.at("]"):
            self._place()
            if not self.more("]"):
                break
        self.take("]")
