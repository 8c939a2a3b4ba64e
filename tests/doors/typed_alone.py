"""The door of single statements: the ops of a wrong function typed one by one, without the function around them."""

from __future__ import annotations

import re

from doors.answers import Answer, refused
from doors.telling import typed_statements
from doors.text_doors import Request
from program_cases import expected_errors

import hlorepl
from hlorepl.errors import HloError
from hlorepl.ir.core import Function, Module
from hlorepl.ir.types import ElementType, QuantizedType, TensorType
from hlorepl.session.session import Session

#: What stands beside functions and is a statement of its own: it is another question whether a session remembers it.
_ASIDE = re.compile(r"^[ \t]*(?:[!#][\w$.]+\s*=|sdy\.mesh|\{-#)", re.MULTILINE)


def applies(text: str) -> bool:
    """Whether the only error of a program is one of an op that can be typed alone.

    That is one inside a function whose arguments have static types, of a rule that is about the op and not the module.
    """
    expected = expected_errors(text)
    if len(expected) != 1 or expected[0].code.startswith("module.") or _ASIDE.search(text):
        return False
    try:
        function = _wrong_function(hlorepl.parse(text), expected[0].line)
    except HloError:
        return False
    return function is not None and all(
        isinstance(value.type, TensorType) and value.type.is_static for value in function.arguments
    )


def typed_alone(request: Request) -> Answer:
    """The functions beside the wrong one; its arguments, as values that nobody knows before they run; its ops."""
    module = hlorepl.parse(request.text)
    function = _wrong_function(module, expected_errors(request.text)[0].line)
    assert function is not None
    statements = [(op.span.line, op.span.text) for op in module.body.ops if op is not function]
    statements += [(1, line) for value in function.arguments for line in _zeros(value.name, value.type)]
    statements += typed_statements(request.text, function)
    session = Session()
    for line, text in statements:
        result = session.execute(text, first_line=line)
        if result.error is not None:
            return refused(result.error)
    return Answer("ok")


def _wrong_function(module: Module, line: int) -> Function | None:
    """The function in which an op, not its last, has the line of the error."""
    for function in module.functions.values():
        ops = [] if function.is_declaration else function.body.ops[:-1]
        if any(op.span is not None and op.span.line <= line <= op.span.end_line for op in ops):
            return function
    return None


def _zeros(name: str, of: TensorType) -> list[str]:
    """Statements that give a value of a type a name, without the verifier seeing a constant."""
    stored = of.element.storage if isinstance(of.element, QuantizedType) else of.element
    literal = f"dense<{_zero(stored)}> : {TensorType(of.shape, stored)}"
    return [
        f'%{name} = "stablehlo.constant"() {{value = {literal}}} : () -> {of}',
        f"%{name} = stablehlo.tuple %{name} : tuple<{of}>",
        f"%{name} = stablehlo.get_tuple_element %{name}[0] : (tuple<{of}>) -> {of}",
    ]


def _zero(stored: ElementType) -> str:
    if stored.is_complex:
        return "(0.0, 0.0)"
    return "false" if stored.is_bool else "0" if stored.is_integer else "0.0"
