"""Struct attributes such as ``#stablehlo.gather<offset_dims = [1], …>``: read by name. (``ir.attributes`` writes them.)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...digits import natural
from ...ir.attributes import (
    CONV_LETTERS,
    CONV_PARTS,
    SUB_AXIS,
    ArrayAttr,
    Attribute,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StructAttr,
)
from ...ops.structs import ENUMS

if TYPE_CHECKING:
    from ..attributes import AttributeLexer


def parse_struct(lexer: AttributeLexer, dialect: str, kind: str) -> StructAttr | EnumAttr:
    """The current token is the ``<``."""
    start = lexer.start
    if kind == "conv":
        lexer.take("<")
        fields = parse_conv(lexer)
        lexer.take(">")
    else:
        lexer.deeper()
        lexer.take("<")
        if kind == SUB_AXIS:
            part = _sub_axis(lexer)
            lexer.take(">")
            lexer.depth -= 1
            return part
        if kind in ENUMS:
            value = lexer.take_kind("id", "a value")
            lexer.take(">")
            lexer.depth -= 1
            return EnumAttr(dialect, kind, value)
        fields = _named_fields(lexer, kind)
        lexer.take(">")
        lexer.depth -= 1
    found = StructAttr(dialect, kind, fields)
    found.span = lexer.span_from(start)
    return found


def _named_fields(lexer: AttributeLexer, kind: str = "") -> dict[str, Attribute]:
    fields: dict[str, Attribute] = {}
    while not lexer.at(">"):
        start = lexer.start
        name = lexer.take_kind("id", "the name of a field")
        lexer.take("=")
        if name in fields:
            lexer.fail(f"the field {name} is given twice", "attribute.duplicate", lexer.span_from(start))
        if name == "sub_axis_info" and lexer.at("("):
            fields[name] = _sub_axis(lexer)
        elif kind == "mesh" and name == "axes" and lexer.at("["):
            fields[name] = _mesh_axes(lexer)
        else:
            fields[name] = _field(lexer)
        if not lexer.maybe(","):  # MLIR reads one behind the last field, too
            break
    return fields


#: The types of numbers in fields.
_USUAL = ("i64", "f64")


def _field(lexer: AttributeLexer) -> Attribute:
    """What a field holds: numbers stand there without their type. (Those of another type are refused by what takes the struct.)"""
    found = lexer.attribute()
    numbers = found.items if isinstance(found, ArrayAttr) else [found]
    spans = [
        number.span for number in numbers if isinstance(number, IntegerAttr | FloatAttr) and number.type.name in _USUAL
    ]
    typed = next((span for span in spans if span is not None and ":" in span.text and "x" not in span.text), None)
    if typed is not None:
        lexer.fail("a number in a field stands without its type", "syntax.form", typed)
    return found


def _sub_axis(lexer: AttributeLexer) -> StructAttr:
    """``(PRE)SIZE``: a part of an axis."""
    start = lexer.start
    lexer.take("(")
    before = natural(lexer.take_kind("number", "a number"))
    lexer.take(")")
    size = natural(lexer.take_kind("number", "a number"))
    if before is None or size is None:
        lexer.fail("a part of an axis is written as (1)2", "syntax.form", lexer.span_from(start))
    return StructAttr("stablehlo", SUB_AXIS, {"pre_size": IntegerAttr(before), "size": IntegerAttr(size)})


def _mesh_axes(lexer: AttributeLexer) -> ArrayAttr:
    """A list of axes, whose kind need not be written."""
    items: list[Attribute] = []
    lexer.take("[")
    while not lexer.at("]"):
        items.append(parse_struct(lexer, "stablehlo", "mesh_axis") if lexer.at("<") else lexer.attribute())
        if not lexer.maybe(","):
            break
    lexer.take("]")
    return ArrayAttr(items)


def parse_conv(lexer: AttributeLexer) -> dict[str, Attribute]:
    """``[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]``, or by names behind ``raw``, as MLIR writes what letters cannot say."""
    if lexer.maybe("raw"):
        return _named_fields(lexer)
    fields: dict[str, Attribute] = {}
    start = lexer.start
    for prefix, letters in CONV_PARTS.items():
        if prefix == "kernel":
            lexer.take("x")
        elif prefix == "output":
            lexer.take("->")
        _conv_part(lexer, prefix, letters, fields)
    ranks = {len(value.items) for value in fields.values() if isinstance(value, ArrayAttr)}
    if len(ranks) > 1:
        lexer.fail(
            "the three parts name different numbers of spatial dimensions", "syntax.form", lexer.span_from(start)
        )
    return fields


def _conv_part(lexer: AttributeLexer, prefix: str, letters: str, fields: dict[str, Attribute]) -> None:
    lexer.take("[")
    spatial: dict[int, int] = {}
    place = 0
    while not lexer.at("]"):
        if lexer.kind == "number" and (number := natural(lexer.text)) is not None:
            if number in spatial:
                lexer.fail(f"the dimension {number} stands here twice", "syntax.form")
            spatial[number] = place
            lexer.advance()
        elif lexer.at("?"):
            lexer.advance()
        elif lexer.kind == "id" and lexer.text in tuple(letters):
            name = f"{prefix}_{CONV_LETTERS[lexer.text]}_dimension"
            if name in fields:
                lexer.fail(f"the dimension {lexer.text} stands here twice", "syntax.form")
            fields[name] = IntegerAttr(place)
            lexer.advance()
        else:
            lexer.expected(f"a dimension: {letters[0]}, {letters[1]} or a number")
        place += 1
        if not lexer.more("]"):
            break
    missing = [c for c in letters if f"{prefix}_{CONV_LETTERS[c]}_dimension" not in fields]
    if missing or sorted(spatial) != list(range(len(spatial))):
        what = f"the dimension {missing[0]}" if missing else "a spatial dimension"
        lexer.fail(f"{what} is missing here", "syntax.form")
    lexer.take("]")
    fields[f"{prefix}_spatial_dimensions"] = ArrayAttr([IntegerAttr(spatial[k]) for k in range(len(spatial))])
