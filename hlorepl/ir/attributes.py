"""Attributes: what is known about an op before it runs. Each prints as MLIR text by ``str``.

Two attributes are equal if they are of one class and say the same: their spans take no part. None is changed after
it is made, but for its span.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from .equality import ByContents
from .text import key_text, quoted, symbol_text
from .types import ELEMENTS, ElementType, FunctionType, TensorType, Type

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from ..source import Span


class Attribute(ByContents):
    """A constant in the text of a program. ``span`` is where it stands, when it was read from a text."""

    __slots__ = ("span",)

    def __init__(self) -> None:
        self.span: Span | None = None

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
    """``1.5 : f32``. Equal are those that round to the same bits of the type: NaN is NaN, 0.0 and -0.0 are two."""

    __slots__ = ("type", "value")

    def __init__(self, value: float, type: ElementType | None = None):  # noqa: A002
        super().__init__()
        self.value = value
        self.type = type or ELEMENTS["f64"]

    def _key(self) -> tuple[Any, ...]:
        return (str(self),)

    def __str__(self) -> str:
        from .numerals import float_text  # late: NumPy

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


class FunctionTypeAttr(TypeAttr):
    """The type of a function."""

    __slots__ = ()

    type: FunctionType


class ArrayAttr(Attribute):
    """``[a, b]``."""

    __slots__ = ("items",)

    def __init__(self, items: list[Attribute]):
        super().__init__()
        self.items = items

    def _key(self) -> tuple[Any, ...]:
        return tuple(self.items)

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.items))}]"


class DictAttr(Attribute):
    """``{name = value, …}``."""

    __slots__ = ("items",)

    def __init__(self, items: dict[str, Attribute]):
        super().__init__()
        self.items = items

    def _key(self) -> tuple[Any, ...]:
        return (frozenset(self.items.items()),)

    def __str__(self) -> str:
        return dictionary_text(self.items)


class DenseArrayAttr(Attribute):
    """``array<i64: 1, 2>``. Floats are equal as those of ``FloatAttr`` are."""

    __slots__ = ("element", "values")

    def __init__(self, element: ElementType, values: tuple[Any, ...]):
        super().__init__()
        self.element = element
        self.values = values

    def _key(self) -> tuple[Any, ...]:
        return (self.element, *self.values) if self.element.is_integer else (str(self),)

    def __str__(self) -> str:
        if not self.values:
            return f"array<{self.element}>"
        if self.element.is_bool:
            items = ("true" if value else "false" for value in self.values)
        elif self.element.is_float:
            from .numerals import float_text  # late: NumPy

            items = (float_text(value, self.element) for value in self.values)
        else:
            items = map(str, self.values)
        return f"array<{self.element}: {', '.join(items)}>"


#: A list for an op (of dimensions, of processes) is never longer, and one number can stand for any number of elements.
MOST_LISTED = 1_000_000


class DenseAttr(Attribute):
    """``dense<…> : tensor<…>``. The array is made from the text on first use, and checked then.

    ``array`` has the type's shape and dtype (quantized: the storage integers) and is read-only; a splat is broadcast.
    Equal are those of one type with the same bits, however they are written (``is_splat``, ``resource``, ``sparse``: by the
    indices and values of what is not zero); one whose text holds no such array equals only itself.
    """

    __slots__ = ("_array", "_make", "is_splat", "resource", "sparse", "type")

    def __init__(
        self,
        type: TensorType,  # noqa: A002
        array: np.ndarray[Any, Any] | None = None,
        make: Callable[[], np.ndarray[Any, Any]] | None = None,
        is_splat: bool = False,
        resource: str | None = None,
        sparse: tuple[DenseAttr, DenseAttr] | None = None,
    ):
        super().__init__()
        self.type = type
        self._array = array
        self._make = make
        self.is_splat = is_splat
        self.resource = resource
        self.sparse = sparse

    @property
    def array(self) -> np.ndarray[Any, Any]:
        if self._array is None:
            if self._make is None:
                raise HloError("a constant has no numbers", self.span, "syntax.resource")
            array = self._make()
            array.flags.writeable = False
            self._array, self._make = array, None
        return self._array

    @property
    def is_list(self) -> bool:
        """Whether there are few enough elements to make a list of them."""
        return self.type.size <= MOST_LISTED

    def _key(self) -> tuple[Any, ...]:
        try:
            array = self.array
        except HloError:
            return self.type, id(self)
        first = array.flat[:1].tobytes()
        if not any(array.strides):  # a splat stands for any number of elements, and is not written out
            return self.type, first
        data = array.tobytes()
        return self.type, first if data == first * array.size else data

    def __hash__(self) -> int:
        return hash(self.type)

    @property
    def literal(self) -> str:
        """What stands in front of the type."""
        if self.resource is not None and self._array is None:
            return f"dense_resource<{key_text(self.resource)}>"
        from .numerals import array_text  # late: NumPy

        if self.sparse is not None:
            indices, values = self.sparse
            shown = f"{indices.array.tolist()}, {array_text(values.array, values.type)}" if values.type.size else ""
            return f"sparse<{shown}>"
        return f"dense<{array_text(self.array, self.type)}>"

    def __str__(self) -> str:
        return f"{self.literal} : {self.type}"


#: Enums whose kind MLIR writes behind a point.
DOTTED = frozenset({"result_accuracy_mode"})


class EnumAttr(Attribute):
    """``#stablehlo<comparison_direction LT>``, or bare inside a pretty form."""

    __slots__ = ("dialect", "kind", "value")

    def __init__(self, dialect: str, kind: str, value: str):
        super().__init__()
        self.dialect = dialect
        self.kind = kind
        self.value = value

    def __str__(self) -> str:
        if self.kind in DOTTED:
            return f"#{self.dialect}.{self.kind}<{self.value}>"
        return f"#{self.dialect}<{self.kind} {self.value}>"


