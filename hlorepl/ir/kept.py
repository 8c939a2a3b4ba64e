"""Maps and sequences that share what they have in common: a session keeps a state for each entry that undo can go back to.

Neither is ever changed: what follows from one costs memory for the difference alone (of a map, for a few times of it).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Generic, TypeVar, cast, overload

V = TypeVar("V")
T = TypeVar("T")
#: What no map holds.
_NOTHING = object()


class KeptMap(Mapping[str, V]):
    """A map in layers, each at least twice as large as the next: the newer ones cover the older. None is empty."""

    __slots__ = ("_layers",)

    def __init__(self, layers: tuple[dict[str, V], ...] = ()):
        self._layers = layers

    def with_(self, items: Mapping[str, V]) -> KeptMap[V]:
        """The map with some items more, in place of those of the same names."""
        if not items:
            return self
        layers, last = self._layers, dict(items)
        while layers and len(layers[-1]) < 2 * len(last):
            last = {**layers[-1], **last}
            layers = layers[:-1]
        return KeptMap((*layers, last))

    def without(self, names: Container[str]) -> KeptMap[V]:
        """The map without some names."""
        left = {name: value for name, value in self.items() if name not in names}
        return KeptMap((left,) if left else ())

    def differing(self, other: KeptMap[V]) -> list[str]:
        """The names that may have other values here than in another map: what both share is not looked at."""
        shared = {id(layer) for layer in other._layers}
        found = dict.fromkeys(name for layer in self._layers if id(layer) not in shared for name in layer)
        return [name for name in found if name in self and other.get(name, _NOTHING) is not self[name]]

    def __getitem__(self, name: str) -> V:
        for layer in reversed(self._layers):
            if name in layer:
                return layer[name]
        raise KeyError(name)

    @overload
    def get(self, key: str, default: None = None, /) -> V | None: ...
    @overload
    def get(self, key: str, default: V | T, /) -> V | T: ...
    def get(self, key: str, default: object = None, /) -> object:
        for layer in reversed(self._layers):
            if key in layer:
                return layer[key]
        return default

    def __contains__(self, name: object) -> bool:
        return self.get(cast("str", name), _NOTHING) is not _NOTHING

    def __iter__(self) -> Iterator[str]:
        found: dict[str, None] = {}
        for layer in self._layers:
            found.update(dict.fromkeys(layer))
        return iter(found)

    def __len__(self) -> int:
        return len(set[str]().union(*self._layers))

    def __bool__(self) -> bool:
        return bool(self._layers)


class KeptList(Sequence[V], Generic[V]):
    """A sequence that only grows at its end, in blocks that are shared likewise."""

    __slots__ = ("_blocks", "_size")

    def __init__(self, blocks: tuple[tuple[V, ...], ...] = (), size: int = 0):
        self._blocks = blocks
        self._size = size

    @classmethod
    def of(cls, items: tuple[V, ...]) -> KeptList[V]:
        """The sequence of some items."""
        return cls((items,), len(items)) if items else cls()

    def with_(self, items: Sequence[V]) -> KeptList[V]:
        """The sequence with some items more at its end."""
        if not items:
            return self
        blocks, last = list(self._blocks), tuple(items)
        while blocks and len(blocks[-1]) < 2 * len(last):
            last = (*blocks.pop(), *last)
        return KeptList((*blocks, last), self._size + len(items))

    def __iter__(self) -> Iterator[V]:
        for block in self._blocks:
            yield from block

    def __reversed__(self) -> Iterator[V]:
        for block in reversed(self._blocks):
            yield from reversed(block)

    @overload
    def __getitem__(self, index: int) -> V: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[V]: ...
    def __getitem__(self, index: int | slice) -> V | Sequence[V]:
        return tuple(self)[index]

    def __len__(self) -> int:
        return self._size
