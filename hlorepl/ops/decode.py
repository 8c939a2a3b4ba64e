"""Attributes to Python values: one decoder for each annotation that an op's keyword-only parameter may have.

``int bool float str``            as they are
``Ints Bools``                    a tuple, from ``array<…>``, ``dense<…>`` or ``[…]``
``Pairs``                         a tuple of (low, high) pairs, from ``dense<…> : tensor<Nx2xi64>``
``Rows``                          a tuple of tuples, from ``dense<…>`` of rank 2 or less: where a rule checks for pairs
``Strings``                       a tuple of str, from ``["a", "b"]`` (enum values too)
``Groups``                        a tuple of tuples, from ``dense<…> : tensor<GxSxi64>`` (-1 padding removed)
``Dense``                         the ``DenseAttr`` (``.array``, ``.type``)
``TypeLike``                      the ``Type``
``Attribute``                     the attribute itself, whatever it is
``Callee Callees CalleeGrid``     ``SymbolAttr`` (a tuple of them, a tuple of tuples); the engine hands over callables
a name in ``ENUMS``               a str, one of the values there
a name in ``STRUCTS``             a ``Record`` with the fields there
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ir import attributes as ir

if TYPE_CHECKING:
    from collections.abc import Callable

#: annotation: (kind in ``#stablehlo<kind VALUE>``, values)
ENUMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "ComparisonDirection": ("comparison_direction", ("EQ", "NE", "GE", "GT", "LE", "LT")),
    "ComparisonType": ("comparison_type", ("FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", "NOTYPE")),
    "ChloComparisonDirection": ("comparison_direction", ("EQ", "NE", "GE", "GT", "LE", "LT")),
    "ChloComparisonType": ("comparison_type", ("FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", "NOTYPE")),
    "Precision": ("precision", ("DEFAULT", "HIGH", "HIGHEST")),
    "FftType": ("fft_type", ("FFT", "IFFT", "RFFT", "IRFFT")),
    "RngAlgorithm": ("rng_algorithm", ("DEFAULT", "THREE_FRY", "PHILOX")),
    "RngDistribution": ("rng_distribution", ("UNIFORM", "NORMAL")),
    "Transpose": ("transpose", ("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")),
}

#: annotation: (kind in ``#stablehlo.kind<…>``, {field: (annotation, default)})
STRUCTS: dict[str, tuple[str, dict[str, tuple[str, Any]]]] = {
    "GatherDimensionNumbers": (
        "gather",
        {
            "offset_dims": ("Ints", ()),
            "collapsed_slice_dims": ("Ints", ()),
            "operand_batching_dims": ("Ints", ()),
            "start_indices_batching_dims": ("Ints", ()),
            "start_index_map": ("Ints", ()),
            "index_vector_dim": ("int", 0),
        },
    ),
    "ScatterDimensionNumbers": (
        "scatter",
        {
            "update_window_dims": ("Ints", ()),
            "inserted_window_dims": ("Ints", ()),
            "input_batching_dims": ("Ints", ()),
            "scatter_indices_batching_dims": ("Ints", ()),
            "scatter_dims_to_operand_dims": ("Ints", ()),
            "index_vector_dim": ("int", 0),
        },
    ),
    "DotDimensionNumbers": (
        "dot",
        {
            "lhs_batching_dimensions": ("Ints", ()),
            "rhs_batching_dimensions": ("Ints", ()),
            "lhs_contracting_dimensions": ("Ints", ()),
            "rhs_contracting_dimensions": ("Ints", ()),
        },
    ),
    "RaggedDotDimensionNumbers": (
        "ragged_dot",
        {
            "lhs_batching_dimensions": ("Ints", ()),
            "rhs_batching_dimensions": ("Ints", ()),
            "lhs_contracting_dimensions": ("Ints", ()),
            "rhs_contracting_dimensions": ("Ints", ()),
            "lhs_ragged_dimensions": ("Ints", ()),
            "rhs_group_dimensions": ("Ints", ()),
        },
    ),
    "ConvDimensionNumbers": (
        "conv",
        {
            "input_batch_dimension": ("int", 0),
            "input_feature_dimension": ("int", 0),
            "input_spatial_dimensions": ("Ints", ()),
            "kernel_input_feature_dimension": ("int", 0),
            "kernel_output_feature_dimension": ("int", 0),
            "kernel_spatial_dimensions": ("Ints", ()),
            "output_batch_dimension": ("int", 0),
            "output_feature_dimension": ("int", 0),
            "output_spatial_dimensions": ("Ints", ()),
        },
    ),
    "ChannelHandle": ("channel_handle", {"handle": ("int", 0), "type": ("int", 0)}),
    "DotAlgorithm": (
        "dot_algorithm",
        {
            "lhs_precision_type": ("TypeLike", None),
            "rhs_precision_type": ("TypeLike", None),
            "accumulation_type": ("TypeLike", None),
            "lhs_component_count": ("int", 1),
            "rhs_component_count": ("int", 1),
            "num_primitive_operations": ("int", 1),
            "allow_imprecise_accumulation": ("bool", False),
        },
    ),
    "ResultAccuracy": (
        "result_accuracy",
        {"atol": ("float", 0.0), "rtol": ("float", 0.0), "ulps": ("int", 0), "mode": ("ResultAccuracyMode", "DEFAULT")},
    ),
    "OutputOperandAlias": (
        "output_operand_alias",
        {"output_tuple_indices": ("Ints", ()), "operand_index": ("int", 0), "operand_tuple_indices": ("Ints", ())},
    ),
}
ENUMS["ResultAccuracyMode"] = ("result_accuracy_mode", ("DEFAULT", "HIGHEST", "TOLERANCE"))


class Unfit(Exception):
    """The attribute is not of the kind that the op wants; the text says what it wants, ``choices`` which names it has."""

    def __init__(self, wanted: str, choices: tuple[str, ...] = ()):
        super().__init__(wanted)
        self.choices = choices


class Record:
    """The decoded fields of a struct attribute."""

    def __init__(self, fields: dict[str, Any]):
        self.__dict__.update(fields)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.items()))

    def __repr__(self) -> str:
        return f"<{', '.join(f'{k} = {v}' for k, v in self.__dict__.items())}>"


def _int(attribute: ir.Attribute) -> int:
    if isinstance(attribute, ir.IntegerAttr):
        return attribute.value
    if isinstance(attribute, ir.DenseAttr) and attribute.type.shape == () and attribute.array.dtype.kind in "iu":
        return int(attribute.array)
    raise Unfit("an integer")


def _bool(attribute: ir.Attribute) -> bool:
    if isinstance(attribute, ir.BoolAttr):
        return attribute.value
    if isinstance(attribute, ir.UnitAttr):
        return True
    if isinstance(attribute, ir.IntegerAttr) and attribute.type.is_bool:
        return bool(attribute.value)
    raise Unfit("true or false")


def _float(attribute: ir.Attribute) -> float:
    if isinstance(attribute, ir.FloatAttr):
        return attribute.value
    if isinstance(attribute, ir.IntegerAttr):
        return float(attribute.value)
    raise Unfit("a number")


def _str(attribute: ir.Attribute) -> str:
    if isinstance(attribute, ir.StringAttr):
        return attribute.value
    if isinstance(attribute, ir.EnumAttr):
        return attribute.value
    raise Unfit("a string")


def _items(attribute: ir.Attribute, kinds: str, wanted: str) -> tuple[Any, ...]:
    if isinstance(attribute, ir.DenseArrayAttr):
        return attribute.values
    if isinstance(attribute, ir.DenseAttr) and attribute.type.rank == 1 and attribute.array.dtype.kind in kinds:
        return tuple(attribute.array.tolist())
    if isinstance(attribute, ir.ArrayAttr) and all(
        isinstance(item, ir.IntegerAttr | ir.BoolAttr) for item in attribute.items
    ):
        return tuple(item.value for item in attribute.items)  # type: ignore[attr-defined]
    raise Unfit(wanted)


def _ints(attribute: ir.Attribute) -> tuple[int, ...]:
    values = _items(attribute, "iu", "a list of integers")
    if not all(type(value) is int for value in values):
        raise Unfit("a list of integers")
    return values


def _bools(attribute: ir.Attribute) -> tuple[bool, ...]:
    return tuple(bool(value) for value in _items(attribute, "b", "a list of booleans"))


def _matrix(attribute: ir.Attribute, wanted: str) -> tuple[tuple[int, ...], ...]:
    if isinstance(attribute, ir.DenseAttr) and attribute.type.element.name == "i64":
        if attribute.type.rank == 2:
            return tuple(map(tuple, attribute.array.tolist()))
        if attribute.type.size == 0 and attribute.type.rank < 2:
            return ()
    if isinstance(attribute, ir.ArrayAttr):
        return tuple(_ints(item) for item in attribute.items)
    raise Unfit(wanted)


def _pairs(attribute: ir.Attribute) -> tuple[tuple[int, int], ...]:
    rows = _matrix(attribute, "a list of pairs of i64")
    if any(len(row) != 2 for row in rows):
        raise Unfit("a list of pairs of i64")
    return rows  # type: ignore[return-value]


def _rows(attribute: ir.Attribute) -> tuple[tuple[int, ...], ...]:
    if isinstance(attribute, ir.DenseAttr) and attribute.type.rank < 2 and attribute.array.dtype.kind in "iu":
        return tuple((value,) for value in attribute.array.reshape(-1).tolist())
    return _matrix(attribute, "rows of integers")


def _groups(attribute: ir.Attribute) -> Any:
    if isinstance(attribute, ir.StructAttr | ir.OpaqueAttr):
        return attribute
    return tuple(
        tuple(i for i in row if i != -1) for row in _matrix(attribute, "a list of groups of processes, in i64")
    )


def _strings(attribute: ir.Attribute) -> tuple[str, ...]:
    if not isinstance(attribute, ir.ArrayAttr):
        raise Unfit("a list")
    return tuple(_str(item) for item in attribute.items)


def _dense(attribute: ir.Attribute) -> ir.DenseAttr:
    if not isinstance(attribute, ir.DenseAttr):
        raise Unfit("a constant, dense<…> : tensor<…>")
    return attribute


def _type(attribute: ir.Attribute) -> Any:
    if not isinstance(attribute, ir.TypeAttr):
        raise Unfit("a type")
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


def _enum(kind: str, values: tuple[str, ...]) -> Callable[[ir.Attribute], str]:
    def decode(attribute: ir.Attribute) -> str:
        if isinstance(attribute, ir.EnumAttr) and attribute.kind == kind and attribute.value in values:
            return attribute.value
        if isinstance(attribute, ir.StringAttr) and attribute.value in values:
            return attribute.value
        raise Unfit(f"one of {', '.join(values)}", values)

    return decode


def _struct(kind: str, fields: dict[str, tuple[str, Any]]) -> Callable[[ir.Attribute], Record]:
    def decode(attribute: ir.Attribute) -> Record:
        if not isinstance(attribute, ir.StructAttr) or attribute.kind != kind:
            raise Unfit(f"#stablehlo.{kind}<…>")
        values = {name: default for name, (_, default) in fields.items()}
        for name, value in attribute.fields.items():
            if name not in fields:
                raise Unfit(f"#stablehlo.{kind}<…> with fields {', '.join(fields)}, not {name}")
            values[name] = decoder(fields[name][0])(value)
        return Record(values)

    return decode


_DECODERS: dict[str, Callable[[ir.Attribute], Any]] = {
    "int": _int,
    "bool": _bool,
    "float": _float,
    "str": _str,
    "Ints": _ints,
    "Bools": _bools,
    "Pairs": _pairs,
    "Rows": _rows,
    "Groups": _groups,
    "Strings": _strings,
    "Dense": _dense,
    "TypeLike": _type,
    "Attribute": lambda attribute: attribute,
    "Callee": _symbol,
    "Callees": _symbols,
    "CalleeGrid": _symbol_grid,
}


def wanted(annotation: str) -> str:
    """What an attribute of that annotation is, in the words in which an error says it."""
    name = annotation.partition("|")[0].strip()
    if name in STRUCTS:
        kind, fields = STRUCTS[name]
        return f"#stablehlo.{kind}<{', '.join(fields)}>"
    try:
        decoder(name)(ir.Attribute())
    except Unfit as error:
        return str(error)
    return "an attribute"


def decoder(annotation: str) -> Callable[[ir.Attribute], Any]:
    """The decoder of an annotation such as ``Ints | None``."""
    name = annotation.partition("|")[0].strip()
    found = _DECODERS.get(name)
    if found is None:
        if name in ENUMS:
            found = _enum(*ENUMS[name])
        elif name in STRUCTS:
            found = _struct(*STRUCTS[name])
        else:
            raise TypeError(f"there is no decoder for the annotation {annotation!r}")
        _DECODERS[name] = found
    return found
