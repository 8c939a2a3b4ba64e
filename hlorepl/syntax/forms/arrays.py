"""Pretty forms of constants and of ops with lists of numbers: each a class with a parse and a print, each other's inverse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from ...ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseAttr,
    EnumAttr,
    IntegerAttr,
    StructAttr,
    conv_text,
    fields_text,
)
from ...ir.types import ELEMENTS, TensorType
from ...ops.annotations import Strings
from ...ops.decode import kind_of
from .signatures import same_text, signature_text
from .structs import parse_conv, parse_struct
from .table import read_value

if TYPE_CHECKING:
    from ...ir.core import Op
    from ...ops.registry import OpSpec
    from ...source import Span
    from ..ops import OpParser as Parser
    from ..printer import Printer

_I64 = ELEMENTS["i64"]


def maybe_dictionary(parser: Parser, op: Op) -> None:
    if parser.at("{"):
        parser.add_attributes(op, parser.dictionary())


def set_attribute(parser: Parser, op: Op, name: str, value: Attribute, start: int) -> None:
    value.span = parser.span_from(start)
    parser.add_attributes(op, {name: value})


class Constant:
    """``constant dense<1.0> : tensor<f32>``."""

    opens = False

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        maybe_dictionary(parser, op)
        place = parser.start
        value = parser.attribute()
        if not isinstance(value, DenseAttr):
            parser.fail("expected a constant, dense<…> : tensor<…>", "syntax.form", parser.span_from(place))
        of = value.type
        spans: list[Span] = [parser.span_from(place)]
        if parser.at("->"):
            parser.advance()
            spans = []
            of = parser.result_types(spans)[0]
        set_attribute(parser, op, "value", value, place)
        parser.set_results(op, [of], spans)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        value = op.attributes.get("value")
        if not isinstance(value, DenseAttr) or len(op.results) != 1 or value.type != op.results[0].type:
            return None
        return f"{printer.attribute_dictionary(op, {'value'})} {printer.attribute(value)}"


class Slice:
    """``slice %a [0:2, 1:5:2] : (T) -> T``."""

    opens = False

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operand(op)
        place = parser.start
        parser.take("[")
        rows: list[tuple[int, int, int]] = []
        while not parser.at("]"):
            first = parser.signed_integer()
            parser.take(":")
            last = parser.signed_integer()
            step = 1
            if parser.maybe(":"):
                step = parser.signed_integer()
            rows.append((first, last, step))
            if not parser.maybe(","):
                break
        parser.take("]")
        for index, name in enumerate(("start_indices", "limit_indices", "strides")):
            set_attribute(parser, op, name, DenseArrayAttr(_I64, tuple(row[index] for row in rows)), place)
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        names = ("start_indices", "limit_indices", "strides")
        lists = [op.attributes.get(name) for name in names]
        if not all(isinstance(each, DenseArrayAttr) for each in lists):
            return None
        rows = zip(*(each.values for each in lists), strict=False)  # type: ignore[union-attr]
        text = ", ".join(f"{a}:{b}" + (f":{c}" if c != 1 else "") for a, b, c in rows)
        extra = printer.attribute_dictionary(op, set(names))
        return f" {printer.value(op.operands[0])} [{text}]{extra} : {signature_text(printer, op)}"


class ReducePrecision:
    """``reduce_precision %a, format = e5m10 : T``."""

    opens = False

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operand(op)
        parser.take(",")
        parser.take("format")
        parser.take("=")
        place = parser.start
        word = parser.take_kind("id", "a format such as e5m10")
        found = re.fullmatch(r"e([0-9]+)m([0-9]+)", word)
        if found is None:
            parser.fail(
                "a format is written e5m10: exponent bits, mantissa bits", "syntax.form", parser.span_from(place)
            )
        i32 = ELEMENTS["i32"]
        set_attribute(parser, op, "exponent_bits", IntegerAttr(int(found[1]), i32), place)
        set_attribute(parser, op, "mantissa_bits", IntegerAttr(int(found[2]), i32), place)
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        exponent, mantissa = op.attributes.get("exponent_bits"), op.attributes.get("mantissa_bits")
        if not isinstance(exponent, IntegerAttr) or not isinstance(mantissa, IntegerAttr):
            return None
        extra = printer.attribute_dictionary(op, {"exponent_bits", "mantissa_bits"})
        operand = printer.value(op.operands[0])
        return f" {operand}, format = e{exponent.value}m{mantissa.value}{extra} : {same_text(printer, op)}"


class DotGeneral:
    """``dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = […] : …``."""

    opens = False
    _PARTS = (("batching_dims", "batching"), ("contracting_dims", "contracting"))

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operands(op, ":")
        fields: dict[str, Attribute] = {}
        place = parser.start
        while parser.at(","):
            parser.advance()
            word = parser.take_kind("id", "batching_dims, contracting_dims, precision or algorithm")
            parser.take("=")
            begin = parser.start
            if word == "precision":
                set_attribute(parser, op, "precision_config", read_value(parser, kind_of(Strings), spec.dialect), begin)
            elif word == "algorithm":
                set_attribute(parser, op, "algorithm", parse_struct(parser, spec.dialect, "dot_algorithm"), begin)
            elif word in ("batching_dims", "contracting_dims"):
                name = word.partition("_")[0]
                fields[f"lhs_{name}_dimensions"] = parser.attribute()
                parser.take("x")
                fields[f"rhs_{name}_dimensions"] = parser.attribute()
            else:
                parser.fail(f"dot_general has no {word}", "syntax.form", parser.source.span(begin, begin))
        if "dot_dimension_numbers" not in op.attributes:
            set_attribute(parser, op, "dot_dimension_numbers", StructAttr("stablehlo", "dot", fields), place)
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        numbers = op.attributes.get("dot_dimension_numbers")
        if not isinstance(numbers, StructAttr):
            return None
        text = ", ".join(map(printer.value, op.operands))
        for word, name in self._PARTS:
            lhs, rhs = (_ints(numbers.fields.get(f"{side}_{name}_dimensions")) for side in ("lhs", "rhs"))
            if lhs or rhs or word == "contracting_dims":
                text += f", {word} = {lhs} x {rhs}"
        precision, algorithm = op.attributes.get("precision_config"), op.attributes.get("algorithm")
        if isinstance(precision, ArrayAttr):
            text += f", precision = [{', '.join(_word(item) for item in precision.items)}]"
        if isinstance(algorithm, StructAttr):
            text += f", algorithm = <{fields_text(algorithm)}>"
        named = {"dot_dimension_numbers", "precision_config", "algorithm"}
        return f" {text}{printer.attribute_dictionary(op, named)} : {signature_text(printer, op)}"


def _ints(attribute: Attribute | None) -> list[int]:
    if isinstance(attribute, ArrayAttr):
        return [item.value for item in attribute.items if isinstance(item, IntegerAttr)]
    return list(attribute.values) if isinstance(attribute, DenseArrayAttr) else []


def _word(attribute: Attribute) -> str:
    return attribute.value if isinstance(attribute, EnumAttr) else str(attribute)


class Convolution:
    """``convolution(%a, %b) dim_numbers = […]x[…]->[…], window = {…} {…} : (T, T) -> T``."""

    opens = True
    _WINDOW = (("stride", "window_strides"), ("lhs_dilate", "lhs_dilation"), ("rhs_dilate", "rhs_dilation"))

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.take("(")
        parser.operands(op, ")")
        parser.take(")")
        parser.take("dim_numbers")
        parser.take("=")
        place = parser.start
        set_attribute(parser, op, "dimension_numbers", StructAttr("stablehlo", "conv", parse_conv(parser)), place)
        parser.take(",")
        parser.take("window")
        parser.take("=")
        parser.take("{")
        while not parser.at("}"):
            self._window_item(parser, op)
            if not parser.maybe(","):
                break
        parser.take("}")
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def _window_item(self, parser: Parser, op: Op) -> None:
        word = parser.take_kind("id", "stride, pad, lhs_dilate, rhs_dilate or reverse")
        parser.take("=")
        place = parser.start
        value = parser.attribute()
        items = value.items if isinstance(value, ArrayAttr) else []
        if word == "pad":
            rows = [_ints(item) for item in items]
            if any(len(row) != 2 for row in rows):
                parser.fail("pad is a list of [low, high] pairs", "syntax.form", parser.span_from(place))
            set_attribute(parser, op, "padding", pairs_attribute(rows), place)
        elif word == "reverse":
            values = tuple(isinstance(item, BoolAttr | IntegerAttr) and bool(item.value) for item in items)
            set_attribute(parser, op, "window_reversal", DenseArrayAttr(ELEMENTS["i1"], values), place)
        elif word in dict(self._WINDOW):
            set_attribute(parser, op, dict(self._WINDOW)[word], DenseArrayAttr(_I64, tuple(_ints(value))), place)
        else:
            parser.fail(f"a window has no {word}", "syntax.form", parser.span_from(place))

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        numbers = op.attributes.get("dimension_numbers")
        letters = conv_text(numbers) if isinstance(numbers, StructAttr) else None
        if letters is None:
            return None
        window: list[str] = []
        strides, padding, reversal = (op.attributes.get(n) for n in ("window_strides", "padding", "window_reversal"))
        if isinstance(strides, DenseArrayAttr):
            window.append(f"stride = {_ints(strides)}")
        if isinstance(padding, DenseAttr):
            window.append(f"pad = {padding.array.tolist()}")
        for word, name in self._WINDOW[1:]:
            if isinstance(op.attributes.get(name), DenseArrayAttr):
                window.append(f"{word} = {_ints(op.attributes[name])}")
        if isinstance(reversal, DenseArrayAttr):
            window.append(f"reverse = [{', '.join('true' if v else 'false' for v in reversal.values)}]")
        named = {"dimension_numbers", "padding", "window_reversal", *(name for _, name in self._WINDOW)}
        operands = ", ".join(map(printer.value, op.operands))
        extra = printer.attribute_dictionary(op, named)
        body = f"({operands}) dim_numbers = {letters}, window = {{{', '.join(window)}}}"
        return f"{body}{extra} : {signature_text(printer, op)}"


def pairs_attribute(rows: list[list[int]]) -> DenseAttr:
    """``dense<[[low, high], …]> : tensor<Nx2xi64>``."""
    of = TensorType((len(rows), 2), _I64)

    def make() -> Any:
        return np.array(rows, np.int64).reshape(len(rows), 2)

    return DenseAttr(of, make=make)
