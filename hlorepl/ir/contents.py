"""What a file holds beside its ops: aliases, resources, and the passages in which its comments stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..source import Span
    from .attributes import Attribute
    from .core import Op
    from .types import Type

#: A blob (its first four bytes are its alignment), a string or a flag.
ResourceValue = bytes | str | bool
#: By the dialect (or tool) that they are for, then by key.
ResourceTable = dict[str, dict[str, ResourceValue]]


@dataclass(slots=True, eq=False)
class Location:
    """What stands in the parentheses of ``loc(…)``. ``scope`` knows the aliases in it, also those defined further down."""

    text: str
    scope: FileContents = field(repr=False)

    def __str__(self) -> str:
        return self.text

    @property
    def resolved(self) -> Location:
        """The location that an alias stands for; itself where it is none, or one that is defined nowhere."""
        found, seen = self, set[str]()
        while found.text.startswith("#") and found.text not in seen:
            seen.add(found.text)
            alias = found.scope.alias(found.text)
            if alias is None or not isinstance(alias.value, Location):
                break
            found = alias.value
        return found


@dataclass(slots=True, eq=False)
class Alias:
    """``#name = attribute``, ``!name = type`` or ``#name = loc(…)``; the name has its mark.

    All its uses are one object, by which a printer finds the name again. ``parts`` is how many attributes or types it is
    when the aliases in it are written out.
    """

    name: str
    value: Attribute | Type | Location
    span: Span
    scope: FileContents = field(repr=False)
    parts: int = 1

    @property
    def is_location(self) -> bool:
        return isinstance(self.value, Location)


@dataclass(slots=True, eq=False)
class Section:
    """Where a ``{-# … #-}`` stands."""

    span: Span


#: What stands at the top level of a file.
Thing: TypeAlias = "Op | Alias | Section"


@dataclass(slots=True, eq=False)
class Resources:
    """The ``{-# … #-}`` sections of a file: blobs of ``dense_resource``, and what tools keep in a file."""

    dialect: ResourceTable = field(default_factory=ResourceTable)
    external: ResourceTable = field(default_factory=ResourceTable)
    sections: list[Section] = field(default_factory=list[Section])


@dataclass(slots=True, eq=False)
class Anchor:
    """What comments can stand at: one thing with a span, or the ops that one statement of a session stands for."""

    span: Span
    first: Thing
    last: Thing


@dataclass(slots=True, eq=False)
class Passage:
    """Pieces of text, in order, and what stands in them: whoever wants the comments reads them there.

    ``is_file``: the passage is a whole file, so that what stands above all else in it is about the file.
    """

    spans: list[Span]
    anchors: list[Anchor]
    is_file: bool = False


@dataclass(slots=True, eq=False)
class FileContents:
    """What a file, or an entry of a session, holds beside its ops.

    ``outer`` is what earlier entries of the session defined: it is seen where the entry itself defines nothing of a name.
    ``is_bare``: the functions of the file stand in no written module.
    """

    outer: FileContents | None = None
    aliases: dict[str, Alias] = field(default_factory=dict[str, Alias])
    resources: Resources = field(default_factory=Resources)
    passages: list[Passage] = field(default_factory=list[Passage])
    is_bare: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether it holds nothing of its own."""
        return not (self.aliases or self.resources.sections or self.passages)

    def layers(self) -> Iterator[FileContents]:
        """This one, then those of earlier entries, the latest first."""
        layer: FileContents | None = self
        while layer is not None:
            yield layer
            layer = layer.outer

    def alias(self, name: str) -> Alias | None:
        """The alias of a name with its mark."""
        return next((found for layer in self.layers() if (found := layer.aliases.get(name)) is not None), None)

    def blob(self, key: str) -> bytes | None:
        """The bytes that ``dense_resource<key>`` names."""
        for layer in self.layers():
            found = layer.resources.dialect.get("builtin", {}).get(key)
            if isinstance(found, bytes):
                return found
        return None
