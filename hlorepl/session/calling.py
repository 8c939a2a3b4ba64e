"""``:run`` of a function: the session's values, or written-out ones, as its arguments, taken or refused as by every other door."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..array_files import read_arrays
from ..backends import host
from ..engine.arguments import (
    argument,
    argument_names,
    given,
    placed,
    require_body,
    require_count,
    require_shape,
)
from ..errors import HloError
from ..ir.attributes import DenseAttr
from ..ir.core import Op
from ..ir.text import symbol_text
from ..ir.types import ElementType, TensorType, Type
from ..ops.rules import types_agree
from ..shell_words import split_words
from ..syntax.literal_operands import Literal
from ..syntax.short import SessionParser
from ..wording import reason
from .contexts import context_of
from .statements import Statement

if TYPE_CHECKING:
    from ..engine.context import RunContext
    from ..ir.attributes import SymbolAttr
    from ..ir.core import Function, Value
    from ..source import Source, Span
    from .commands.registry import Context
    from .dry_run import DryRun
    from .session import Session
    from .state import Knower

_WORD = re.compile(r"\S+")
_NAME = re.compile(r"%[\w$.-]+|[A-Za-z_$.-][\w$.-]*")


class Given(NamedTuple):
    """A function with its arguments: values of the declared types, their arrays, and the ops that made them of what is written."""

    function: Function
    operands: list[Value]
    arrays: list[Any]
    ops: list[Op]


def run_function(context: Context, symbol: SymbolAttr, words: str) -> None:
    """Call a function with arguments that stand in the command's text, ``%x %y`` or ``(%x, 1.0)``, or by their names."""
    from .running import check, run_ops  # late: on demand

    session, statement = context.session, Statement("ops", context.statement.span)
    within = context_of(session, anew=True)
    given = arguments_given(session, symbol, words, statement.span, within)
    casts = _casts(given.function, given.operands)
    operands = [
        cast.results[0] if cast is not None else value for value, cast in zip(given.operands, casts, strict=True)
    ]
    call = Op("func.call", operands, {"callee": symbol}, span=statement.span)
    call.add_results(list(given.function.type.results))
    check(session, [call])
    known = {id(value): array for value, array in zip(operands, given.arrays, strict=True)}
    results = run_ops(session, [call], call.results, within, known)
    statement.ops, statement.results = [*given.ops, *filter(None, casts), call], call.results
    for shown in session.bind_results(statement, results):
        context.show(shown)


def _casts(function: Function, operands: list[Value]) -> list[Op | None]:
    """For each argument whose sizes are open the op that makes it of what is given, which has its own; else None."""
    found: list[Op | None] = []
    for value, wanted in zip(operands, function.type.inputs, strict=True):
        is_open = isinstance(wanted, TensorType) and not wanted.is_static and value.type != wanted
        cast = Op("tensor.cast", [value], span=value.span) if is_open and types_agree(value.type, wanted) else None
        if cast is not None:
            cast.add_results([wanted])
        found.append(cast)
    return found


def arguments_given(session: Session, symbol: SymbolAttr, words: str, span: Span | None, within: RunContext) -> Given:
    """A function of the session and its arguments as they are written behind its name; raises ``run.arguments``."""
    from .running import check, run_ops  # late: on demand

    function = session.function(symbol, span)
    session.check_calls([function])
    require_body(function, span)
    file = file_in(words)
    values, written = (
        _arguments(session, function, words, span) if file is None else _from_file(session, function, file, span)
    )
    check(session, written)
    arrays = run_ops(session, written, values, within, session.inside)
    if session.inside:  # what a debugger shows is no value of the session's
        written = [_constant(value, array) for value, array in zip(values, arrays, strict=True)]
        values = [op.results[0] for op in written]
    operands, conversions = _converted(function, values, arrays, span)
    if conversions:
        check(session, conversions)
        known = {id(value): array for value, array in zip(values, arrays, strict=True)}
        arrays = run_ops(session, conversions, operands, within, known)
    return Given(function, operands, arrays, [*written, *conversions])


def _constant(value: Value, array: Any) -> Op:
    if not isinstance(value.type, TensorType):
        raise HloError(f"%{value.name} is a {value.type}, which is no constant", code="run.arguments")
    array = host(array)
    of = value.type if value.type.is_static else value.type.with_shape(tuple(array.shape))
    op = Op("stablehlo.constant", [], {"value": DenseAttr(of, array)})
    op.add_results([of])
    return op


def check_arguments(dry: DryRun, function: Function, words: str, span: Span | None) -> None:
    """Raise what is wrong with arguments whatever their elements are: their names, number and shapes."""
    if file_in(words) is not None:  # what it holds is known where it runs
        return
    values, _ = _arguments(dry, function, words, span)
    require_count(function, len(values))
    for wanted, value in zip(function.arguments, values, strict=True):
        if isinstance(wanted.type, TensorType) and isinstance(value.type, TensorType):
            require_shape(wanted.type, value.type.shape, f"%{wanted.name}", wanted.span)


