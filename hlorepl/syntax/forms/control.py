"""Pretty forms of calls, loops and reductions: each a class with a parse and a print that are each other's inverse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.attributes import StringAttr, SymbolAttr
from ...ir.core import Block, Op, Region, Value
from ...ir.text import quoted, symbol_text, unquoted
from ...ir.types import TensorType
from ...ops.annotations import Ints
from ...ops.decode import kind_of
from .arrays import maybe_dictionary, set_attribute
from .signatures import signature_text
from .table import integers_text, read_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...ir.types import Type
    from ...ops.registry import OpSpec
    from ...source import Span
    from ..ops import OpParser as Parser
    from ..printer import Printer
    from .table import Reader


class CustomCall:
    """``custom_call @target(%a, %b) {…} : (T, T) -> T``."""

    usage = "@$call_target_name($inputs…)"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = None

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        place = parser.start
        name = parser.symbol_name()
        set_attribute(parser, op, "call_target_name", StringAttr(name), place)
        parser.take("(")
        parser.operands(op, ")")
        parser.take(")")
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        name = op.attributes.get("call_target_name")
        if not isinstance(name, StringAttr) or not name.value:
            return None
        operands = ", ".join(map(printer.value, op.operands))
        extra = printer.attribute_dictionary(op, {"call_target_name"})
        return f" {symbol_text(name.value)}({operands}){extra} : {signature_text(printer, op)}"


class Call:
    """``call @f(%a) : (T) -> T``."""

    usage = "@$callee($operands…)"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = None

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        op.attributes["callee"] = callee = parser.symbol()
        assert callee.span is not None
        op.spans["attribute", "callee"] = callee.span
        parser.take("(")
        parser.operands(op, ")")
        parser.take(")")
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        callee = op.attributes.get("callee")
        if not isinstance(callee, SymbolAttr):
            return None
        operands = ", ".join(map(printer.value, op.operands))
        return f" {callee}({operands}){printer.attribute_dictionary(op, {'callee'})} : {signature_text(printer, op)}"


class Composite:
    """``composite "name" %a, %b ({…}) {decomposition = @f} : (T, T) -> T``."""

    usage = '"$name" $operands…'
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = None

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        place = parser.start
        set_attribute(parser, op, "name", StringAttr(unquoted(parser.take_kind("string", "the name in quotes"))), place)
        if parser.kind == "value":
            parser.operands(op, ":")
        if parser.maybe("("):
            op.regions.append(parser.region())
            while parser.maybe(","):
                op.regions.append(parser.region())
            parser.take(")")
        maybe_dictionary(parser, op)
        parser.finish(op, start)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        name = op.attributes.get("name")
        if not isinstance(name, StringAttr):
            return None
        operands = "".join(f"{', ' if i else ' '}{printer.value(v)}" for i, v in enumerate(op.operands))
        regions = f" ({', '.join(map(printer.region, op.regions))})" if op.regions else ""
        attributes = printer.attribute_dictionary(op, {"name"})
        return f" {quoted(name.value)}{operands}{regions}{attributes} : {signature_text(printer, op)}"


class While:
    """``while(%i = %a, %x = %b) : T, U attributes {…} cond {…} do {…}``."""

    usage = "(%i = $operand, …) cond {…} do {…}"
    words: Mapping[str, Reader] = {}
    opens = True
    indexes = False
    results: int | None = None

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.take("(")
        names: list[tuple[str, Span]] = []
        while not parser.at(")"):
            span = parser.span()
            names.append((parser.take_kind("value", "the name of a carried value")[1:], span))
            parser.take("=")
            parser.operand(op)
            if not parser.more(")"):
                break
        parser.take(")")
        types: list[Type] = []
        if not parser.at_signature():
            parser.settle(op)
            types = [value.type for value in op.operands]
        else:
            parser.advance()
            spans: list[Span] = []
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
        carried = [op.results, *(region.block.arguments for region in op.regions)]
        if any([value.type for value in each] != types for each in carried):
            return None
        if any(map(printer.hides_locations, op.regions)):
            return None
        with printer.scope():
            arguments = [printer.name_argument(a, "iterArg") for a in op.region.block.arguments]
            for argument, name in zip(op.regions[1].block.arguments, arguments, strict=True):
                printer.names[argument] = name
            pairs = ", ".join(f"{a} = {printer.value(v)}" for a, v in zip(arguments, op.operands, strict=True))
            listed = f" : {printer.types(op.operands)}" if types else ""
            extra = printer.attribute_dictionary(op, set())
            attributes = f" attributes{extra}" if extra else ""
            condition = printer.region(op.region, show_arguments=False)
            body = printer.region(op.regions[1], show_arguments=False)
        return f"({pairs}){listed}{attributes}\n{printer.indent}cond {condition} do {body}"


#: What a reduction applies by its name alone: MLIR wants it to be commutative.
_APPLICABLE = frozenset(f"stablehlo.{name}" for name in ("add", "and", "maximum", "minimum", "multiply", "or", "xor"))


class Reduce:
    """``reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : …`` or with a ``reducer(…) {…}``."""

    usage = "($inputs init: $init_values), … applies add|and|maximum|minimum|multiply|or|xor across dimensions = $dimensions"
    words: Mapping[str, Reader] = {}
    opens = True
    indexes = False
    results: int | None = None

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        count = self._operands(parser, op)
        applied = None
        if parser.maybe("applies"):
            applied = self._applied_op(parser)
        parser.take("across")
        parser.take("dimensions")
        parser.take("=")
        place = parser.start
        set_attribute(parser, op, "dimensions", read_value(parser, kind_of(Ints), spec.dialect), place)
        maybe_dictionary(parser, op)
        has_types = parser.at_signature()
        if has_types:
            parser.advance()
            parser.signature(op)
        if applied is not None:
            op.regions.append(self._one_op(parser, op, applied))
        else:
            op.regions.append(self._reducer(parser, op, count))
        if not has_types:
            parser.infer(op, start)
        if applied is not None:
            parser.maybe_location(op)
            block = op.region.block
            for each in (*block.arguments, *block.ops):
                each.location = op.location

    def _operands(self, parser: Parser, op: Op) -> int:
        """``(%a init: %z), …``: all operands to reduce stand before all that they begin with; how many there are of each."""
        while True:
            parser.take("(")
            parser.operand(op)
            parser.take("init")
            parser.take(":")
            parser.operand(op)
            parser.take(")")
            if not parser.maybe(","):
                break
        spans = [op.spans["operand", index] for index in range(len(op.operands))]
        op.operands = op.operands[::2] + op.operands[1::2]
        for index, span in enumerate(spans[::2] + spans[1::2]):
            op.spans["operand", index] = span
        return len(spans) // 2

    def _applied_op(self, parser: Parser) -> tuple[Span, OpSpec]:
        """The op behind ``applies``, and where it stands."""
        from ...ops.registry import lookup  # late: on demand

        span, name = parser.span(), parser.take_kind("id", "the op that is applied")
        spec = lookup(name)
        if spec is None:
            parser.unknown_op(name, span)
        if spec.name not in _APPLICABLE:
            known = ", ".join(each.partition(".")[2] for each in sorted(_APPLICABLE))
            message = f"only {known} are applied; for {spec.name} write reducer(…) {{…}}"
            parser.fail(message, "syntax.form", span)
        return span, spec

    def _one_op(self, parser: Parser, op: Op, applied: tuple[Span, OpSpec]) -> Region:
        """The region of ``applies OP``: rank-0 arguments of the operand's element type."""
        span, spec = applied
        parser.settle(op)
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
        dimensions = integers_text(op.attributes.get("dimensions"))
        if dimensions is None or len(op.operands) % 2 or len(op.regions) != 1 or len(op.regions[0].blocks) != 1:
            return None
        half = len(op.operands) // 2
        block = op.region.block
        if not half or len(block.arguments) != 2 * half:
            return None
        parts = ", ".join(
            f"({printer.value(a)} init: {printer.value(z)})"
            for a, z in zip(op.operands[:half], op.operands[half:], strict=True)
        )
        extra = printer.attribute_dictionary(op, {"dimensions"})
        tail = f"across dimensions = {dimensions}{extra} : {signature_text(printer, op)}"
        single = _applied(op)
        if single is not None and not printer.hides(op):
            return f"{parts} applies {single} {tail}"
        with printer.scope():
            named = list(map(printer.argument, block.arguments))
            reducers = " ".join(f"({a}, {b})" for a, b in zip(named[:half], named[half:], strict=True))
            body = printer.region(op.region, show_arguments=False)
        return f"{parts} {tail}\n{printer.indent} reducer{reducers} {body}"


def _applied(op: Op) -> str | None:
    """The op that a reduction applies when that is all that its region says."""
    block = op.region.block
    if len(block.ops) != 2 or len(block.arguments) != 2 or len(op.results) != 1:
        return None
    inner, last = block.ops
    is_plain = inner.operands == block.arguments and not any((inner.attributes, inner.regions, last.attributes))
    first = op.operands[0].type
    of = TensorType((), first.element) if isinstance(first, TensorType) else first
    alike = is_plain and len(inner.results) == 1 and all(v.type == of for v in (*block.arguments, *inner.results))
    if not alike or last.name != "stablehlo.return" or last.operands != inner.results or last.results:
        return None
    return inner.name if inner.name in _APPLICABLE else None
