"""Attributes: what is known about an op before it runs. Each prints as MLIR text by ``str``.

Two attributes are equal if they are of one class and say the same: their spans take no part. None is changed after
it is made, but for its span.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from .text import key_text, quoted, symbol_text
from .types import ELEMENTS, ElementType, FunctionType, TensorType, Type

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from ..source import Span


@dataclass(slots=True, repr=False, unsafe_hash=True)
class Attribute:
    """A constant in the text of a program. ``span`` is where it stands, when it was read from a text."""

    span: Span | None = field(default=None, init=False, compare=False)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"


@dataclass(slots=True, repr=False, unsafe_hash=True)
class UnitAttr(Attribute):
    """An attribute that is there or not: ``unit``."""

    def __str__(self) -> str:
        return "unit"


@dataclass(slots=True, repr=False, unsafe_hash=True)
class BoolAttr(Attribute):
    value: bool

    def __str__(self) -> str:
        return "true" if self.value else "false"


@dataclass(slots=True, repr=False, unsafe_hash=True)
class IntegerAttr(Attribute):
    """``3 : i64``; ``i64`` is what MLIR takes when no type is written."""

    value: int
    type: ElementType = ELEMENTS["i64"]

    def __str__(self) -> str:
        return f"{self.value} : {self.type}"


@dataclass(slots=True, repr=False, eq=False)
class FloatAttr(Attribute):
    """``1.5 : f32``. Equal are those that round to the same bits of the type: NaN is NaN, 0.0 and -0.0 are two."""

    value: float
    type: ElementType = ELEMENTS["f64"]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FloatAttr):
            return NotImplemented
        return self.type is other.type and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        from .numerals import float_text

        return f"{float_text(self.value, self.type)} : {self.type}"


@dataclass(slots=True, repr=False, unsafe_hash=True)
class StringAttr(Attribute):
    value: str

    def __str__(self) -> str:
        return quoted(self.value)


@dataclass(slots=True, repr=False, unsafe_hash=True, init=False)
class SymbolAttr(Attribute):
    """``@name`` or ``@outer::@inner``."""

    path: tuple[str, ...]

    def __init__(self, *path: str):
        self.span = None
        self.path = path

    @property
    def name(self) -> str:
        return self.path[-1]

    def __str__(self) -> str:
        return "::".join(symbol_text(name) for name in self.path)


@dataclass(slots=True, repr=False, unsafe_hash=True)
class TypeAttr(Attribute):
    type: Type

    def __str__(self) -> str:
        return str(self.type)


@dataclass(slots=True, repr=False, unsafe_hash=True)
class FunctionTypeAttr(TypeAttr):
    """The type of a function."""

    type: FunctionType  # pyright: ignore[reportIncompatibleVariableOverride] - nobody changes it


@dataclass(slots=True, repr=False)
class ArrayAttr(Attribute):
    """``[a, b]``."""

    items: list[Attribute]

    def __hash__(self) -> int:
        return hash(tuple(self.items))

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.items))}]"


@dataclass(slots=True, repr=False)
class DictAttr(Attribute):
    """``{name = value, …}``."""

    items: dict[str, Attribute]

    def __hash__(self) -> int:
        return hash(frozenset(self.items.items()))

    def __str__(self) -> str:
        return dictionary_text(self.items)


@dataclass(slots=True, repr=False, eq=False)
class DenseArrayAttr(Attribute):
    """``array<i64: 1, 2>``. Equal as ``FloatAttr`` is where the elements are floats."""

    element: ElementType
    values: tuple[Any, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DenseArrayAttr):
            return NotImplemented
        return self.element is other.element and self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    @property
    def _compared(self) -> tuple[Any, ...]:
        return self._item_texts if self.element.is_float else self.values

    @property
    def _item_texts(self) -> tuple[str, ...]:
        if self.element.is_bool:
            return tuple("true" if value else "false" for value in self.values)
        if self.element.is_float:
            from .numerals import float_text

            return tuple(float_text(value, self.element) for value in self.values)
        return tuple(map(str, self.values))

    def __str__(self) -> str:
        if not self.values:
            return f"array<{self.element}>"
        return f"array<{self.element}: {', '.join(self._item_texts)}>"


@dataclass(slots=True, repr=False, eq=False, init=False)
class DenseAttr(Attribute):
    """``dense<…> : tensor<…>``. The array is made from the text on first use, and checked then.

    ``array`` has the type's shape and dtype (quantized: the storage integers) and is read-only; a splat is broadcast.
    Equal are those of one type with the same bits, however they are written (``is_splat``, ``resource``); one whose
    text holds no such array equals only itself.
    """

    type: TensorType
    is_splat: bool
    resource: str | None
    _array: np.ndarray[Any, Any] | None
    _make: Callable[[], np.ndarray[Any, Any]] | None

    def __init__(
        self,
        type: TensorType,  # noqa: A002 - MLIR's name for it
        array: np.ndarray[Any, Any] | None = None,
        make: Callable[[], np.ndarray[Any, Any]] | None = None,
        is_splat: bool = False,
        resource: str | None = None,
    ):
        self.span = None
        self.type = type
        self._array = array
        self._make = make
        self.is_splat = is_splat
        self.resource = resource

    @property
    def array(self) -> np.ndarray[Any, Any]:
        if self._array is None:
            assert self._make is not None
            array = self._make()
            array.flags.writeable = False
            self._array, self._make = array, None
        return self._array

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DenseAttr):
            return NotImplemented
        if self is other:
            return True
        if self.type != other.type:
            return False
        try:
            return self.array.tobytes() == other.array.tobytes()
        except HloError:
            return False

    def __hash__(self) -> int:
        return hash(self.type)

    @property
    def literal(self) -> str:
        """What stands in front of the type."""
        if self.resource is not None and self._array is None:
            return f"dense_resource<{key_text(self.resource)}>"
        from .numerals import array_text

        return f"dense<{array_text(self.array, self.type)}>"

    def __str__(self) -> str:
        return f"{self.literal} : {self.type}"


@dataclass(slots=True, repr=False, unsafe_hash=True)
class EnumAttr(Attribute):
    """``#stablehlo<comparison_direction LT>``, or bare inside a pretty form."""

    dialect: str
    kind: str
    value: str

    def __str__(self) -> str:
        return f"#{self.dialect}<{self.kind} {self.value}>"