class StructAttr(Attribute):
    """``#stablehlo.gather<offset_dims = [1], …>``: a record of named parameters, in any order."""

    __slots__ = ("dialect", "fields", "kind")

    def __init__(self, dialect: str, kind: str, fields: dict[str, Attribute]):
        super().__init__()
        self.dialect = dialect
        self.kind = kind
        self.fields = fields

    def _key(self) -> tuple[Any, ...]:
        return self.dialect, self.kind, frozenset(self.fields.items())

    def __str__(self) -> str:
        return f"#{self.dialect}.{self.kind}<{fields_text(self)}>"


class OpaqueAttr(Attribute):
    """An attribute that the engine has no use for, kept as it is written, and the symbols that it names."""

    __slots__ = ("symbols", "text")

    def __init__(self, text: str, symbols: tuple[SymbolAttr, ...] = ()):
        super().__init__()
        self.text = text
        self.symbols = symbols

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
    short = _SHORT[struct.kind](struct) if struct.kind in _SHORT else None
    if short is not None:
        return short
    text = ", ".join(f"{name} = {_field_text(value)}" for name, value in struct.fields.items())
    return f"raw {text}".rstrip() if struct.kind == "conv" else text


def _part_text(struct: StructAttr) -> str | None:
    """A part of an axis, ``(1)2``."""
    numbers = [number.value for number in struct.fields.values() if isinstance(number, IntegerAttr)]
    return f"({numbers[0]}){numbers[1]}" if len(numbers) == 2 else None


def _field_text(value: Attribute) -> str:
    """A field without the type that its struct implies; bits of a float keep it, or they would be an integer.

    A type that is not the implied one stays too: what is wrong is not to become right by being printed.
    """
    if isinstance(value, IntegerAttr) and value.type is ELEMENTS["i64"]:
        return str(value.value)
    if isinstance(value, ArrayAttr):
        return f"[{', '.join(map(_field_text, value.items))}]"
    if isinstance(value, StructAttr) and value.kind == SUB_AXIS:
        return fields_text(value)
    text = str(value)
    is_plain = isinstance(value, FloatAttr) and value.type is ELEMENTS["f64"] and not text.startswith("0x")
    return text.partition(" ")[0] if is_plain else text


#: The kind of a part of an axis of a mesh, which is written as ``(1)2``.
SUB_AXIS = "sub_axis_info"


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
    if len(places) < len(numbers):
        return None
    places += _integers(struct.fields.get(f"{part}_spatial_dimensions"))
    names = [*letters, *map(str, range(len(places) - len(letters)))]
    count = max(places, default=-1) + 1
    if min(places, default=0) < 0 or len(set(places)) != len(places) or count > _MOST_LETTERS:
        return None
    return f"[{', '.join(dict(zip(places, names, strict=True)).get(place, '?') for place in range(count))}]"


#: Dimensions that letters are written for: there are no tensors of such a rank.
_MOST_LETTERS = 64


def _integers(attribute: Attribute | None) -> list[int]:
    if isinstance(attribute, ArrayAttr):
        return [item.value for item in attribute.items if isinstance(item, IntegerAttr)]
    return list(attribute.values) if isinstance(attribute, DenseArrayAttr) else []


#: How structs of some kinds are spelled without the names of their fields.
_SHORT = {"conv": conv_text, SUB_AXIS: _part_text}
