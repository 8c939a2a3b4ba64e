"""A text as statements, each read when the ones before it have run: their types decide how it reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..ir.core import Function, Module, Op, Value
from ..ir.symbols import is_symbol
from ..syntax.blocks import Scope
from ..syntax.resources import read_metadata
from ..syntax.short import SessionParser

if TYPE_CHECKING:
    from ..source import Source, Span
    from .state import Bound, Knower

_BLANK = re.compile(r"(?:\s++|//[^\n]*+)*+")
_COMMAND = re.compile(r":([A-Za-z][\w-]*)([^\n]*)")
_QUESTION = re.compile(r"\?[ \t]*([^\s?][^\n]*)?")
_SHOW = re.compile(r"%([\w$.-]+(?:#\d+)?(?:@(?:all|\(\d+,\d+\)))?)[ \t]*(?=//|\n|\r|$)")


class Statement:
    """One statement. ``kind``: ``ops`` (run them, bind ``results``), ``define``, ``command``, ``question`` or ``show``.

    ``later`` has what the text defines further down, as far as that is known: functions stand in any order. ``module``
    is the only definition of its text, as a file may be one module.
    """

    __slots__ = ("kind", "later", "module", "name", "names", "ops", "results", "span", "text")

    def __init__(self, kind: str, span: Span, text: str = "", name: str = ""):
        self.kind = kind
        self.span = span
        self.text = text
        self.name = name
        self.ops: list[Op] = []
        self.later: list[Op] = []
        self.module: Module | None = None
        self.results: list[Value] = []
        self.names: list[str] = []

    @property
    def defined(self) -> list[Op]:
        """The functions, modules and meshes that it defines: those inside where it is a module and all of its text."""
        if self.kind != "define":
            return []
        return self.ops if self.module is None else self.module.body.ops


class Known(Scope):
    """The names of a session."""

    __slots__ = ("bound",)

    def __init__(self, bound: dict[str, Bound]):
        super().__init__()
        self.bound = bound

    def find(self, name: str) -> Value | None:
        found = self.bound.get(name)
        return found.value if found is not None else None

    def all_names(self) -> list[str]:
        return list(self.bound)


class StatementReader:
    """Reads the statements of a source one after the other."""

    def __init__(self, session: Knower, source: Source):
        self.session = session
        self.source = source
        self.at = 0
        self.aliases: SessionParser | None = None

    def next(self) -> Statement | None:
        """The next statement, or None at the end. Raises ``Incomplete`` when the text stops inside one."""
        text = self.source.text
        found = _BLANK.match(text, self.at)
        assert found is not None
        self.at = found.end()
        if self.at >= len(text):
            return None
        for pattern, make in ((_COMMAND, self._command), (_QUESTION, self._question), (_SHOW, self._show)):
            match = pattern.match(text, self.at)
            if match is not None:
                self.at = match.end()
                return make(match)
        return self._ops()

    def _command(self, match: re.Match[str]) -> Statement:
        span = self.source.span(match.start(), match.end())
        return Statement("command", span, match.group(2).strip(), match.group(1))

    def _question(self, match: re.Match[str]) -> Statement:
        return Statement("question", self.source.span(match.start(), match.end()), (match.group(1) or "").strip())

    def _show(self, match: re.Match[str]) -> Statement:
        return Statement("show", self.source.span(match.start(), match.end()), match.group(1))

    def scope(self) -> Scope:
        """The names that the next statement sees."""
        return Known(self.session.state.names)

    def headers_in(self, start: int, end: int) -> list[Op]:
        """The functions, modules and meshes of a statement, as far as they are known without reading it."""
        later = self.aliases.later(start) if self.aliases is not None else []
        return [op for op in later if op.span is not None and op.span.start < end]

    def parser(self) -> SessionParser:
        """A parser of the statement that begins here."""
        parser = SessionParser(self.source, self.at)
        parser.known = self.session.state.symbols
        parser.scope = self.scope()
        before = self.aliases
        if before is not None:
            parser.type_aliases, parser.attribute_aliases = before.type_aliases, before.attribute_aliases
            parser.locations, parser.resources = before.locations, before.resources
            parser.found_headers = before.found_headers
        self.aliases = parser
        return parser

    def _ops(self) -> Statement | None:
        start = self.at
        parser = self.parser()
        if parser.kind in ("hash", "bang") and parser.peek() == "=":
            parser.alias_definition()
            return self._ended(parser, Statement("define", parser.span_from(start)))
        if parser.at("{-#"):
            read_metadata(parser)
            return self._ended(parser, Statement("define", parser.span_from(start)))
        names, results = parser.statement()
        defined = [op for op in parser.emitted if is_symbol(op)]
        statement = Statement("define" if defined else "ops", parser.span_from(start))
        for op in defined:
            if isinstance(op, Function | Module):
                _resolve_locations(op, parser.locations)
        statement.ops = parser.emitted
        statement.later = parser.later(parser.start) if defined else []
        only = defined[0] if defined else None
        statement.module = only if isinstance(only, Module) and parser.headers().is_module else None
        statement.results = results
        for name, count, _ in names:
            statement.names += [name] if count == 1 else [f"{name}#{k}" for k in range(count)]
        return self._ended(parser, statement)

    def _ended(self, parser: SessionParser, statement: Statement) -> Statement:
        """Behind a statement comes a new line or the end; behind a definition another one may, as in a module."""
        ends = parser.kind == "eof" or parser.newline_before()
        if not ends and (statement.kind != "define" or parser.begins_statement()):
            parser.fail("a statement ends here; what follows must begin on a new line", "syntax.statement")
        self.at = parser.start if parser.kind != "eof" else len(self.source.text)
        return statement


def defining(module: Module) -> Statement:
    """A file that is a module, read as a whole, as one statement."""
    assert module.span is not None
    statement = Statement("define", module.span)
    is_written = "name" in module.spans  # it stands in the text, and is not only what holds its functions
    statement.ops = [module] if is_written else module.body.ops
    statement.module = module if is_written else None
    for op in statement.ops:
        if isinstance(op, Function | Module):
            _resolve_locations(op, module.aliases)
    return statement


def _resolve_locations(op: Function | Module, aliases: dict[str, str]) -> None:
    """Write the locations of arguments out: the session keeps functions, not the aliases beside them."""
    if isinstance(op, Module):
        for inner in (*op.functions.values(), *op.modules.values()):
            _resolve_locations(inner, aliases)
        return
    for value in op.arguments:
        if value.location and value.location.startswith("#"):
            value.location = aliases.get(value.location[1:], value.location)
