"""Pretty forms of Shardy's ops. Their attributes are kept as text, in the spelling that the generic form has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...ir.attributes import Attribute, IntegerAttr, StringAttr
from ...ir.text import quoted, symbol_text, unquoted
from ...ir.types import ELEMENTS
from ..lexer import closing, one_line
from .signatures import parse_types, signature_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...ir.core import Op, Value
    from ...ops.registry import OpSpec
    from ..ops import OpParser as Parser
    from ..printer import Printer
    from .table import Reader

#: What the generic form writes around an attribute that the pretty form shows bare.
_AROUND = {
    "mesh": ("#sdy.mesh", ""),
    "sharding": ("#sdy.sharding", ""),
    "out_sharding": ("#sdy.sharding", ""),
    "in_shardings": ("#sdy.sharding_per_value<", ">"),
    "out_shardings": ("#sdy.sharding_per_value<", ">"),
    "manual_axes": ("#sdy<manual_axes", ">"),
    "reduction_axes": ("#sdy<axis_ref_list", ">"),
    "params": ("#sdy<all_to_all_param_list", ">"),
}
_AXES = ("#sdy<list_of_axis_ref_lists", ">")
_DIRECTIONS = ("NONE", "FORWARD", "BACKWARD", "BOTH")


def _read(parser: Parser, op: Op, name: str) -> None:
    """A bracketed attribute without its decoration."""
    start = parser.start
    before, after = _AROUND.get(name, _AXES)
    if not any(map(parser.at, _opening(after))):
        parser.expected(" or ".join(map(repr, _opening(after))))
    parser.goto(parser.matching(start))
    value = parser.opaque(start, f"{before}{one_line(parser.input[start : parser.last_end])}{after}")
    value.span = parser.span_from(start)
    parser.add_attributes(op, {name: value})


def _opening(after: str) -> str:
    """The brackets that a bare attribute may begin with: its decoration has the angle brackets, or it has its own."""
    return "[{" if after else "<"


def _named(parser: Parser, op: Op, name: str) -> None:
    parser.take(name)
    parser.take("=")
    _read(parser, op, name)


def _bare(op: Op, name: str) -> str | None:
    """The attribute as the pretty form shows it; None when it has another shape."""
    value = op.attributes.get(name)
    before, after = _AROUND.get(name, _AXES)
    text = str(value) if isinstance(value, Attribute) else ""
    fits = text.startswith(before) and text.endswith(after) and len(text) > len(before) + len(after)
    bare = text[len(before) : len(text) - len(after)] if fits else ""
    return bare if bare.startswith(tuple(_opening(after))) and closing(bare, 0) == len(bare) else None


def _dictionary(parser: Parser, op: Op) -> None:
    if parser.at("{"):
        parser.add_attributes(op, parser.dictionary())


def _types(parser: Parser, op: Op, start: int, kind: str) -> None:
    if parser.at_signature():
        parser.advance()
        parse_types(parser, op, kind)
    else:
        parser.infer(op, start)


def _keeps_type(op: Op) -> bool:
    """Whether the one type that the form writes is that of the operand and of the result."""
    return len(op.operands) == 1 and all(result.type == op.operands[0].type for result in op.results)


class Mesh:
    """``sdy.mesh @mesh = <["x"=2, "y"=4]>``."""

    usage = '@$sym_name = <["x"=2, "y"=4]>'
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 0

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        symbol = parser.symbol()
        name = StringAttr(symbol.name)
        name.span = symbol.span
        parser.add_attributes(op, {"sym_name": name})
        parser.take("=")
        _read(parser, op, "mesh")
        _dictionary(parser, op)

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        name, mesh = op.attributes.get("sym_name"), _bare(op, "mesh")
        if not isinstance(name, StringAttr) or mesh is None:
            return None
        extra = printer.attribute_dictionary(op, {"sym_name", "mesh"})
        return f" {symbol_text(name.value)} = {mesh}{extra}"


class Sharded:
    """``sdy.reshard %a <@mesh, [{"x"}]> : T``."""

    usage = '$operand <@mesh, [{"x"}, {}]>'
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operand(op)
        _read(parser, op, "sharding")
        _dictionary(parser, op)
        _types(parser, op, start, "chlo")

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        sharding = _bare(op, "sharding")
        if sharding is None or not _keeps_type(op):
            return None
        extra = printer.attribute_dictionary(op, {"sharding"})
        return f" {printer.value(op.operands[0])} {sharding}{extra} : {printer.type(op.results[0].type)}"


class Collective:
    """``sdy.all_gather [{"x"}] %a out_sharding=<@mesh, [{}]> : T``."""

    usage = '[{"x"}, {}] $operand out_sharding=<@mesh, [{}, {}]>'
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False
    results: int | None = 1

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        for name in _axes_of(spec):
            _read(parser, op, name)
        parser.operand(op)
        _named(parser, op, "out_sharding")
        _dictionary(parser, op)
        _types(parser, op, start, "chlo")

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        names = _axes_of(spec)
        axes, sharding = [_bare(op, name) for name in names], _bare(op, "out_sharding")
        if None in axes or sharding is None or not _keeps_type(op):
            return None
        shown = "".join(f" {text}" for text in axes)
        extra = printer.attribute_dictionary(op, {*names, "out_sharding"})
        return f"{shown} {printer.value(op.operands[0])} out_sharding={sharding}{extra} : {printer.type(op.results[0].type)}"


def _axes_of(spec: OpSpec) -> list[str]:
    return [name for name in spec.attributes if name != "out_sharding"]


class Group:
    """``sdy.sharding_group %a group_id=3 : T`` and ``sdy.propagation_barrier %a allowed_direction=NONE : T``."""

    usage = "$operand $attribute"
    words: Mapping[str, Reader] = {}
    opens = False
    indexes = False

    def __init__(self, name: str, choices: tuple[str, ...] = ()):
        self.name = name
        self.choices = choices
        self.of = ELEMENTS["i32" if choices else "i64"]
        self.results: int | None = 1 if choices else 0

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        parser.operand(op)
        parser.take(self.name)
        parser.take("=")
        place = parser.start
        if self.choices:
            word = parser.take_kind("id", "a direction")
            if word not in self.choices:
                parser.fail(f"expected one of {', '.join(self.choices)}", "syntax.form", parser.span_from(place))
            value = IntegerAttr(self.choices.index(word), self.of)
        else:
            value = parser.integer_of(parser.signed_integer(), self.of, parser.span_from(place))
        value.span = parser.span_from(place)
        parser.add_attributes(op, {self.name: value})
        _dictionary(parser, op)
        _types(parser, op, start, "chlo" if self.choices else "first")

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        value = op.attributes.get(self.name)
        if not isinstance(value, IntegerAttr) or value.type is not self.of or not _keeps_type(op):
            return None
        if self.choices and not 0 <= value.value < len(self.choices):
            return None
        text = self.choices[value.value] if self.choices else value.value
        extra = printer.attribute_dictionary(op, {self.name})
        return f" {printer.value(op.operands[0])} {self.name}={text}{extra} : {printer.type(op.operands[0].type)}"


class Computation:
    """``sdy.manual_computation(%a) in_shardings=[…] out_shardings=[…] manual_axes={…} (%b: T) {…} : (T) -> T``.

    ``sdy.named_computation<"name">(%a) …`` is alike, with a name and without axes.
    """

    usage = "($operands…) in_shardings=[…] out_shardings=[…] (%a: T) {…} : (T) -> T"
    words: Mapping[str, Reader] = {}
    opens = True
    indexes = False
    results: int | None = None

    def __init__(self, names: tuple[str, ...], has_name: bool):
        self.names = names
        self.has_name = has_name

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        if self.has_name:
            parser.take("<")
            place = parser.start
            name = StringAttr(unquoted(parser.take_kind("string", "the name in quotes")))
            name.span = parser.span_from(place)
            parser.add_attributes(op, {"name": name})
            parser.take(">")
        parser.take("(")
        parser.operands(op, ")")
        parser.take(")")
        for name in self.names:
            if not self.has_name or parser.at(name):
                _named(parser, op, name)
        arguments = self._arguments(parser)
        op.regions.append(parser.region(arguments, return_name="sdy.return"))
        _dictionary(parser, op)
        parser.finish(op, start)

    def _arguments(self, parser: Parser) -> list[Value]:
        arguments: list[Value] = []
        parser.take("(")
        while not parser.at(")"):
            arguments.append(parser.argument())
            if not parser.more(")"):
                break
        parser.take(")")
        return arguments

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        shown = {name: _bare(op, name) for name in self.names if name in op.attributes}
        if len(op.regions) != 1 or len(op.regions[0].blocks) != 1 or None in shown.values():
            return None
        name = op.attributes.get("name")
        if self.has_name and not isinstance(name, StringAttr):
            return None
        title = f"<{quoted(name.value)}>" if isinstance(name, StringAttr) else ""
        operands = ", ".join(map(printer.value, op.operands))
        attributes = "".join(f" {name}={text}" for name, text in shown.items())
        with printer.scope():
            block = op.regions[0].block
            arguments = ", ".join(map(printer.argument, block.arguments))
            body = printer.region(op.regions[0], show_arguments=False)
        extra = printer.attribute_dictionary(op, {*self.names, "name"})
        return f"{title}({operands}){attributes} ({arguments}) {body}{extra} : {signature_text(printer, op)}"


_SHARDINGS = ("in_shardings", "out_shardings")

SHARDY: dict[str, Any] = {
    "sdy_mesh": Mesh(),
    "sdy_sharding": Sharded(),
    "sdy_collective": Collective(),
    "sdy_sharding_group": Group("group_id"),
    "sdy_propagation_barrier": Group("allowed_direction", _DIRECTIONS),
    "sdy_manual_computation": Computation((*_SHARDINGS, "manual_axes"), has_name=False),
    "sdy_named_computation": Computation(_SHARDINGS, has_name=True),
}
