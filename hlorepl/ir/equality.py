"""Equality by contents, for types and attributes."""

from __future__ import annotations

from typing import Any, ClassVar


class ByContents:
    """Objects are equal if they are of one class and alike in every field, and then hash alike.

    Fields are the slots of the class and of those that it extends, but for ``span`` (where a text says it) and those that
    begin with ``_`` (what was worked out). A class whose fields cannot be compared as they are has a ``_key`` of its own.
    Nobody changes a field once the object is made.
    """

    __slots__ = ()

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        slots = [name for base in reversed(cls.__mro__) for name in vars(base).get("__slots__", ())]
        cls._fields = tuple(name for name in slots if name != "span" and not name.startswith("_"))

    def _key(self) -> tuple[Any, ...]:
        """What two objects of the class are compared by; it can be hashed."""
        return tuple([getattr(self, name) for name in self._fields])

    def __eq__(self, other: object, /) -> bool:
        return self is other or (
            isinstance(other, ByContents) and type(self) is type(other) and self._key() == other._key()
        )

    def __hash__(self, /) -> int:
        return hash((type(self).__name__, self._key()))