@dataclass(slots=True, repr=False)
class StructAttr(Attribute):
    """``#stablehlo.gather<offset_dims = [1], …>``: a record of named parameters, in any order."""

    dialect: str
    kind: str
    fields: dict[str, Attribute]

    def __hash__(self) -> int:
        return hash((self.dialect, self.kind, frozenset(self.fields.items())))

    def __str__(self) -> str:
        return f"#{self.dialect}.{self.kind}<{fields_text(self)}>"


@dataclass(slots=True, repr=False, unsafe_hash=True)
class OpaqueAttr(Attribute):
    """An attribute that the engine has no use for, kept as it is written, and the symbols that it names."""

    text: str
    symbols: tuple[SymbolAttr, ...] = ()

    def __str__(self) -> str:
        return self.text


def dictionary_text(items: dict[str, Attribute]) -> str:
    """``{a = 1 : i64, flag}``: keys sorted as MLIR does."""
    parts: list[str] = []
    for key in sorted(items):
        name = key_text(key)
        value = items[key]
        parts.append(name if isinstance(value, UnitAttr) else f"{name} = {value}")
    return "{" + ", ".join(parts) + "}"


def fields_text(struct: StructAttr) -> str:
    """What stands between the angle brackets of a struct."""
    letters = conv_text(struct) if struct.kind == "conv" else None
    if letters is not None:
        return letters
    text = ", ".join(f"{name} = {_field_text(value)}" for name, value in struct.fields.items())
    return f"raw {text}".rstrip() if struct.kind == "conv" else text


def _field_text(value: Attribute) -> str:
    """A field without the type that its struct implies."""
    if isinstance(value, IntegerAttr) and value.type is ELEMENTS["i64"]:
        return str(value.value)
    if isinstance(value, ArrayAttr):
        return f"[{', '.join(map(_field_text, value.items))}]"
    if isinstance(value, FloatAttr):
        return str(value).partition(" ")[0]
    return str(value)


#: The letters of a convolution's dimensions, and what the fields of its struct are called.
CONV_LETTERS = {"b": "batch", "f": "feature", "i": "input_feature", "o": "output_feature"}
#: Its three parts, with their letters.
CONV_PARTS = {"input": "bf", "kernel": "io", "output": "bf"}


def conv_text(struct: StructAttr) -> str | None:
    """The dimension numbers of a convolution in their short spelling: ``[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]``.

    None where that cannot say them all: a number is missing, is no dimension's, or stands for two.
    """
    parts = [_conv_part_text(struct, part, letters) for part, letters in CONV_PARTS.items()]
    ranks = {len(_integers(struct.fields.get(f"{part}_spatial_dimensions"))) for part in CONV_PARTS}
    return None if None in parts or len(ranks) > 1 else "{}x{}->{}".format(*parts)


def _conv_part_text(struct: StructAttr, part: str, letters: str) -> str | None:
    numbers = [struct.fields.get(f"{part}_{CONV_LETTERS[letter]}_dimension") for letter in letters]
    places = [number.value for number in numbers if isinstance(number, IntegerAttr)]
    places += _integers(struct.fields.get(f"{part}_spatial_dimensions"))
    names = [*letters, *map(str, range(len(places) - len(letters)))]
    count = max(places, default=-1) + 1
    if None in numbers or min(places, default=0) < 0 or len(set(places)) != len(places) or count > _MOST_LETTERS:
        return None
    return f"[{', '.join(dict(zip(places, names, strict=True)).get(place, '?') for place in range(count))}]"


#: Dimensions that letters are written for: there are no tensors of such a rank.
_MOST_LETTERS = 64


def _integers(attribute: Attribute | None) -> list[int]:
    if isinstance(attribute, ArrayAttr):
        return [item.value for item in attribute.items if isinstance(item, IntegerAttr)]
    return list(attribute.values) if isinstance(attribute, DenseArrayAttr) else []
