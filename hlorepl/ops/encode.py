"""Python values to attributes, by the annotations of the parameters that take them: the inverse of ``decode.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, get_type_hints

import numpy as np

from ..ir import attributes as ir
from ..ir.types import ELEMENTS, TensorType, Type
from . import annotations as names
from .decode import kind_of
from .structs import Struct

if TYPE_CHECKING:
    from .decode import Kind

_I64 = ELEMENTS["i64"]


def encode(kind: Kind, value: Any, dialect: str = "stablehlo") -> ir.Attribute:
    """The attribute of a kind that says a value; an attribute is itself. Raises TypeError for a value of another kind."""
    if isinstance(value, ir.Attribute):
        return value
    if kind.number is not None:
        return (
            ir.FloatAttr(float(value), kind.number) if kind.number.is_float else ir.IntegerAttr(int(value), kind.number)
        )
    if kind.enum:
        return ir.EnumAttr(dialect, kind.enum, str(value))
    if isinstance(value, Struct):
        return _struct(value)
    if isinstance(value, Type):
        return ir.TypeAttr(value)
    if kind.hint == names.Strings:
        return ir.ArrayAttr([ir.EnumAttr(dialect, "precision", str(each)) for each in value])
    maker = _MAKERS.get(kind.hint)
    if maker is None:
        raise TypeError(f"no attribute is made of {value!r}")
    return maker(value)


def _struct(value: Struct) -> ir.StructAttr:
    """Of its fields those that are not as they are by default, and those that are always written."""
    hints = get_type_hints(type(value), include_extras=True)
    fields: dict[str, ir.Attribute] = {}
    for name, default in type(value).defaults.items():
        field = value.__dict__[name]
        if field != default or name in value.required:
            found = encode(kind_of(hints[name]), field)
            fields[name] = _listed(found) if isinstance(found, ir.DenseArrayAttr) else found
    return ir.StructAttr(value.dialect, value.kind, fields)


def _listed(numbers: ir.DenseArrayAttr) -> ir.ArrayAttr:
    """As structs write numbers: ``[0, 1]``."""
    return ir.ArrayAttr([ir.IntegerAttr(number, numbers.element) for number in numbers.values])


def _matrix(rows: Any) -> ir.DenseAttr:
    """Rows of whole numbers; shorter ones end in -1, as groups of processes do."""
    rows = [list(row) for row in cast("Any", rows)]
    width = max(map(len, rows), default=0)
    array = np.array([row + [-1] * (width - len(row)) for row in rows], np.int64).reshape(len(rows), width)
    return ir.DenseAttr(TensorType(array.shape, _I64), array)


_MAKERS: dict[Any, Any] = {
    bool: lambda value: ir.BoolAttr(bool(value)),
    names.Flag: lambda value: ir.UnitAttr() if value else ir.BoolAttr(False),
    names.Unit: lambda value: ir.UnitAttr(),
    str: ir.StringAttr,
    names.Ints: lambda value: ir.DenseArrayAttr(_I64, tuple(map(int, value))),
    names.Segments: lambda value: ir.DenseArrayAttr(ELEMENTS["i32"], tuple(map(int, value))),
    names.Bools: lambda value: ir.DenseArrayAttr(ELEMENTS["i1"], tuple(map(bool, value))),
    names.Pairs: _matrix,
    names.Rows: _matrix,
    names.Groups: _matrix,
    names.Callee: ir.SymbolAttr,
    names.Callees: lambda value: ir.ArrayAttr([ir.SymbolAttr(each) for each in value]),
}
