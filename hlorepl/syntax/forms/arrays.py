"""Pretty forms of constants and of ops with lists of numbers: each a class with a parse and a print, each other's inverse."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from ...ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseAttr,
    IntegerAttr,
    StructAttr,
    conv_text,
    fields_text,
)
from ...ir.types import ELEMENTS, TensorType
from .signatures import same_text, signature_text
from .structs import parse_conv, parse_struct
from .table import enums_text, read_attribute, read_named, read_word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...ir.core import Op
    from ...ops.registry import OpSpec
    from ...source import Span
    from ..ops import OpParser as Parser
    from ..printer import Printer
    from .table import Reader

_I64 = ELEMENTS["i64"]


def maybe_dictionary(parser: Parser, op: Op) -> None:
    if parser.at("{"):
        parser.add_attributes(op, parser.dictionary())


def set_attribute(parser: Parser, op: Op, name: str, value: Attribute, start: int) -> None:
    value.span = parser.span_from(start)
    parser.add_attributes(op, {name: value})


class Constant:
    """``constant dense<1.0> : tensor<f32>``; where its type is another one, as of quantized values, the generic form."""

    usage = "$value : tensor<…>"
    words: Mapping[str, Reader] = {}
    opens = True
    indexes = False
    results: int | None = None

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        if parser.at("("):
            parser.generic_body(op, start)
            return
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

    usage = "$operand [$start_indices:$limit_indices:$strides, …]"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = True
    results: int | None = None

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
            if not parser.more("]"):
                break
        parser.take("]")
        for index, name in enumerate(("start_indices", "limit_indices", "strides")):
            set_attribute(parser, op, name, DenseArrayAttr(_I64, tuple(row[index] for row in rows)), place)
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        names = ("start_indices", "limit_indices", "strides")
        lists = [_i64s(op.attributes.get(name)) for name in names]
        if None in lists or len(set(map(len, lists))) > 1 or len(op.operands) != 1:  # type: ignore[arg-type]
            return None
        rows = zip(*lists, strict=True)  # type: ignore[arg-type]
        text = ", ".join(f"{a}:{b}" + (f":{c}" if c != 1 else "") for a, b, c in rows)
        extra = printer.attribute_dictionary(op, set(names))
        return f" {printer.value(op.operands[0])} [{text}]{extra} : {signature_text(printer, op)}"


class ReducePrecision:
    """``reduce_precision %a, format = e5m10 : T``."""

    usage = "$operand, format = e$exponent_bits m$mantissa_bits"
    opens = False
    indexes = False
    results: int | None = None

    @property
    def words(self) -> Mapping[str, Reader]:
        return {"format": self._format}

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operand(op)
        if parser.allows_calls:
            read_named(parser, spec, op, self)
        if not op.attributes:
            parser.take(",")
            parser.take("format")
            parser.take("=")
            self._format(parser, spec, op)
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def _format(self, parser: Parser, spec: OpSpec, op: Op) -> None:
        place = parser.start
        word = parser.take_kind("id", "a format such as e5m10")
        found = re.fullmatch(r"e([0-9]+)m([0-9]+)", word)
        if found is None:
            parser.fail(
                "a format is written e5m10: exponent bits, mantissa bits", "syntax.form", parser.span_from(place)
            )
        for name, digits in (("exponent_bits", found[1]), ("mantissa_bits", found[2])):
            number = parser.integer_of(int(digits[:20]), ELEMENTS["i32"], parser.span_from(place))
            set_attribute(parser, op, name, number, place)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        names = ("exponent_bits", "mantissa_bits")
        bits = [self._bits(op.attributes.get(name)) for name in names]
        if None in bits or len(op.operands) != 1:
            return None
        extra = printer.attribute_dictionary(op, set(names))
        operand = printer.value(op.operands[0])
        return f" {operand}, format = e{bits[0]}m{bits[1]}{extra} : {same_text(printer, op)}"

    def _bits(self, attribute: Attribute | None) -> int | None:
        if isinstance(attribute, IntegerAttr) and attribute.type is ELEMENTS["i32"] and attribute.value >= 0:
            return attribute.value
        return None


class DotGeneral:
    """``dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = […] : …``."""

    usage = (
        "$lhs, $rhs[, batching_dims = […] x […]], contracting_dims = […] x […][, precision = […]][, algorithm = <…>]"
    )
    opens = False
    indexes = False
    results: int | None = None
    _PARTS = (("batching_dims", "batching"), ("contracting_dims", "contracting"))

    @property
    def words(self) -> Mapping[str, Reader]:
        return {
            "batching_dims": partial(self._pair, name="batching"),
            "contracting_dims": partial(self._pair, name="contracting"),
            "precision": partial(read_attribute, name="precision_config"),
            "algorithm": self._algorithm,
        }

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operands(op, ":")
        place = parser.start
        while parser.at(","):
            parser.advance()
            word = parser.text
            if parser.allows_calls and word in spec.attributes:
                read_word(parser, spec, op, self)
                continue
            parser.take_kind("id", "batching_dims, contracting_dims, precision or algorithm")
            parser.take("=")
            reader, begin = self.words.get(word), parser.start
            is_late = word == "batching_dims" and "dot_dimension_numbers" in op.attributes and not parser.allows_calls
            if is_late or reader is None:
                what = f"{word} stands in front of contracting_dims" if is_late else f"dot_general has no {word}"
                parser.fail(what, "syntax.form", parser.source.span(begin, begin))
            reader(parser, spec, op)
        numbers = op.attributes.pop("dot_dimension_numbers", None) or StructAttr("stablehlo", "dot", {})
        set_attribute(parser, op, "dot_dimension_numbers", numbers, place)
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def _pair(self, parser: Parser, spec: OpSpec, op: Op, name: str) -> None:
        """``[1] x [0]``: dimensions of the one and of the other operand, put into the struct that holds both pairs."""
        place = parser.start
        left = parser.attribute()
        parser.take("x")
        fields = {f"lhs_{name}_dimensions": left, f"rhs_{name}_dimensions": parser.attribute()}
        known = op.attributes.pop("dot_dimension_numbers", None)
        if isinstance(known, StructAttr):
            if not fields.keys().isdisjoint(known.fields):
                parser.fail(f"{name}_dims is given twice", "attribute.duplicate", parser.span_from(place))
            fields = {**known.fields, **fields}
        order = [f"{side}_{each}_dimensions" for _, each in self._PARTS for side in ("lhs", "rhs")]
        struct = StructAttr("stablehlo", "dot", {each: fields[each] for each in order if each in fields})
        set_attribute(parser, op, "dot_dimension_numbers", struct, place)

    def _algorithm(self, parser: Parser, spec: OpSpec, op: Op) -> None:
        begin = parser.start
        set_attribute(parser, op, "algorithm", parse_struct(parser, spec.dialect, "dot_algorithm"), begin)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        dimensions, options = self._dimensions(op), self._options(op)
        if dimensions is None or options is None or len(op.operands) != 2:
            return None
        operands = ", ".join(map(printer.value, op.operands))
        named = {"dot_dimension_numbers", "precision_config", "algorithm"}
        extra = printer.attribute_dictionary(op, named)
        return f" {operands}{dimensions}{options}{extra} : {signature_text(printer, op)}"

    def _dimensions(self, op: Op) -> str | None:
        numbers = op.attributes.get("dot_dimension_numbers")
        names = {f"{side}_{name}_dimensions" for _, name in self._PARTS for side in ("lhs", "rhs")}
        if not is_struct(numbers, "dot") or not numbers.fields.keys() <= names:
            return None
        text = ""
        for word, name in self._PARTS:
            lhs, rhs = (_ints(numbers.fields.get(f"{side}_{name}_dimensions")) for side in ("lhs", "rhs"))
            if lhs is None or rhs is None:
                return None
            if lhs or rhs or word == "contracting_dims":
                text += f", {word} = {lhs} x {rhs}"
        return text

    def _options(self, op: Op) -> str | None:
        precision, algorithm = op.attributes.get("precision_config"), op.attributes.get("algorithm")
        words = enums_text(precision, "precision") if precision is not None else ""
        if words is None or algorithm is not None and not is_struct(algorithm, "dot_algorithm"):
            return None
        text = f", precision = {words}" if words else ""
        return f"{text}, algorithm = <{fields_text(algorithm)}>" if algorithm is not None else text


def is_struct(attribute: Attribute | None, kind: str) -> TypeGuard[StructAttr]:
    """Whether it is a struct of StableHLO of that kind."""
    return isinstance(attribute, StructAttr) and attribute.dialect == "stablehlo" and attribute.kind == kind


def _i64s(attribute: Attribute | None) -> list[int] | None:
    """The numbers of ``array<i64: …>``; None for anything else."""
    if isinstance(attribute, DenseArrayAttr) and attribute.element is _I64:
        return list(attribute.values)
    return None


def _ints(attribute: Attribute | None) -> list[int] | None:
    """The numbers of ``[1, 2]``, none where nothing is written; None for anything else."""
    if attribute is None:
        return []
    if not isinstance(attribute, ArrayAttr):
        return None
    numbers = [item.value for item in attribute.items if isinstance(item, IntegerAttr) and item.type is _I64]
    return numbers if len(numbers) == len(attribute.items) else None


class Convolution:
    """``convolution(%a, %b) dim_numbers = […]x[…]->[…], window = {…} {…} : (T, T) -> T``."""

    usage = (
        "($lhs, $rhs) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {[stride = […], ][pad = [[…], …], ]"
        "[lhs_dilate = […], ][rhs_dilate = […], ][reverse = […]]} {feature_group_count = $feature_group_count, "
        "batch_group_count = $batch_group_count}"
    )
    opens = True
    indexes = False
    results: int | None = None
    _WINDOW = (("stride", "window_strides"), ("lhs_dilate", "lhs_dilation"), ("rhs_dilate", "rhs_dilation"))
    #: In the order in which they are printed.
    _ITEMS = (_WINDOW[0], ("pad", "padding"), *_WINDOW[1:], ("reverse", "window_reversal"))

    @property
    def words(self) -> Mapping[str, Reader]:
        return {"dim_numbers": self._dimensions, "window": self._window}

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.take("(")
        parser.operands(op, ")")
        parser.take(")")
        parser.take("dim_numbers")
        parser.take("=")
        self._dimensions(parser, spec, op)
        parser.take(",")
        parser.take("window")
        parser.take("=")
        self._window(parser, spec, op)
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def _dimensions(self, parser: Parser, spec: OpSpec, op: Op) -> None:
        place = parser.start
        set_attribute(parser, op, "dimension_numbers", StructAttr("stablehlo", "conv", parse_conv(parser)), place)

    def _window(self, parser: Parser, spec: OpSpec, op: Op) -> None:
        parser.take("{")
        while not parser.at("}"):
            self._window_item(parser, op)
            if not parser.maybe(","):
                break
        parser.take("}")

    def _window_item(self, parser: Parser, op: Op) -> None:
        word = parser.take_kind("id", "stride, pad, lhs_dilate, rhs_dilate or reverse")
        parser.take("=")
        place = parser.start
        value = parser.attribute()
        name = dict(self._WINDOW).get(word)
        if word == "pad":
            rows = [_ints(item) for item in value.items] if isinstance(value, ArrayAttr) else [None]
            if any(row is None or len(row) != 2 for row in rows):
                parser.fail("pad is a list of [low, high] pairs", "syntax.form", parser.span_from(place))
            found: Attribute = pairs_attribute([row for row in rows if row is not None])
            name = "padding"
        elif word == "reverse":
            found = DenseArrayAttr(ELEMENTS["i1"], tuple(self._flags(parser, value, place)))
            name = "window_reversal"
        elif name is not None:
            numbers = _ints(value)
            if numbers is None:
                parser.fail(f"{word} is a list of integers", "syntax.form", parser.span_from(place))
            found = DenseArrayAttr(_I64, tuple(numbers))
        else:
            parser.fail(f"a window has no {word}", "syntax.form", parser.span_from(place))
        set_attribute(parser, op, name, found, place)

    def _flags(self, parser: Parser, value: Attribute, place: int) -> list[bool]:
        items = value.items if isinstance(value, ArrayAttr) else []
        flags = [bool(item.value) for item in items if isinstance(item, BoolAttr | IntegerAttr)]
        if not isinstance(value, ArrayAttr) or len(flags) != len(items):
            parser.fail("reverse is a list of true and false", "syntax.form", parser.span_from(place))
        return flags

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        numbers = op.attributes.get("dimension_numbers")
        letters = conv_text(numbers) if is_struct(numbers, "conv") else None
        window = [self._shown(word, op.attributes[name]) for word, name in self._ITEMS if name in op.attributes]
        if letters is None or None in window or len(op.operands) != 2:
            return None
        operands = ", ".join(map(printer.value, op.operands))
        extra = printer.attribute_dictionary(op, {"dimension_numbers", *(name for _, name in self._ITEMS)})
        body = f"({operands}) dim_numbers = {letters}, window = {{{', '.join(map(str, window))}}}"
        return f"{body}{extra} : {signature_text(printer, op)}"

    def _shown(self, word: str, value: Attribute) -> str | None:
        """``stride = [1, 1]``; None where the attribute is not of its kind."""
        if isinstance(value, DenseAttr) and word == "pad":
            is_pairs = value.type.element is _I64 and value.type.shape[1:] == (2,) and value.is_list
            return f"pad = {value.array.tolist()}" if is_pairs else None
        if isinstance(value, DenseArrayAttr) and word == "reverse" and value.element.is_bool:
            return f"reverse = [{', '.join('true' if flag else 'false' for flag in value.values)}]"
        numbers = _i64s(value) if word not in ("pad", "reverse") else None
        return None if numbers is None else f"{word} = {numbers}"


def pairs_attribute(rows: list[list[int]]) -> DenseAttr:
    """``dense<[[low, high], …]> : tensor<Nx2xi64>``."""
    of = TensorType((len(rows), 2), _I64)

    def make() -> Any:
        return np.array(rows, np.int64).reshape(len(rows), 2)

    return DenseAttr(of, make=make)
