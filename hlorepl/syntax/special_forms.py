"""Pretty forms that need more than a line: each a class with a parse and a print that are each other's inverse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..ir.attributes import (
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DenseAttr,
    EnumAttr,
    IntegerAttr,
    StringAttr,
    StructAttr,
    quoted,
)
from ..ir.core import Block, Op, Region, Value
from ..ir.types import ELEMENTS, TensorType
from .forms import read_value, signature_text
from .literals import unescape
from .scan_form import Scan
from .structs import conv_text, fields_text, parse_conv, parse_struct

if TYPE_CHECKING:
    from ..ops.registry import OpSpec
    from ..source import Span
    from .parser import Parser
    from .printer import Printer

_I64 = ELEMENTS["i64"]


def _maybe_dictionary(parser: Parser, op: Op) -> None:
    if parser.at("{") and not parser.ends_statement():
        parser.add_attributes(op, parser.dictionary())


def _set(parser: Parser, op: Op, name: str, value: Attribute, start: int) -> None:
    value.span = parser.span_from(start)
    parser.add_attributes(op, {name: value})


class Constant:
    """``constant dense<1.0> : tensor<f32>``."""

    opens = False

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        _maybe_dictionary(parser, op)
        place = parser.start
        value = parser.attribute()
        if not isinstance(value, DenseAttr):
            parser.fail("expected a constant, dense<…> : tensor<…>", "syntax.form", parser.span_from(place))
        of = value.type
        spans = [parser.span_from(place)]
        if parser.at("->"):
            parser.advance()
            spans = []
            of = parser.result_types(spans)[0]
        _set(parser, op, "value", value, place)
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
            _set(parser, op, name, DenseArrayAttr(_I64, tuple(row[index] for row in rows)), place)
        _maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        names = ("start_indices", "limit_indices", "strides")
        lists = [op.attributes.get(name) for name in names]
        if not all(isinstance(each, DenseArrayAttr) for each in lists):
            return None
        rows = zip(*(each.values for each in lists), strict=False)  # type: ignore[union-attr]
        text = ", ".join(f"{a}:{b}" + (f":{c}" if c != 1 else "") for a, b, c in rows)
        extra = printer.attribute_dictionary(op, set(names))
        return f" {printer.value(op.operands[0])} [{text}]{extra} : {signature_text(op)}"


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
            parser.fail("a format is written e5m10: exponent bits, mantissa bits", "syntax.form", parser.span_from(place))
        i32 = ELEMENTS["i32"]
        _set(parser, op, "exponent_bits", IntegerAttr(int(found[1]), i32), place)
        _set(parser, op, "mantissa_bits", IntegerAttr(int(found[2]), i32), place)
        _maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        from .forms import _same_text

        exponent, mantissa = op.attributes.get("exponent_bits"), op.attributes.get("mantissa_bits")
        if not isinstance(exponent, IntegerAttr) or not isinstance(mantissa, IntegerAttr):
            return None
        extra = printer.attribute_dictionary(op, {"exponent_bits", "mantissa_bits"})
        operand = printer.value(op.operands[0])
        return f" {operand}, format = e{exponent.value}m{mantissa.value}{extra} : {_same_text(op)}"


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
                _set(parser, op, "precision_config", read_value(parser, "Strings", spec.dialect), begin)
            elif word == "algorithm":
                _set(parser, op, "algorithm", parse_struct(parser, spec.dialect, "dot_algorithm"), begin)
            elif word in ("batching_dims", "contracting_dims"):
                name = word.partition("_")[0]
                fields[f"lhs_{name}_dimensions"] = parser.attribute()
                parser.take("x")
                fields[f"rhs_{name}_dimensions"] = parser.attribute()
            else:
                parser.fail(f"dot_general has no {word}", "syntax.form", parser.source.span(begin, begin))
        if "dot_dimension_numbers" not in op.attributes:
            _set(parser, op, "dot_dimension_numbers", StructAttr("stablehlo", "dot", fields), place)
        _maybe_dictionary(parser, op)
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
        return f" {text}{printer.attribute_dictionary(op, named)} : {signature_text(op)}"


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
        _set(parser, op, "dimension_numbers", StructAttr("stablehlo", "conv", parse_conv(parser)), place)
        parser.take(",")
        parser.take("window")
        parser.take("=")
        parser.take("{")
        while not parser.at("}"):
            self._window_item(parser, op)
            if not parser.maybe(","):
                break
        parser.take("}")
        _maybe_dictionary(parser, op)
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
            _set(parser, op, "padding", pairs_attribute(rows), place)
        elif word == "reverse":
            values = tuple(bool(getattr(item, "value", False)) for item in items)
            _set(parser, op, "window_reversal", DenseArrayAttr(ELEMENTS["i1"], values), place)
        elif word in dict(self._WINDOW):
            _set(parser, op, dict(self._WINDOW)[word], DenseArrayAttr(_I64, tuple(_ints(value))), place)
        else:
            parser.fail(f"a window has no {word}", "syntax.form", parser.span_from(place))

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        numbers = op.attributes.get("dimension_numbers")
        if not isinstance(numbers, StructAttr):
            return None
        window = []
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
        body = f"({operands}) dim_numbers = {conv_text(numbers)}, window = {{{', '.join(window)}}}"
        return f"{body}{extra} : {signature_text(op)}"


def pairs_attribute(rows: list[list[int]]) -> DenseAttr:
    """``dense<[[low, high], …]> : tensor<Nx2xi64>``."""
    of = TensorType((len(rows), 2), _I64)

    def make() -> Any:
        import numpy as np

        return np.array(rows, np.int64).reshape(len(rows), 2)

    return DenseAttr(of, make=make)


class CustomCall:
    """``custom_call @target(%a, %b) {…} : (T, T) -> T``."""

    opens = False

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        place = parser.start
        name = parser.symbol_name()
        _set(parser, op, "call_target_name", StringAttr(name), place)
        parser.take("(")
        parser.operands(op, ")")
        parser.take(")")
        _maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        from ..ir.attributes import symbol_text

        name = op.attributes.get("call_target_name")
        if not isinstance(name, StringAttr):
            return None
        operands = ", ".join(map(printer.value, op.operands))
        extra = printer.attribute_dictionary(op, {"call_target_name"})
        return f" {symbol_text(name.value)}({operands}){extra} : {signature_text(op)}"


class Call:
    """``call @f(%a) : (T) -> T``."""

    opens = False

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        op.attributes["callee"] = callee = parser.symbol()
        assert callee.span is not None
        op.spans["attribute", "callee"] = callee.span
        parser.take("(")
        parser.operands(op, ")")
        parser.take(")")
        _maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        callee = op.attributes.get("callee")
        operands = ", ".join(map(printer.value, op.operands))
        return f" {callee}({operands}){printer.attribute_dictionary(op, {'callee'})} : {signature_text(op)}"


class Composite:
    """``composite "name" %a, %b {decomposition = @f} : (T, T) -> T``."""

    opens = False

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        place = parser.start
        _set(parser, op, "name", StringAttr(unescape(parser.take_kind("string", "the name in quotes"))), place)
        if parser.kind == "value":
            parser.operands(op, ":")
        _maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        name = op.attributes.get("name")
        if not isinstance(name, StringAttr):
            return None
        operands = "".join(f"{', ' if i else ' '}{printer.value(v)}" for i, v in enumerate(op.operands))
        return f" {quoted(name.value)}{operands}{printer.attribute_dictionary(op, {'name'})} : {signature_text(op)}"


class While:
    """``while(%i = %a, %x = %b) : T, U attributes {…} cond {…} do {…}``."""

    opens = True

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.take("(")
        names: list[tuple[str, Span]] = []
        while not parser.at(")"):
            span = parser.span()
            names.append((parser.take_kind("value", "the name of a carried value")[1:], span))
            parser.take("=")
            parser.operand(op)
            if not parser.maybe(","):
                break
        parser.take(")")
        types = [value.type for value in op.operands]
        if parser.at_signature():
            parser.advance()
            types, spans = [], []
            while names and len(types) < len(names):
                place = parser.start
                types.append(parser.type())
                spans.append(parser.span_from(place))
                if not parser.maybe(","):
                    break
            parser.check_operand_types(op, types, spans)
            for index, span in enumerate(spans):
                op.spans["result", index] = span
        if parser.maybe("attributes"):
            parser.add_attributes(op, parser.dictionary())
        for word in ("cond", "do"):
            parser.take(word)
            arguments = [Value(name, type_, span) for (name, span), type_ in zip(names, types, strict=True)]
            op.regions.append(parser.region(arguments))
        parser.set_results(op, types)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        if len(op.regions) != 2 or any(len(region.blocks) != 1 for region in op.regions):
            return None
        types = [value.type for value in op.operands]
        if any([a.type for a in region.block.arguments] != types for region in op.regions):
            return None
        with printer.scope():
            arguments = [printer.name_argument(a, "iterArg") for a in op.regions[0].block.arguments]
            for argument, name in zip(op.regions[1].block.arguments, arguments, strict=True):
                printer.names[argument] = name
            pairs = ", ".join(f"{a} = {printer.value(v)}" for a, v in zip(arguments, op.operands, strict=True))
            listed = f" : {', '.join(map(str, types))}" if types else ""
            extra = printer.attribute_dictionary(op, set())
            attributes = f" attributes{extra}" if extra else ""
            condition = printer.region(op.regions[0], show_arguments=False)
            body = printer.region(op.regions[1], show_arguments=False)
        return f"({pairs}){listed}{attributes}\n{printer.indent}cond {condition} do {body}"


class Reduce:
    """``reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : …`` or with a ``reducer(…) {…}``."""

    opens = True

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        inits: list[tuple[Value, Span]] = []
        while True:
            parser.take("(")
            parser.operand(op)
            parser.take("init")
            parser.take(":")
            span = parser.span()
            inits.append((parser.value(), span))
            parser.take(")")
            if not parser.maybe(","):
                break
        for value, span in inits:
            op.spans["operand", len(op.operands)] = span
            op.operands.append(value)
        applied = None
        if parser.maybe("applies"):
            applied = (parser.span(), parser.advance())
        parser.take("across")
        parser.take("dimensions")
        parser.take("=")
        place = parser.start
        _set(parser, op, "dimensions", read_value(parser, "Ints", "stablehlo"), place)
        _maybe_dictionary(parser, op)
        has_types = parser.at_signature()
        if has_types:
            parser.advance()
            parser.signature(op)
        if applied is not None:
            op.regions.append(self._one_op(parser, op, applied))
        else:
            op.regions.append(self._reducer(parser, op, len(inits)))
        if not has_types:
            parser.infer(op, start)

    def _one_op(self, parser: Parser, op: Op, applied: tuple[Span, str]) -> Region:
        """The region of ``applies OP``: rank-0 arguments of the operand's element type."""
        from ..ops.registry import lookup

        span, name = applied
        spec = lookup(name)
        if spec is None:
            parser.unknown_op(name, span)
        first = op.operands[0].type
        of = TensorType((), first.element) if isinstance(first, TensorType) else first
        arguments = [Value("arg0", of, span), Value("arg1", of, span)]
        block = Block(arguments, span=span)
        inner = Op(spec.name, list(arguments), span=span)
        inner.add_results([of])
        inner.results[0].name = "0"
        block.ops = [inner, Op("stablehlo.return", [inner.results[0]], span=span)]
        return Region([block], span)

    def _reducer(self, parser: Parser, op: Op, count: int) -> Region:
        parser.take("reducer")
        left: list[Value] = []
        right: list[Value] = []
        for _ in range(count):
            parser.take("(")
            left.append(parser.argument())
            parser.take(",")
            right.append(parser.argument())
            parser.take(")")
        return parser.region(left + right)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        dimensions = op.attributes.get("dimensions")
        if not isinstance(dimensions, DenseArrayAttr) or len(op.operands) % 2 or len(op.regions) != 1:
            return None
        half = len(op.operands) // 2
        block = op.regions[0].block
        if len(block.arguments) != 2 * half:
            return None
        parts = ", ".join(
            f"({printer.value(a)} init: {printer.value(z)})"
            for a, z in zip(op.operands[:half], op.operands[half:], strict=True)
        )
        extra = printer.attribute_dictionary(op, {"dimensions"})
        tail = f"across dimensions = {list(dimensions.values)}{extra} : {signature_text(op)}"
        single = _applied(op)
        if single is not None:
            return f"{parts} applies {single} {tail}"
        with printer.scope():
            names = [printer.name_argument(a, "arg") for a in block.arguments]
            pairs = zip(names[:half], names[half:], block.arguments[:half], block.arguments[half:], strict=True)
            reducers = " ".join(f"({a}: {x.type}, {b}: {y.type})" for a, b, x, y in pairs)
            body = printer.region(op.regions[0], show_arguments=False)
        return f"{parts} {tail}\n{printer.indent} reducer{reducers} {body}"


def _applied(op: Op) -> str | None:
    """The op that a reduction applies when that is all that its region says."""
    block = op.regions[0].block
    if len(block.ops) != 2 or len(block.arguments) != 2 or len(op.results) != 1:
        return None
    inner, last = block.ops
    plain = inner.operands == block.arguments and not inner.attributes and not inner.regions
    first = op.operands[0].type
    of = TensorType((), first.element) if isinstance(first, TensorType) else first
    alike = plain and len(inner.results) == 1 and all(v.type == of for v in (*block.arguments, *inner.results))
    if not alike or last.name != "stablehlo.return" or last.operands != inner.results:
        return None
    return inner.name if inner.name.startswith("stablehlo.") else None


SPECIAL: dict[str, Any] = {
    "constant": Constant(),
    "slice": Slice(),
    "reduce_precision": ReducePrecision(),
    "dot_general": DotGeneral(),
    "convolution": Convolution(),
    "custom_call": CustomCall(),
    "call": Call(),
    "composite": Composite(),
    "while": While(),
    "reduce": Reduce(),
    "scan": Scan(),
}
