"""The types behind an op's colon, in each way that pretty forms write them: a pair of parse and print (see ``FORMATS``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.types import FunctionType, TensorType, Type, results_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...ir.core import Op, Value
    from ...source import Span
    from ..ops import OpParser as Parser
    from ..printer import Printer


#: The op whose results are its operands.
_HANDS_ON = "optimization_barrier"


def _signature(parser: Parser, op: Op) -> None:
    parser.signature(op)


def _result(parser: Parser, op: Op) -> None:
    if parser.at("("):
        parser.signature(op)
        return
    spans: list[Span] = []
    parser.set_results(op, _listed(parser, spans), spans)


def _listed(parser: Parser, spans: list[Span]) -> list[Type]:
    types: list[Type] = []
    while True:
        start = parser.start
        types.append(parser.type())
        spans.append(parser.span_from(start))
        if not parser.maybe(","):
            return types


def _operands(parser: Parser, op: Op) -> None:
    spans: list[Span] = []
    types = _listed(parser, spans)
    parser.check_operand_types(op, types, spans)
    if op.name.endswith(_HANDS_ON):
        parser.set_results(op, types, spans)


def _first(parser: Parser, op: Op) -> None:
    if parser.at("("):
        parser.signature(op)
        return
    start = parser.start
    types = [parser.type()] * len(op.operands)
    parser.check_operand_types(op, types, [parser.span_from(start)] * len(types))


def _chlo(parser: Parser, op: Op) -> None:
    if parser.at("("):
        parser.signature(op)
        return
    spans: list[Span] = []
    types = _listed(parser, spans)
    results = types[:1]
    result_spans: list[Span] = spans[:1]
    if parser.maybe("->"):
        result_spans = []
        results = parser.result_types(result_spans)
    elif len(types) == 1:
        types, spans = types * len(op.operands), spans * len(op.operands)
    parser.check_operand_types(op, types, spans)
    parser.set_results(op, results, result_spans)


def _select(parser: Parser, op: Op) -> None:
    if parser.at("("):
        parser.signature(op)
        return
    start = parser.start
    spans: list[Span] = []
    types = _listed(parser, spans)
    if len(types) != 2:
        parser.fail("expected two types, of the predicate and of the rest", "syntax.form", parser.span_from(start))
    types, spans = [types[0], types[1], types[1]], [spans[0], spans[1], spans[1]]
    parser.check_operand_types(op, types, spans)
    parser.set_results(op, types[-1:], spans[-1:])


def _complex(parser: Parser, op: Op) -> None:
    if parser.at("("):
        parser.signature(op)
        return
    start = parser.start
    found = parser.type()
    span = parser.span_from(start)
    part = found
    if isinstance(found, TensorType) and found.element.is_complex:
        part = found.with_element(found.element.part)
    parser.check_operand_types(op, [part] * len(op.operands), [span] * len(op.operands))
    parser.set_results(op, [found], [span])


_PARSE_TYPES = {
    "sig": _signature,
    "same": _signature,
    "result": _result,
    "operands": _operands,
    "first": _first,
    "chlo": _chlo,
    "select": _select,
    "complex": _complex,
}


def parse_types(parser: Parser, op: Op, kind: str) -> None:
    """The types behind the colon, written in one of the ways that ``FORMATS`` names."""
    _PARSE_TYPES[kind](parser, op)


def signature_text(printer: Printer, op: Op) -> str:
    """``(T, T) -> T``."""
    return f"({printer.types(op.operands)}) -> {_results_text(printer, op)}"


def _results_text(printer: Printer, op: Op) -> str:
    return results_text([value.type for value in op.results], printer.type)


def same_text(printer: Printer, op: Op) -> str:
    """The type when all are alike, else the signature."""
    types = {value.type for value in (*op.operands, *op.results)}
    if len(types) == 1 and len(op.results) == 1 and not isinstance(op.results[0].type, FunctionType):
        return printer.type(op.results[0].type)
    return signature_text(printer, op)


def _select_text(printer: Printer, op: Op) -> str:
    if len(op.operands) == 3 and [op.operands[2].type] == [value.type for value in op.results] == [op.operands[1].type]:
        return _listed_text(printer, op.operands[:2]) or signature_text(printer, op)
    return signature_text(printer, op)


def _complex_text(printer: Printer, op: Op) -> str:
    result = op.results[0].type if len(op.results) == 1 else None
    if isinstance(result, TensorType) and result.element.is_complex:
        part = result.with_element(result.element.part)
        if all(value.type == part for value in op.operands):
            return printer.type(result)
    return signature_text(printer, op)


def _chlo_text(printer: Printer, op: Op) -> str | None:
    operands = _listed_text(printer, op.operands)
    return f"{operands} -> {_results_text(printer, op)}" if operands else None


def _listed_text(printer: Printer, values: Sequence[Value]) -> str | None:
    """The types of some values between commas; None where that would read as a signature."""
    if not values or isinstance(values[0].type, FunctionType):
        return None
    return printer.types(values)


def _operands_text(printer: Printer, op: Op) -> str | None:
    """The types of the operands, which are those of the results of an op that hands on what it gets."""
    results = [value.type for value in op.results]
    if results != ([value.type for value in op.operands] if op.name.endswith(_HANDS_ON) else []):
        return None
    return _listed_text(printer, op.operands) if op.operands else ""


def _first_text(printer: Printer, op: Op) -> str | None:
    alike = len({value.type for value in op.operands}) == 1 and not op.results
    return _listed_text(printer, op.operands[:1]) if alike else None


_PRINT_TYPES: dict[str, Callable[[Printer, Op], str | None]] = {
    "sig": signature_text,
    "same": same_text,
    "result": lambda printer, op: _listed_text(printer, op.results),
    "operands": _operands_text,
    "first": _first_text,
    "chlo": _chlo_text,
    "select": _select_text,
    "complex": _complex_text,
}


def types_text(printer: Printer, op: Op, kind: str) -> str | None:
    """What ``parse_types`` of that kind reads; None where it could not say the types of this op."""
    return _PRINT_TYPES[kind](printer, op)
