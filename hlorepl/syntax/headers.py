"""The functions of a text before they are read: a call that leaves its types out asks what its callee takes and gives.

One pass over the text, made when the first such call asks, finds where functions and modules begin; a function's
signature is read when it is called. Comments and strings are passed over as the lexer does.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import HloError
from ..ir.attributes import FunctionTypeAttr, StringAttr
from ..ir.core import Function, Module, Op, Region
from ..ir.symbols import MESH, Symbols
from .lexer import COMMENT, STRING
from .recovery import Consequence

if TYPE_CHECKING:
    from ..ir.attributes import Attribute
    from ..ir.types import FunctionType
    from .parser import Parser

_MARK = re.compile(
    rf"{STRING}|{COMMENT}|[{{}}]"
    r"|(?<![\w$.%@#!^-])(?:func\.func|func|builtin\.module|module|sdy\.mesh)(?![\w$.-])"
)


class Header(Function):
    """A function that is not read yet: its type comes from the text when somebody asks for it."""

    __slots__ = ("_reader",)

    def __init__(self, attributes: dict[str, Attribute], reader: Parser):
        super().__init__(attributes, Region())
        name = attributes.get("sym_name")
        self.spans["name"] = (name and name.span) or reader.span()
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
    """A module as far as it is known: what it defines, and where its text begins and ends."""

    def __init__(self, module: Module, start: int):
        self.module = module
        self.start = start
        self.end = start
        self.inner: list[_Scope] = []
        self._last: Op | None = None

    def add(self, op: Op, at: int) -> None:
        """Another function, module or mesh; what stood before it ends there."""
        self.close(at)
        op.span = op.spans["name"].source.span(at, at)
        self.module.body.ops.append(op)
        self._last = op

    def close(self, at: int) -> None:
        self.end = at
        if self._last is not None and self._last.span is not None:
            self._last.span = self._last.span.source.span(self._last.span.start, at)

    def around(self, offset: int) -> _Scope | None:
        """The module in here that has an offset inside."""
        place = bisect_right(self.inner, offset, key=lambda scope: scope.start) - 1
        return self.inner[place] if place >= 0 and offset < self.inner[place].end else None


@dataclass(slots=True)
class _Body:
    """The body of a module (with its scope), or of a generic op, behind which attributes may stand."""

    scope: _Scope | None = None
    generic: Op | None = None


class Headers:
    """The functions, modules and meshes that a text defines. A text that defines one module only is that module."""

    def __init__(self, parser: Parser):
        self._parser = parser
        self._root = _Scope(Module(), 0)
        #: Bodies whose braces have not come yet, by the offsets of those.
        self._awaited: dict[int, _Body] = {}
        self._open: list[_Body | None] = []
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
            scope = scope.around(offset)
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
        words = {
            **dict.fromkeys(("func.func", "func"), self._function),
            **dict.fromkeys(("module", "builtin.module"), self._module),
            '"func.func"': self._generic_function,
            '"builtin.module"': self._generic_module,
            MESH: self._mesh,
        }
        for mark in _MARK.finditer(self._parser.input):
            text, at = mark.group(), mark.start()
            if text == "{":
                self._open.append(self._awaited.pop(at, None))
            elif text == "}":
                self._close(at)
            elif text in words:
                with suppress(HloError):  # it is none, or it is reported where it is read
                    words[text](at)
        end = len(self._parser.input)
        for body in self._open:
            if body is not None and body.scope is not None:
                body.scope.close(end)
        self._root.close(end)

    def _close(self, at: int) -> None:
        body = self._open.pop() if self._open else None
        if body is not None and body.scope is not None:
            body.scope.close(at)
        if body is not None and body.generic is not None:
            with suppress(HloError):  # it is reported where the op itself is read
                body.generic.attributes.update(self._parser.reader(at).generic_end())

    def _scope(self) -> _Scope:
        """The innermost module. What it defines stands directly in it: a brace that is open there was never closed."""
        while self._open:
            body = self._open[-1]
            if body is not None and body.scope is not None:
                return body.scope
            self._open.pop()
        return self._root

    def _function(self, at: int) -> None:
        reader = self._parser.reader(at)
        self._scope().add(Header(reader.function_header(), reader), at)

    def _generic_function(self, at: int) -> None:
        reader = self._parser.reader(at)
        attributes, start = reader.generic_header()
        header = Header(attributes, reader)
        self._scope().add(header, at)
        self._awaited[start] = _Body(None, header)

    def _module(self, at: int) -> None:
        self._module_of(*self._parser.reader(at).module_header(), at, is_generic=False)

    def _generic_module(self, at: int) -> None:
        self._module_of(*self._parser.reader(at).generic_header(), at, is_generic=True)

    def _module_of(self, attributes: dict[str, Attribute], start: int, at: int, is_generic: bool) -> None:
        outer, module = self._scope(), Module(attributes)
        module.spans["name"] = self._parser.source.span(at, at)
        outer.add(module, at)
        outer.inner.append(_Scope(module, start))
        self._awaited[start] = _Body(outer.inner[-1], module if is_generic else None)

    def _mesh(self, at: int) -> None:
        reader = self._parser.reader(at)
        reader.advance()
        mesh = Op(MESH, attributes={"sym_name": StringAttr(reader.symbol_name())})
        mesh.spans["name"] = reader.span()
        self._scope().add(mesh, at)
