"""Attributes: what is known about an op before it runs. Each prints as MLIR text by ``str``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .types import ELEMENTS, ElementType, FunctionType, TensorType, Type

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from ..source import Span


class Attribute:
    """A constant in the text of a program. ``span`` is where it stands, when it was read from a text."""

    __slots__ = ("span",)

    def __init__(self) -> None:
        self.span: Span | None = None

    def _key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._key() == other._key())  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((type(self).__name__, str(self)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"


class UnitAttr(Attribute):
    """An attribute that is there or not: ``unit``."""

    __slots__ = ()

    def __str__(self) -> str:
        return "unit"


class BoolAttr(Attribute):
    __slots__ = ("value",)

    def __init__(self, value: bool):
        super().__init__()
        self.value = value

    def __str__(self) -> str:
        return "true" if self.value else "false"


class IntegerAttr(Attribute):
    """``3 : i64``; ``i64`` is what MLIR takes when no type is written."""

    __slots__ = ("type", "value")

    def __init__(self, value: int, type: ElementType | None = None):  # noqa: A002 - MLIR's name for it
        super().__init__()
        self.value = value
        self.type = type or ELEMENTS["i64"]

    def __str__(self) -> str:
        return f"{self.value} : {self.type}"


class FloatAttr(Attribute):
    """``1.5 : f32``. ``value`` is a Python float; ``bits`` holds the pattern when it was written in hexadecimal."""

    __slots__ = ("bits", "type", "value")

    def __init__(self, value: float, type: ElementType | None = None, bits: int | None = None):  # noqa: A002
        super().__init__()
        self.value = value
        self.type = type or ELEMENTS["f64"]
        self.bits = bits

    def _key(self) -> tuple[Any, ...]:
        return str(self), self.type

    def __str__(self) -> str:
        from ..syntax.literals import float_text

        return f"{float_text(self.value, self.type)} : {self.type}"


class StringAttr(Attribute):
    __slots__ = ("value",)

    def __init__(self, value: str):
        super().__init__()
        self.value = value

    def __str__(self) -> str:
        return quoted(self.value)


class SymbolAttr(Attribute):
    """``@name`` or ``@outer::@inner``."""

    __slots__ = ("path",)

    def __init__(self, *path: str):
        super().__init__()
        self.path = path

    @property
    def name(self) -> str:
        return self.path[-1]

    def __str__(self) -> str:
        return "::".join(symbol_text(name) for name in self.path)


class TypeAttr(Attribute):
    __slots__ = ("type",)

    def __init__(self, type: Type):  # noqa: A002
        super().__init__()
        self.type = type

    def __str__(self) -> str:
        return str(self.type)


class ArrayAttr(Attribute):
    """``[a, b]``."""

    __slots__ = ("items",)

    def __init__(self, items: list[Attribute]):
        super().__init__()
        self.items = items

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.items))}]"


class DictAttr(Attribute):
    """``{name = value, …}``."""

    __slots__ = ("items",)

    def __init__(self, items: dict[str, Attribute]):
        super().__init__()
        self.items = items

    def __str__(self) -> str:
        return dictionary_text(self.items)


class DenseArrayAttr(Attribute):
    """``array<i64: 1, 2>``."""

    __slots__ = ("element", "values")

    def __init__(self, element: ElementType, values: tuple[Any, ...]):
        super().__init__()
        self.element = element
        self.values = values

    def __str__(self) -> str:
        if not self.values:
            return f"array<{self.element}>"
        if self.element.is_bool:
            items = ("true" if v else "false" for v in self.values)
        elif self.element.is_float:
            from ..syntax.literals import float_text

            items = (float_text(v, self.element) for v in self.values)
        else:
            items = map(str, self.values)
        return f"array<{self.element}: {', '.join(items)}>"


class DenseAttr(Attribute):
    """``dense<…> : tensor<…>``. The array is made from the text on first use, and checked then.

    ``array`` has the type's shape and dtype (quantized: the storage integers) and is read-only; a splat is broadcast.
    """

    __slots__ = ("_array", "_make", "is_splat", "resource", "type")

    def __init__(
        self,
        type: TensorType,  # noqa: A002
        array: np.ndarray | None = None,
        make: Callable[[], np.ndarray] | None = None,
        is_splat: bool = False,
        resource: str | None = None,
    ):
        super().__init__()
        self.type = type
        self._array = array
        self._make = make
        self.is_splat = is_splat
        self.resource = resource

    @property
    def array(self) -> np.ndarray:
        if self._array is None:
            assert self._make is not None
            array = self._make()
            array.flags.writeable = False
            self._array, self._make = array, None
        return self._array

    def _key(self) -> tuple[Any, ...]:
        return self.type, self.array.tobytes()

    def __hash__(self) -> int:
        return hash(self.type)

    def __str__(self) -> str:
        from ..syntax.literals import dense_text

        return f"{dense_text(self)} : {self.type}"


class EnumAttr(Attribute):
    """``#stablehlo<comparison_direction LT>``, or bare inside a pretty form."""

    __slots__ = ("dialect", "kind", "value")

    def __init__(self, dialect: str, kind: str, value: str):
        super().__init__()
        self.dialect = dialect
        self.kind = kind
        self.value = value

    def __str__(self) -> str:
        return f"#{self.dialect}<{self.kind} {self.value}>"


class StructAttr(Attribute):
    """``#stablehlo.gather<offset_dims = [1], …>``: a record of named parameters."""

    __slots__ = ("dialect", "fields", "kind")

    def __init__(self, dialect: str, kind: str, fields: dict[str, Any]):
        super().__init__()
        self.dialect = dialect
        self.kind = kind
        self.fields = fields

    def __str__(self) -> str:
        from ..syntax.forms.structs import struct_text

        return struct_text(self)


class OpaqueAttr(Attribute):
    """An attribute that the engine has no use for, kept as it is written."""

    __slots__ = ("text",)

    def __init__(self, text: str):
        super().__init__()
        self.text = text

    def __str__(self) -> str:
        return self.text


class FunctionTypeAttr(TypeAttr):
    """The type of a function; apart from other type attributes because its parts have spans of their own."""

    __slots__ = ()

    type: FunctionType


_ESCAPES = {'"': "\\22", "\\": "\\\\", "\n": "\\0A", "\t": "\\09"}


def quoted(text: str) -> str:
    """A string as MLIR writes it: anything not printable ASCII as hexadecimal bytes."""
    out = []
    for character in text:
        if character in _ESCAPES:
            out.append(_ESCAPES[character])
        elif " " <= character <= "~":
            out.append(character)
        else:
            out.extend(f"\\{byte:02X}" for byte in character.encode("utf-8", "surrogateescape"))
    return f'"{"".join(out)}"'


def is_bare(name: str) -> bool:
    """Whether a name can stand without quotes as a key or after ``@``."""
    first = name[:1]
    if not (first.isascii() and (first.isalpha() or first == "_")):
        return False
    return all(c.isascii() and (c.isalnum() or c in "_$.") for c in name)


def symbol_text(name: str) -> str:
    return f"@{name}" if is_bare(name) else f"@{quoted(name)}"


def dictionary_text(items: dict[str, Attribute]) -> str:
    """``{a = 1 : i64, flag}``: keys sorted as MLIR does."""
    parts = []
    for key in sorted(items):
        name = key if is_bare(key) else quoted(key)
        value = items[key]
        parts.append(name if isinstance(value, UnitAttr) else f"{name} = {value}")
    return "{" + ", ".join(parts) + "}"
