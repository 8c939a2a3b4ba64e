"""Attributes to Python values, by the annotations of the parameters that take them: a decoder for each type.

``int bool float str``            as they are, ints of i64, floats of f64; ``I32 Index F32`` are numbers of these types, ``AnyInt`` of any
``Unit``                          True, of an attribute that has no value; ``Flag`` may have one, true or false
``Ints Bools``                    a tuple, from ``array<i64: …>`` (of i1), or ``dense<…>`` of it as older programs have it
``Segments``                      a tuple, from ``array<i32: …>``
``Pairs``                         a tuple of (low, high) pairs, from ``dense<…> : tensor<Nx2xi64>``
``Rows``                          a tuple of tuples, from ``dense<…>`` of rank 2 or less: where a rule checks for pairs
``Strings``                       a tuple of str, from a list of values of an enum, ``[#stablehlo<precision HIGH>]``
``Groups``                        a tuple of tuples, from ``dense<…> : tensor<GxSxi64>`` (-1 padding removed)
``Dense``                         the ``DenseAttr`` (``.array``, ``.type``)
``TypeLike ElementType``          the type
``Attribute``                     the attribute itself, whatever it is
``Callee Callees CalleeGrid``     ``SymbolAttr`` (a tuple of them, a tuple of tuples); the engine hands over callables
an enum of ``structs.py``         a str, one of its values
a struct of ``structs.py``        an instance

``T | None`` is an attribute that may be missing.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeGuard, get_args, get_type_hints

from ..ir import attributes as ir
from ..ir.types import ELEMENTS, ElementType
from . import annotations as names
from .structs import Struct, enum_of

if TYPE_CHECKING:
    from collections.abc import Callable

    Decoder = Callable[[ir.Attribute], Any]


class Unfit(Exception):
    """The attribute is not of the kind that the op wants; the text says what it wants, ``choices`` which names it has."""

    def __init__(self, wanted: str, choices: tuple[str, ...] = ()):
        super().__init__(wanted)
        self.choices = choices


def _int(attribute: ir.Attribute) -> int:
    if isinstance(attribute, ir.IntegerAttr):
        return attribute.value
    raise Unfit("an integer")


def _int_of(of: str) -> Decoder:
    def decode(attribute: ir.Attribute) -> int:
        if isinstance(attribute, ir.IntegerAttr) and attribute.type.name == of:
            return attribute.value
        raise Unfit(f"an integer of {of}")

    return decode


def _float_of(of: str) -> Decoder:
    def decode(attribute: ir.Attribute) -> float:
        if isinstance(attribute, ir.FloatAttr) and attribute.type.name == of:
            return attribute.value
        raise Unfit(f"a number of {of}")

    return decode


def _bool(attribute: ir.Attribute) -> bool:
    if isinstance(attribute, ir.BoolAttr):
        return attribute.value
    raise Unfit("true or false")


def _unit(attribute: ir.Attribute) -> bool:
    if isinstance(attribute, ir.UnitAttr):
        return True
    raise Unfit("there or not, without a value")


def _str(attribute: ir.Attribute) -> str:
    if isinstance(attribute, ir.StringAttr):
        return attribute.value
    raise Unfit("a string")


def _listed(attribute: ir.DenseAttr) -> list[Any]:
    """The numbers of a constant that an op reads as a list."""
    if not attribute.is_list:
        raise Unfit(f"a list of at most {ir.MOST_LISTED} numbers")
    return attribute.array.tolist()


def _is_dense(attribute: ir.Attribute) -> TypeGuard[ir.DenseAttr]:
    return isinstance(attribute, ir.DenseAttr) and attribute.sparse is None


def _items(attribute: ir.Attribute, of: str, wanted: str) -> tuple[Any, ...]:
    if isinstance(attribute, ir.DenseArrayAttr) and attribute.element.name == of:
        return attribute.values
    if _is_dense(attribute) and attribute.type.rank == 1 and attribute.type.element.name == of:
        return tuple(_listed(attribute))
    raise Unfit(wanted)


def _ints(attribute: ir.Attribute) -> tuple[int, ...]:
    return _items(attribute, "i64", "a list of integers, array<i64: …>")


def _segments(attribute: ir.Attribute) -> tuple[int, ...]:
    return _items(attribute, "i32", "a list of sizes, array<i32: …>")


def _bools(attribute: ir.Attribute) -> tuple[bool, ...]:
    return tuple(bool(value) for value in _items(attribute, "i1", "a list of booleans, array<i1: …>"))


def _field_ints(attribute: ir.Attribute) -> tuple[int, ...]:
    """As structs write integers: ``[0, 1]``."""
    items = attribute.items if isinstance(attribute, ir.ArrayAttr) else [attribute]
    if not isinstance(attribute, ir.ArrayAttr):
        raise Unfit("a list of integers, [0, 1]")
    return tuple(map(_int_of("i64"), items))


def _field_bool(attribute: ir.Attribute) -> bool:
    """As structs write booleans: ``true``, or a number."""
    return bool(attribute.value) if isinstance(attribute, ir.IntegerAttr) else _bool(attribute)


def _matrix(attribute: ir.Attribute, wanted: str) -> tuple[tuple[int, ...], ...]:
    if _is_dense(attribute) and attribute.type.element.name == "i64":
        if attribute.type.rank == 2:
            return tuple(map(tuple, _listed(attribute)))
        if attribute.type.size == 0 and attribute.type.rank < 2:
            return ()
    raise Unfit(wanted)


def _pairs(attribute: ir.Attribute) -> tuple[tuple[int, int], ...]:
    rows = _matrix(attribute, "a list of pairs of i64")
    if any(len(row) != 2 for row in rows):
        raise Unfit("a list of pairs of i64")
    return rows  # type: ignore[return-value]


def _rows(attribute: ir.Attribute) -> tuple[tuple[int, ...], ...]:
    if _is_dense(attribute) and attribute.type.rank < 2 and attribute.type.element.name == "i64":
        values: Any = _listed(attribute)
        return tuple((value,) for value in (values if attribute.type.rank else [values]))
    return _matrix(attribute, "rows of integers of i64")


def _groups(attribute: ir.Attribute) -> Any:
    if isinstance(attribute, ir.StructAttr | ir.OpaqueAttr):
        return attribute
    return tuple(
        tuple(i for i in row if i != -1) for row in _matrix(attribute, "a list of groups of processes, in i64")
    )


def _strings(attribute: ir.Attribute) -> tuple[str, ...]:
    found: list[str] = []
    for item in attribute.items if isinstance(attribute, ir.ArrayAttr) else [attribute]:
        if not isinstance(attribute, ir.ArrayAttr) or not isinstance(item, ir.EnumAttr) or item.kind != "precision":
            raise Unfit("a list of #stablehlo<precision …>")
        found.append(item.value)
    return tuple(found)


def _dense(attribute: ir.Attribute) -> ir.DenseAttr:
    if not isinstance(attribute, ir.DenseAttr):
        raise Unfit("a constant, dense<…> : tensor<…>")
    return attribute


def _type(attribute: ir.Attribute) -> Any:
    if not isinstance(attribute, ir.TypeAttr):
        raise Unfit("a type")
    return attribute.type


def _element_type(attribute: ir.Attribute) -> ElementType:
    if not isinstance(attribute, ir.TypeAttr) or not isinstance(attribute.type, ElementType):
        raise Unfit("the type of an element")
    return attribute.type


def _symbol(attribute: ir.Attribute) -> ir.SymbolAttr:
    if not isinstance(attribute, ir.SymbolAttr):
        raise Unfit("a symbol, @name")
    return attribute


def _symbols(attribute: ir.Attribute) -> tuple[ir.SymbolAttr, ...]:
    if not isinstance(attribute, ir.ArrayAttr):
        raise Unfit("a list of symbols")
    return tuple(_symbol(item) for item in attribute.items)


def _symbol_grid(attribute: ir.Attribute) -> tuple[tuple[ir.SymbolAttr, ...], ...]:
    if not isinstance(attribute, ir.ArrayAttr):
        raise Unfit("a list of lists of symbols")
    return tuple(_symbols(item) for item in attribute.items)


def _enum(kind: str, values: tuple[str, ...]) -> Decoder:
    def decode(attribute: ir.Attribute) -> str:
        if isinstance(attribute, ir.EnumAttr) and attribute.kind == kind and attribute.value in values:
            return attribute.value
        raise Unfit(f"one of {', '.join(values)}", values)

    return decode


def _struct(struct: type[Struct]) -> Decoder:
    text = f"#{struct.dialect}.{struct.kind}<…>"

    def decode(attribute: ir.Attribute) -> Struct:
        if not isinstance(attribute, ir.StructAttr) or (attribute.dialect, attribute.kind) != (
            struct.dialect,
            struct.kind,
        ):
            raise Unfit(text)
        decoders = field_decoders(struct)
        values: dict[str, Any] = {}
        for name, value in attribute.fields.items():
            if name not in decoders:
                raise Unfit(f"{text} with fields {', '.join(decoders)}, not {name}")
            try:
                values[name] = decoders[name](value)
            except Unfit as unfit:
                raise Unfit(f"{text} whose {name} is {unfit}") from None
        _require_fields(struct, list(values), text)
        return struct(**values)

    return decode


def _require_fields(struct: type[Struct], found: list[str], text: str) -> None:
    missing = [name for name in struct.required if name not in found]
    if missing:
        raise Unfit(f"{text} with a field {missing[0]}")
    if struct.is_ordered and found != [name for name in struct.defaults if name in found]:
        raise Unfit(f"{text} with its fields in order, {', '.join(struct.defaults)}")


@cache
def field_decoders(struct: type[Struct]) -> dict[str, Decoder]:
    """The decoder of each field."""
    hints = get_type_hints(struct, include_extras=True)
    return {name: _FIELDS.get(hints[name]) or kind_of(hints[name]).decode for name in struct.defaults}


_DECODERS: dict[Any, Decoder] = {
    int: _int_of("i64"),
    names.I32: _int_of("i32"),
    names.Index: _int_of("index"),
    names.AnyInt: _int,
    bool: _bool,
    names.Unit: _unit,
    names.Flag: lambda attribute: isinstance(attribute, ir.UnitAttr) or _bool(attribute),
    float: _float_of("f64"),
    names.F32: _float_of("f32"),
    str: _str,
    names.Ints: _ints,
    names.Segments: _segments,
    names.Bools: _bools,
    names.Pairs: _pairs,
    names.Rows: _rows,
    names.Groups: _groups,
    names.Strings: _strings,
    names.Dense: _dense,
    names.TypeLike: _type,
    ElementType: _element_type,
    names.Attribute: lambda attribute: attribute,
    names.Callee: _symbol,
    names.Callees: _symbols,
    names.CalleeGrid: _symbol_grid,
}

#: What fields of structs hold in another spelling.
_FIELDS: dict[Any, Decoder] = {names.Ints: _field_ints, bool: _field_bool}


#: The element types of the numbers that annotations ask for.
_NUMBERS: dict[Any, str] = {
    int: "i64",
    float: "f64",
    names.I32: "i32",
    names.Index: "index",
    names.AnyInt: "i64",
    names.F32: "f32",
}


class Kind:
    """What an annotation asks of an attribute.

    ``hint`` is the type without ``| None``, ``enum`` the kind of an enum and ``choices`` its values (else empty),
    ``struct`` the class of a struct, ``number`` the type of a number (else None).
    """

    __slots__ = ("choices", "decode", "enum", "hint", "is_optional", "number", "struct")

    def __init__(self, hint: Any, is_optional: bool):
        self.hint = hint
        self.is_optional = is_optional
        self.enum, self.choices = enum_of(hint) or ("", ())
        self.struct: type[Struct] | None = hint if isinstance(hint, type) and issubclass(hint, Struct) else None
        self.number = ELEMENTS.get(_NUMBERS.get(hint, ""))
        self.decode = self._decoder()

    def _decoder(self) -> Decoder:
        found = _DECODERS.get(self.hint)
        if found is not None:
            return found
        if self.enum:
            return _enum(self.enum, self.choices)
        if self.struct is not None:
            return _struct(self.struct)
        raise TypeError(f"there is no decoder for the annotation {self.hint}")

    @property
    def names_functions(self) -> bool:
        """Whether the attribute names functions of the module."""
        return self.hint in (names.Callee, names.Callees, names.CalleeGrid)

    @property
    def wanted(self) -> str:
        """What the attribute is, in the words in which an error says it."""
        if self.struct is not None:
            return f"#{self.struct.dialect}.{self.struct.kind}<{', '.join(self.struct.defaults)}>"
        try:
            self.decode(ir.Attribute())
        except Unfit as error:
            return str(error)
        return "an attribute"


@cache
def read_annotation(annotation: Any) -> Any:
    """The type that an annotation stands for: its text, as families write it, by the names of ``annotations.py``."""
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, names.__dict__)  # noqa: S307 - the text of this package's own declarations
    except NameError as error:
        raise TypeError(f"there is no decoder for the annotation {annotation}: {error}") from None


@cache
def kind_of(hint: Any) -> Kind:
    """What a type, perhaps with ``| None``, asks of an attribute; raises TypeError where nothing decodes it."""
    options = get_args(hint)
    if type(None) not in options:
        return Kind(hint, is_optional=False)
    (wanted,) = (option for option in options if option is not type(None))
    return Kind(wanted, is_optional=True)
