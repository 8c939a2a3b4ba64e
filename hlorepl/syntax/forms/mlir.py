"""Pretty forms of the ops of ``arith``, ``shape`` and ``tensor`` that shape computations use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...ir.attributes import Attribute, BoolAttr, DenseAttr, FloatAttr, IntegerAttr, OpaqueAttr, StringAttr, UnitAttr
from ...ir.core import Op
from ...ir.text import quoted, unquoted
from ...ir.types import ELEMENTS, OpaqueType, TensorType, Type
from ..lexer import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...ops.registry import OpSpec
    from ...source import Span
    from ..ops import OpParser as Parser
    from ..printer import Printer
    from .table import Reader

_INDEX = ELEMENTS["index"]
_I1 = ELEMENTS["i1"]
_OVERFLOW = "#arith.overflow"
_WITNESS = OpaqueType("!shape.witness")


def _put(parser: Parser, op: Op, name: str, value: Attribute, start: int) -> None:
    value.span = parser.span_from(start)
    parser.add_attributes(op, {name: value})


def _dictionary(parser: Parser, op: Op) -> None:
    if parser.at("{"):
        parser.add_attributes(op, parser.dictionary())


def _type(parser: Parser) -> tuple[Type, Span]:
    start = parser.start
    found = parser.type()
    return found, parser.span_from(start)


def _mark(parser: Parser, op: Op) -> None:
    """``overflow<nsw>`` or ``nneg``: what the writer of the program promises."""
    start = parser.start
    if parser.maybe("overflow"):
        begin = parser.start
        parser.goto(parser.matching(begin))
        text = one_line(parser.input[begin : parser.last_end])
        _put(parser, op, "overflowFlags", OpaqueAttr(f"{_OVERFLOW}{text}"), start)
    elif parser.maybe("nneg"):
        _put(parser, op, "nonNeg", UnitAttr(), start)


def _marked(printer: Printer, op: Op) -> str:
    """What ``_mark`` reads, then the other attributes."""
    flags, shown, hidden = op.attributes.get("overflowFlags"), "", set[str]()
    if isinstance(flags, OpaqueAttr) and flags.text.startswith(_OVERFLOW):
        hidden.add("overflowFlags")
        shown = "" if flags.text == f"{_OVERFLOW}<none>" else f" overflow{flags.text.removeprefix(_OVERFLOW)}"
    elif isinstance(op.attributes.get("nonNeg"), UnitAttr):
        hidden.add("nonNeg")
        shown = " nneg"
    return f"{shown}{printer.attribute_dictionary(op, hidden)}"


class Binary:
    """``arith.addi %a, %b overflow<nsw> : index``."""

    usage = "$lhs, $rhs"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operands(op, ":")
        _mark(parser, op)
        _dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        if any(operand.type != op.results[0].type for operand in op.operands):
            return None
        operands = ", ".join(map(printer.value, op.operands))
        return f" {operands}{_marked(printer, op)} : {printer.type(op.results[0].type)}"


class Constant:
    """``arith.constant 4 : index``, ``arith.constant dense<1> : tensor<2xi32>``, ``arith.constant true``."""

    usage = "$value : T"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        _dictionary(parser, op)
        place = parser.start
        value = parser.attribute()
        _put(parser, op, "value", value, place)
        if not isinstance(value, BoolAttr | IntegerAttr | FloatAttr | DenseAttr):
            parser.fail("expected a number or dense<…>", "syntax.form", parser.span_from(place))
        of = _I1 if isinstance(value, BoolAttr) else value.type
        parser.set_results(op, [of], [parser.span_from(place)])

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        value = op.attributes.get("value")
        if not isinstance(value, BoolAttr | IntegerAttr | FloatAttr | DenseAttr):
            return None
        of = _I1 if isinstance(value, BoolAttr) else value.type
        extra = printer.attribute_dictionary(op, {"value"})
        return f"{extra} {printer.attribute(value)}" if of == op.results[0].type else None


class Compare:
    """``arith.cmpi eq, %a, %b : index``."""

    usage = "$predicate, $lhs, $rhs : T"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        from ...ops.mlir.arith import PREDICATES  # late: on demand

        names = [name for name, *_ in PREDICATES]
        place = parser.start
        word = parser.take_kind("id", "a predicate")
        if word not in names:
            parser.fail(f"expected one of {', '.join(names)}", "syntax.form", parser.span_from(place))
        _put(parser, op, "predicate", IntegerAttr(names.index(word)), place)
        parser.take(",")
        parser.operands(op, ":")
        _dictionary(parser, op)
        parser.take(":")
        of, span = _type(parser)
        parser.check_operand_types(op, [of] * len(op.operands), [span] * len(op.operands))
        parser.set_results(op, [self._result(of)])

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        from ...ops.mlir.arith import PREDICATES  # late: on demand

        predicate, of = op.attributes.get("predicate"), op.operands[0].type
        if not isinstance(predicate, IntegerAttr) or not 0 <= predicate.value < len(PREDICATES):
            return None
        if predicate.type is not ELEMENTS["i64"] or of != op.operands[1].type or op.results[0].type != self._result(of):
            return None
        operands = ", ".join(map(printer.value, op.operands))
        extra = printer.attribute_dictionary(op, {"predicate"})
        return f" {PREDICATES[predicate.value][0]}, {operands}{extra} : {printer.type(of)}"

    def _result(self, of: Type) -> Type:
        return of.with_element(_I1) if isinstance(of, TensorType) else _I1


class Select:
    """``arith.select %c, %a, %b : index``, with the type of the condition in front where that is a tensor."""

    usage = "$condition, $true_value, $false_value : T"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operands(op, ":")
        _dictionary(parser, op)
        parser.take(":")
        condition, span = _type(parser)
        if parser.maybe(","):
            of, of_span = _type(parser)
        else:
            condition, of, of_span = _I1, condition, span
        parser.check_operand_types(op, [condition, of, of], [span, of_span, of_span])
        parser.set_results(op, [of], [of_span])

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        if not op.operands[1].type == op.operands[2].type == op.results[0].type:
            return None
        operands = ", ".join(map(printer.value, op.operands))
        types = printer.types(op.operands[1:2] if op.operands[0].type is _I1 else op.operands[:2])
        return f" {operands}{printer.attribute_dictionary(op, set())} : {types}"


class Cast:
    """``arith.index_cast %a : index to i32``."""

    usage = "$operand : T to U"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operand(op)
        _mark(parser, op)
        _dictionary(parser, op)
        parser.take(":")
        before, span = _type(parser)
        parser.check_operand_types(op, [before], [span])
        parser.take("to")
        after, span = _type(parser)
        parser.set_results(op, [after], [span])

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        types = f"{printer.type(op.operands[0].type)} to {printer.type(op.results[0].type)}"
        return f" {printer.value(op.operands[0])}{_marked(printer, op)} : {types}"


class Indexed:
    """``tensor.dim %t, %i : T`` and ``tensor.extract %t[%i, %j] : T``: the type of the tensor, indices after it."""

    usage = "$tensor, $index : T"
    words: Mapping[str, Reader] = {}
    opens = False
    results: int | None = 1

    def __init__(self, brackets: bool):
        self.brackets = self.indexes = brackets

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        if not self.brackets:
            _dictionary(parser, op)
        parser.operand(op)
        parser.take("[" if self.brackets else ",")
        parser.operands(op, "]" if self.brackets else ":")
        if self.brackets:
            parser.take("]")
            _dictionary(parser, op)
        parser.take(":")
        of, span = _type(parser)
        count = len(op.operands) - 1
        parser.check_operand_types(op, [of] + [_INDEX] * count, [span] * (count + 1))
        parser.set_results(op, [self._result(of)])

    def _result(self, of: Type) -> Type:
        return of.element if self.brackets and isinstance(of, TensorType) else _INDEX

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        of = op.operands[0].type
        if op.results[0].type != self._result(of) or any(each.type is not _INDEX for each in op.operands[1:]):
            return None
        tensor, *indices = map(printer.value, op.operands)
        listed = ", ".join(indices)
        extra = printer.attribute_dictionary(op, set())
        place = f" {tensor}[{listed}]{extra}" if self.brackets else f"{extra} {tensor}, {listed}"
        return f"{place} : {printer.type(of)}"


class ConstShape:
    """``shape.const_shape [1, 2] : tensor<2xindex>``."""

    usage = "[$shape]"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        _dictionary(parser, op)
        place = parser.start
        sizes: list[int] = []
        parser.take("[")
        while not parser.at("]"):
            sizes.append(parser.signed_integer())
            if not parser.more("]"):
                break
        parser.take("]")
        _put(parser, op, "shape", _index_list(sizes), place)
        if parser.at_signature():
            parser.advance()
            of, span = _type(parser)
            parser.set_results(op, [of], [span])
        else:
            parser.infer(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        shape = op.attributes.get("shape")
        if not isinstance(shape, DenseAttr) or shape.type.element is not _INDEX or shape.type.rank != 1:
            return None
        if not shape.is_list:
            return None
        sizes = ", ".join(map(str, shape.array.ravel().tolist()))
        return f"{printer.attribute_dictionary(op, {'shape'})} [{sizes}] : {printer.type(op.results[0].type)}"


def _index_list(sizes: list[int]) -> DenseAttr:
    def make() -> Any:
        return np.array(sizes, dtype=np.int64)

    return DenseAttr(TensorType((len(sizes),), _INDEX), make=make)


class Known:
    """``shape.const_size 10``, ``shape.const_witness true``: an attribute, and a result of a known type."""

    usage = "$value"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def __init__(self, name: str, of: Type):
        self.name = name
        self.of = of

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        place = parser.start
        value = parser.attribute()
        if isinstance(value, IntegerAttr):
            value = IntegerAttr(value.value, _INDEX)
        _put(parser, op, self.name, value, place)
        _dictionary(parser, op)
        parser.set_results(op, [self.of])

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        value = op.attributes.get(self.name)
        is_number = isinstance(value, IntegerAttr) and value.type is _INDEX
        if not is_number and not isinstance(value, BoolAttr) or op.results[0].type != self.of:
            return None
        text = value.value if isinstance(value, IntegerAttr) else value
        return f" {text}{printer.attribute_dictionary(op, {self.name})}"


class Require:
    """``shape.cstr_require %c, "message"``."""

    usage = '$pred, "$msg"'
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operand(op)
        parser.take(",")
        place = parser.start
        _put(parser, op, "msg", StringAttr(unquoted(parser.take_kind("string", "a message in quotes"))), place)
        _dictionary(parser, op)
        parser.set_results(op, [_WITNESS])

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        message = op.attributes.get("msg")
        if not isinstance(message, StringAttr) or op.results[0].type != _WITNESS:
            return None
        extra = printer.attribute_dictionary(op, {"msg"})
        return f" {printer.value(op.operands[0])}, {quoted(message.value)}{extra}"


class Operands:
    """``shape.from_extents %a, %b : index, index``: types of the operands (or none); a result of a known type."""

    usage = "$operands…"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def __init__(self, of: Type, typed: bool = True):
        self.of = of
        self.typed = typed

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operands(op, ":")
        _dictionary(parser, op)
        if self.typed and op.operands:
            parser.take(":")
            types: list[Type] = []
            spans: list[Span] = []
            for _ in op.operands:
                of, span = _type(parser)
                types.append(of)
                spans.append(span)
                if not parser.maybe(","):
                    break
            parser.check_operand_types(op, types, spans)
        parser.set_results(op, [self.of])

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        if op.results[0].type != self.of:
            return None
        operands = ", ".join(map(printer.value, op.operands))
        types = printer.types(op.operands)
        shown = f" : {types}" if self.typed and types else ""
        return f" {operands}{printer.attribute_dictionary(op, set())}{shown}"


class Assuming:
    """``shape.assuming %w -> (T) {…}``."""

    usage = "$witness -> (T) {…}"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = None

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operand(op)
        spans: list[Span] = []
        types = parser.result_types(spans) if parser.maybe("->") else []
        op.regions.append(parser.region(return_name="shape.assuming_yield"))
        block = op.region.block
        if not block.ops or block.ops[-1].name != "shape.assuming_yield":  # MLIR leaves out one that yields nothing
            block.ops.append(Op("shape.assuming_yield", span=op.region.span))
        _dictionary(parser, op)
        parser.set_results(op, types, spans)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        block = op.region.block
        if block.arguments or not block.ops or block.ops[-1].name != "shape.assuming_yield":
            return None
        arrow = f" -> ({printer.types(op.results)})" if op.results else ""
        with printer.scope():
            body = printer.region(op.region, show_arguments=False)
        return f" {printer.value(op.operands[0])}{arrow} {body}{printer.attribute_dictionary(op, set())}"


SHAPES: dict[str, Any] = {
    "arith_binary": Binary(),
    "arith_constant": Constant(),
    "arith_cmpi": Compare(),
    "arith_select": Select(),
    "to": Cast(),
    "tensor_dim": Indexed(brackets=False),
    "tensor_extract": Indexed(brackets=True),
    "shape_const_shape": ConstShape(),
    "shape_const_size": Known("value", OpaqueType("!shape.size")),
    "shape_const_witness": Known("passing", _WITNESS),
    "shape_cstr_require": Require(),
    "shape_cstr": Operands(_WITNESS),
    "shape_assuming_all": Operands(_WITNESS, typed=False),
    "shape_from_extents": Operands(OpaqueType("!shape.shape")),
    "shape_size_to_index": Operands(_INDEX),
    "shape_index_to_size": Operands(OpaqueType("!shape.size"), typed=False),
    "shape_assuming": Assuming(),
}
