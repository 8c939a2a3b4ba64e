"""An example of each op: a few lines of the session's language that run, made of the program that explains its rules."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..explanations import example_of
from ..ir.attributes import DenseAttr
from ..ir.core import Block, Function, Op, Value
from ..ir.types import ElementType, QuantizedType, TensorType, TokenType, TupleType, Type
from ..ops import registry
from ..ops.rules import captured
from ..source import Source
from ..syntax.forms.call import call_of
from ..syntax.parser import parse
from ..syntax.printer import Printer
from ..value_text import array_text

if TYPE_CHECKING:
    from ..ir.core import Module
    from ..ops.registry import OpSpec
    from .session import Session

#: A value of more elements than this is given as one number in its shape.
_FEW = 6
#: Results that have no name of their own.
_UNNAMED = re.compile(r"^%\d+(?::\d+)? = ")


@cache
def example_lines(spec: OpSpec) -> tuple[str, ...]:
    """The statements of an op's example, the op itself in the last one; none where it has no example."""
    written, program = example_of(spec.code_group)
    if written:
        return tuple(_statements(written))
    *lines, last = _Derived(spec, parse(Source(program, "<example>"))).lines() if program else [""]
    return (*lines, _UNNAMED.sub("", last)) if last else ()


def example_text(spec: OpSpec, session: Session | None) -> str:
    """The example with its results in comments, run in a session of its own (None: not run); nothing where there is none."""
    found = shown = ""
    for line in example_lines(spec):
        if session is None:
            found += f"{line}\n"
            continue
        result = session.execute(line)
        if result.error is not None:
            return f"{found}{line}\n// {result.error.message}"
        found, shown = f"{found}{line}\n", result.text
    return (found + "\n".join(f"// {row}".rstrip() for row in shown.split("\n") if row)).rstrip()


def _statements(text: str) -> list[str]:
    """Statements that lines make: what is indented, or closes a bracket, belongs to the line above."""
    found: list[str] = []
    for line in text.rstrip("\n").split("\n"):
        if found and line[:1] in (" ", "}", ")"):
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


class _Derived:
    """The op of a program with what it needs: arguments become literals, ops calls."""

    def __init__(self, spec: OpSpec, module: Module):
        self.spec = spec
        self.module = module
        self.printer = Printer()
        self.found: list[str] = []
        self.done: set[int] = set()

    def lines(self) -> list[str]:
        functions = [op for op in self.module.body.ops if isinstance(op, Function)]
        others = [op for op in self.module.body.ops if not isinstance(op, Function)]
        for op in others:
            if registry.of(op) is self.spec:
                return [self.printer.op(op)]
        for function in functions:
            for op in function.body.ops if function.regions[0].blocks else ():
                if any(registry.of(inner) is self.spec for inner in op.walk()):
                    self.found += [self.printer.op(other) for other in (*others, *functions) if other is not function]
                    self._write(op)
                    return self.found
        return []

    def _write(self, op: Op) -> None:
        inner = [value for region in op.regions for value in captured(region)]
        for value in (*op.operands, *sorted(inner, key=lambda value: value.name)):
            self._make(value)
        text = None if op.name == "stablehlo.constant" else call_of(self.printer, op)
        if text is None and op.name == "stablehlo.constant":
            text = self._constant(op)
        whole = self.printer.op(op) if text is None else text
        if text is not None and op.results:
            whole = f"{self.printer.name_results(op.results)} = {text}"
        self.found.append(whole)

    def _make(self, value: Value) -> None:
        if id(value) in self.done:
            return
        self.done.add(id(value))
        if isinstance(value.owner, Op):
            self.done.update(map(id, value.owner.results))
            self._write(value.owner)
        elif isinstance(value.owner, Block) or value.owner is None:
            self.printer.name_argument(value)
            self.found += _literal(self.printer.value(value), value.type)

    def _constant(self, op: Op) -> str | None:
        value = op.attributes.get("value")
        if (
            self.spec.name == op.name
            or not isinstance(value, DenseAttr)
            or value.type.element.is_quantized
            or value.type.size > 16
        ):
            return None
        return _literal_text(value.array, value.type)


def _literal(name: str, of: Type) -> list[str]:
    """The statements that make a value of a type."""
    if isinstance(of, TupleType):
        names = [f"{name}_{index}" for index in range(len(of.types))]
        lines = [line for part, each in zip(names, of.types, strict=True) for line in _literal(part, each)]
        return [*lines, f"{name} = tuple({', '.join(names)})"]
    if isinstance(of, TokenType):
        return [f"{name} = create_token()"]
    if isinstance(of, TensorType):
        if isinstance(of.element, QuantizedType):
            plain = TensorType(of.shape, of.element.expressed)
            return [f"{name} = uniform_quantize({_numbers(plain)}) : {of}"]
        return [f"{name} = {_numbers(of)}"]
    if isinstance(of, ElementType):
        return [f"{name} = arith.constant {'1' if of.is_integer else '1.0'} : {of}"]
    return [f"{name} = {of}"]


def given(name: str, of: Type) -> str:
    """A statement that gives a value of a type a name: a few numbers, or one number in the whole shape."""
    if not isinstance(of, TensorType) or not isinstance(of.element, ElementType):
        return "\n".join(_literal(f"%{name}", of))
    sizes = [2 if size is None else size for size in of.shape]
    if 0 < np.prod(sizes, dtype=float) <= _FEW:
        return f"%{name} = {_numbers(of)}"
    number = "1" if of.element.is_integer or of.element.is_bool else "1.0"
    return f"%{name} = full({sizes}, {number}, {of.element})"


def _numbers(of: TensorType) -> str:
    """A literal of a type: 1, 2, 3 … in its order."""
    shape = tuple(2 if size is None else size for size in of.shape)
    count = int(np.prod(shape))
    numbers = np.arange(1, count + 1) if not of.element.is_bool else np.arange(count) % 2 == 0
    return _literal_text(numbers.astype(of.element.dtype).reshape(shape), TensorType(shape, of.element))


def _literal_text(array: Any, of: TensorType) -> str:
    """A literal of the session; its type stands behind it where it is not the one that such numbers have."""
    text = " ".join(array_text(of, array, full=True, width=10_000).split())
    usual = of.element.name in ("i1", "i32", "f32", "complex<f32>") if isinstance(of.element, ElementType) else False
    return text if usual and array.size else f"{text} : {of.element if array.size else of}"
