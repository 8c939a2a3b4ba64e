"""What a file holds beside its ops: aliases, resources, and the passages in which its comments stand.

Each of these is equal to itself alone.
"""

from __future__ import annotations

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


class Location:
    """What stands in the parentheses of ``loc(…)``. ``scope`` knows the aliases in it, also those defined further down."""

    __slots__ = ("scope", "text")

    def __init__(self, text: str, scope: FileContents):
        self.text = text
        self.scope = scope

    def __repr__(self) -> str:
        return f"loc({self.text})"

    def __str__(self) -> str:
        return self.text

    def equals(self, other: Location) -> bool:
        """Whether both say the same."""
        return self.text == other.text and self.scope is other.scope

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


class Alias:
    """``#name = attribute``, ``!name = type`` or ``#name = loc(…)``; the name has its mark.

    All its uses are one object, by which a printer finds the name again. ``parts`` is how many attributes or types it is
    when the aliases in it are written out, ``depth`` how deep its brackets are nested then.
    """

    __slots__ = ("depth", "name", "parts", "scope", "span", "value")

    def __init__(
        self,
        name: str,
        value: Attribute | Type | Location,
        span: Span,
        scope: FileContents,
        parts: int = 1,
        depth: int = 0,
    ) -> None:
        self.name = name
        self.value = value
        self.span = span
        self.scope = scope
        self.parts = parts
        self.depth = depth

    def __repr__(self) -> str:
        return f"{self.name} = {self.value!r}"

    @property
    def is_location(self) -> bool:
        return isinstance(self.value, Location)


class Section:
    """Where a ``{-# … #-}`` stands."""

    __slots__ = ("span",)

    def __init__(self, span: Span) -> None:
        self.span = span


#: What stands at the top level of a file.
Thing: TypeAlias = "Op | Alias | Section"


class Resources:
    """The ``{-# … #-}`` sections of a file: blobs of ``dense_resource``, and what tools keep in a file."""

    __slots__ = ("dialect", "external", "sections")

    def __init__(self) -> None:
        self.dialect: ResourceTable = {}
        self.external: ResourceTable = {}
        self.sections: list[Section] = []


class Anchor:
    """What comments can stand at: one thing with a span, or the ops that one statement of a session stands for."""

    __slots__ = ("first", "last", "span")

    def __init__(self, span: Span, first: Thing, last: Thing) -> None:
        self.span = span
        self.first = first
        self.last = last


class Passage:
    """Pieces of text, in order, and what stands in them: whoever wants the comments reads them there.

    ``is_file``: the passage is a whole file, so that what stands above all else in it is about the file.
    """

    __slots__ = ("anchors", "is_file", "spans")

    def __init__(self, spans: list[Span], anchors: list[Anchor], is_file: bool = False) -> None:
        self.spans = spans
        self.anchors = anchors
        self.is_file = is_file


class FileContents:
    """What a file, or an entry of a session, holds beside its ops.

    ``outer`` is what earlier entries of the session defined: it is seen where the entry itself defines nothing of a name.
    ``is_bare``: the functions of the file stand in no written module.
    """

    __slots__ = ("aliases", "is_bare", "outer", "passages", "resources")

    def __init__(
        self,
        outer: FileContents | None = None,
        aliases: dict[str, Alias] | None = None,
        resources: Resources | None = None,
    ) -> None:
        self.outer = outer
        self.aliases: dict[str, Alias] = {} if aliases is None else aliases
        self.resources = resources or Resources()
        self.passages: list[Passage] = []
        self.is_bare = False

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
