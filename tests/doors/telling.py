"""Programs that only check themselves, made to return what they computed, by two edits of their own text."""

from __future__ import annotations

from functools import lru_cache
from math import prod

from hlorepl import parse, print_module
from hlorepl.engine.program import entries
from hlorepl.ir.core import Function, Value
from hlorepl.ir.types import TensorType, TokenType, TupleType, Type

MOST = 4096
"""Elements of a value that is told: writing out more as JSON takes longer than computing them."""


@lru_cache(maxsize=1)
def told(text: str) -> str:
    """The text, in which every function that a run means and that returns nothing returns the results of its ops.

    Lines stay where they are: nothing but ``-> (…)`` and the operands of ``return`` is put in.
    """
    edits: list[tuple[int, int, str]] = []
    for function in meant(text):
        edits += _edits(text, function)
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


@lru_cache(maxsize=2)
def generic(text: str) -> str:
    """The module in the generic form that the printer gives it."""
    return print_module(parse(text), generic=True)


@lru_cache(maxsize=2)
def meant(text: str) -> list[Function]:
    """The functions that a run of the module means; raises ``HloError`` where it cannot be read."""
    return entries(parse(text))


def typed_statements(text: str, function: Function) -> list[tuple[int, str]]:
    """The ops of a function but its ``return``, each as one would type it: its line, and its text at its column."""
    return [
        (op.span.line, " " * (op.span.column - 1) + op.span.text)
        for op in function.body.ops
        if op.span is not None and op is not function.body.terminator
    ]


def _computed(function: Function) -> list[Value]:
    """The named results of a function's own ops whose types a function may return; constants where it has no others."""
    if any(op.name == "stablehlo.rng" for op in function.walk()):
        return []  # which draws other numbers in every run
    found = [
        (op.name.endswith(".constant"), value)
        for op in function.body.ops
        for value in op.results
        if value.name and _is_told(value.type)
    ]
    return [value for is_constant, value in found if not is_constant] or [value for _, value in found]


def _is_told(of: Type) -> bool:
    if isinstance(of, TensorType):
        return prod(size or 1 for size in of.shape) <= MOST
    return isinstance(of, TupleType | TokenType)


def _edits(text: str, function: Function) -> list[tuple[int, int, str]]:
    last = function.body.terminator
    values = _computed(function)
    if function.type.results or function.arguments or last is None or last.span is None or not values:
        return []
    types = ", ".join(str(value.type) for value in values)
    names = ", ".join(f"%{value.name}" for value in values)
    signature = text.index(")", function.spans["name"].end) + 1
    return [
        (signature, signature, f" -> ({types})"),
        (last.span.start, last.span.end, f"{last.span.text} {names} : {types}"),
    ]