def values_by_name(session: Knower, function: Function) -> list[str | None]:
    """For each argument the session's value of the same name (``%x`` or ``loc("x")``), or None where there is none."""
    known = set(session.names)
    return [next((n for n in argument_names(value) if n in known), None) for value in function.arguments]


def _arguments(session: Knower, function: Function, words: str, span: Span | None) -> tuple[list[Value], list[Op]]:
    """The values of arguments as they are written, or else by their names, and the ops that make them.

    Names stand between blanks, with or without ``%``; anything else that a short form takes stands between commas.
    """
    if not words:
        return _by_name(session, function, span), []
    assert span is not None
    start = span.source.text.index(words, span.start)
    found = list(_WORD.finditer(words))
    if not all(_NAME.fullmatch(word[0]) for word in found):
        return _read(session, function, span.source, start, start + len(words))
    places = [span.source.span(start + word.start(), start + word.end()) for word in found]
    return [session.value_of(place.text, place) for place in places], []


def file_in(words: str) -> Path | None:
    """The file of arrays that is all that the words name, in parentheses or not."""
    inner = words[1:-1] if words.startswith("(") and words.endswith(")") else words
    if not inner.strip().rstrip("\"'").endswith((".npy", ".npz")):
        return None
    try:
        found = split_words(inner)
    except ValueError:
        return None
    return Path(found[0]).expanduser() if len(found) == 1 else None


def _from_file(session: Session, function: Function, file: Path, span: Span | None) -> tuple[list[Value], list[Op]]:
    """Arrays by name where each has the name of an argument, else in their order; and constants that hold them."""
    arrays = given(function, placed(function, arrays_in(session, file, span)))
    ops = [_constant(value, array) for value, array in zip(function.arguments, arrays, strict=True)]
    return [op.results[0] for op in ops], ops


def arrays_in(session: Session, file: Path, span: Span | None) -> dict[str, Any]:
    """The arrays of a file; raises ``command.file``."""
    try:
        return read_arrays(file, session.max_memory)
    except OSError as error:
        raise HloError(f"{file}: {reason(error)}", span, "command.file") from None


def _by_name(session: Knower, function: Function, span: Span | None) -> list[Value]:
    found: list[Value] = []
    for name, value in zip(values_by_name(session, function), function.arguments, strict=True):
        if name is None:
            missing, symbol = argument_names(value)[-1], symbol_text(function.symbol)
            message = f"{symbol} takes %{missing} : {value.type}, and there is no value of that name"
            help_text = [f"{symbol} %a %b … gives values by position, {symbol} FILE.npz the arrays of a file"]
            raise HloError(message, span, "run.arguments", help=help_text)
        found.append(session.state.names[name].value)
    return found


def _read(session: Knower, function: Function, source: Source, start: int, end: int) -> tuple[list[Value], list[Op]]:
    """Arguments as a call has them: a literal takes the element type that is declared for its place."""
    parser = SessionParser(source, start, spelled=session.state.spelled)
    parser.known, parser.scope = session.state.symbols, session.scope()
    in_parentheses = parser.maybe("(")
    values: list[Value] = []
    if in_parentheses:
        parser.deeper()
    while parser.start < end and not parser.at(")"):
        found = parser.expression(0)
        if isinstance(found, Literal) and found.of is None and len(values) < len(function.arguments):
            found.of = _element(function.arguments[len(values)].type)
        values.append(parser.as_value(found))
        if not parser.maybe(","):
            break
    if in_parentheses:
        parser.take(")")
    if parser.start < end and parser.kind != "eof":
        parser.expected("',' or the end of the arguments")
    return values, parser.emitted


def _element(of: Type) -> ElementType | None:
    return of.element if isinstance(of, TensorType) and isinstance(of.element, ElementType) else None


def _converted(
    function: Function, values: list[Value], arrays: list[Any], span: Span | None
) -> tuple[list[Value], list[Op]]:
    """Values of the declared types, and the ops that convert those that are of others; raises where values would change."""
    require_count(function, len(values))
    operands: list[Value] = []
    conversions: list[Op] = []
    for wanted, value, array in zip(function.arguments, values, arrays, strict=True):
        if types_agree(value.type, wanted.type):
            operands.append(value)
            continue
        argument(host(array), wanted.type, f"%{wanted.name}", wanted.span)
        assert isinstance(value.type, TensorType)
        assert isinstance(wanted.type, TensorType)
        op = Op("stablehlo.convert", [value], span=span)
        op.add_results([value.type.with_element(wanted.type.element)])
        conversions.append(op)
        operands.append(op.results[0])
    return operands, conversions
