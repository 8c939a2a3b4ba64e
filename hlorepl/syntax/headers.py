"""The functions of a text before they are read: a call that leaves its types out asks what its callee takes and gives.

One pass over the text, made when the first such call asks, finds where functions and modules begin; a function's
signature is read when it is called. Comments and strings are passed over as the lexer does.
"""

from __future__ import annotations

import re
from copy import copy
from typing import TYPE_CHECKING

from ..errors import HloError
from ..ir.attributes import FunctionTypeAttr, StringAttr
from ..ir.core import Function, Module, Op, Region
from ..ir.symbols import MESH, Symbols
from .blocks import Consequence

if TYPE_CHECKING:
    from ..ir.attributes import Attribute
    from ..ir.types import FunctionType
    from .parser import Parser

_MARK = re.compile(
    r'"(?:[^"\\\n]|\\.)*+"|//[^\n]*+|[{}]|(?<![\w$.%@#!^-])(?:func\.func|func|builtin\.module|module|sdy\.mesh)(?![\w$.-])'
)
_MODULE_WORDS = ("module", "builtin.module", '"builtin.module"')
_FUNCTION_WORDS = ("func.func", "func", '"func.func"')


class Header(Function):
    """A function that is not read yet: its type comes from the text when somebody asks for it."""

    __slots__ = ("_reader",)

    def __init__(self, attributes: dict[str, Attribute], reader: Parser):
        super().__init__(attributes, Region())
        self.spans["name"] = attributes["sym_name"].span or reader.span()
        self._reader = reader

    @property
    def type(self) -> FunctionType:
        if not isinstance(self.attributes.get("function_type"), FunctionTypeAttr):
            reader = copy(self._reader)
            try:
                self.attributes["function_type"] = FunctionTypeAttr(reader.function_signature(self))
            except HloError as error:  # it is reported where the function itself is read
                raise Consequence(error.message, error.span, error.code) from None
        return super().type


class _Scope:
    """A module as far as it is known: its functions and modules, and where its text begins and ends."""

    def __init__(self, module: Module, start: int):
        self.module = module
        self.start = start
        self.end = start
        self.inner: list[_Scope] = []
        self.last: Function | None = None

    def add(self, op: Op, at: int) -> None:
        """Another function, module or mesh; what stood before it ends there."""
        self.close(at)
        self.module.body.ops.append(op)
        self.last = op if isinstance(op, Function) else None

    def close(self, at: int) -> None:
        self.end = at
        if self.last is not None and self.last.span is not None:
            self.last.span = self.last.span.source.span(self.last.span.start, at)


class Headers:
    """The functions, modules and meshes that a text defines. A text that defines one module only is that module."""

    def __init__(self, parser: Parser):
        self._parser = parser
        self._root = _Scope(Module(), 0)
        #: Modules whose braces have not come yet, by the offsets of those.
        self._awaited: dict[int, _Scope] = {}
        self._open: list[_Scope | None] = []
        self._read()
        found = self._root.module.body.ops
        self.is_module = len(found) == 1 and isinstance(found[0], Module)
        if self.is_module:
            self._root = self._root.inner[0]
        #: What is defined at the top.
        self.top = Symbols.of(self._root.module)
        self._tables = {id(self._root): self.top}

    def at(self, offset: int) -> Symbols:
        """The table of the innermost module around an offset."""
        scope, table = self._root, self.top
        while True:
            scope = next((each for each in scope.inner if each.start <= offset < each.end), None)
            if scope is None:
                return table
            if id(scope) not in self._tables:
                self._tables[id(scope)] = Symbols.of(scope.module, table)
            table = self._tables[id(scope)]

    def after(self, offset: int) -> list[Op]:
        """What is defined at the top from an offset on."""
        return [op for op in self.top.ops.values() if op.span is not None and op.span.start >= offset]

    # The pass over the text

    def _read(self) -> None:
        for mark in _MARK.finditer(self._parser.input):
            text, at = mark.group(), mark.start()
            if text == "{":
                self._open.append(self._awaited.pop(at, None))
            elif text == "}":
                self._close(at)
            elif text in _FUNCTION_WORDS:
                self._function(text, at)
            elif text in _MODULE_WORDS:
                self._module(text, at)
            elif text == "sdy.mesh":
                self._mesh(at)
        end = len(self._parser.input)
        for scope in (self._root, *filter(None, self._open)):
            scope.close(end)

    def _close(self, at: int) -> None:
        scope = self._open.pop() if self._open else None
        if scope is not None:
            scope.close(at)

    def _scope(self) -> _Scope:
        """The innermost module. Functions stand directly in modules: a brace that is open inside of it was never closed."""
        while self._open:
            innermost = self._open[-1]
            if innermost is not None:
                return innermost
            self._open.pop()
        return self._root

    def _function(self, word: str, at: int) -> None:
        reader = self._parser.reader(at)
        try:
            attributes = reader.generic_header()[0] if word.startswith('"') else reader.function_header()
        except HloError:
            return  # it is reported where the function itself is read
        if isinstance(attributes.get("sym_name"), StringAttr):
            header = Header(attributes, reader)
            header.span = self._parser.source.span(at, at)
            self._scope().add(header, at)

    def _mesh(self, at: int) -> None:
        reader = self._parser.reader(at)
        reader.advance()
        if reader.kind == "symbol":
            span = self._parser.source.span(at, at)
            self._scope().add(Op(MESH, attributes={"sym_name": StringAttr(reader.symbol_name())}, span=span), at)

    def _module(self, word: str, at: int) -> None:
        reader = self._parser.reader(at)
        try:
            attributes, body = reader.generic_header() if word.startswith('"') else reader.module_header()
        except HloError:
            return
        outer, module = self._scope(), Module(attributes, self._parser.source.span(at, at))
        outer.add(module, at)
        inner = self._awaited[body] = _Scope(module, body)
        outer.inner.append(inner)
