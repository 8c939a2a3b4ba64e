"""A text as statements, each read when the ones before it have run: their types decide how it reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..ir.contents import Anchor, FileContents, Passage
from ..ir.core import Module, Op, Value
from ..ir.symbols import is_symbol
from ..syntax.aliases import Definitions
from ..syntax.blocks import Scope
from ..syntax.lexer import line_end, may_have_comments, require_characters, skipped
from ..syntax.resources import read_section
from ..syntax.short import SessionParser
from .state import LAST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..ir.contents import Alias, Section, Thing
    from ..ir.types import Type
    from ..source import Source, Span
    from .state import Knower, NamedValue, State

#: The rest of a line without its comment, which begins behind a blank and outside of quotes.
_REST = r"""(?:"[^"\r\n]*"|'[^'\r\n]*'|(?![ \t]//)[^\r\n])*+"""
#: A statement that ends with its line: a command, a question, a name alone.
_ONE_LINE = re.compile(
    rf":(?P<command>[A-Za-z][\w-]*)(?P<words>{_REST})"
    rf"|\?++[ \t]*+(?P<asked>(?![/\r\n]){_REST})?"
    r'|%(?P<shown>(?:[\w$.-]+(?:#\d+)?|"[^"\r\n]+")(?:@turn=\d+(?:\.\d+)*)?(?:@(?:all|\(\d+,\d+\)))?)'
    r"[ \t]*(?P<quiet>;)?[ \t]*(?=//|\n|\r|$)"
)


class Statement:
    """One statement. ``kind``: ``ops`` (run them, bind ``results``), ``define``, ``command``, ``question`` or ``show``.

    ``later`` has what the text defines further down, as far as that is known: functions stand in any order. ``module``
    is the only definition of its text, as a file may be one module.
    """

    __slots__ = ("is_quiet", "kind", "later", "module", "name", "names", "ops", "results", "span", "text")

    def __init__(self, kind: str, span: Span, text: str = "", name: str = ""):
        self.kind = kind
        self.span = span
        self.text = text
        self.name = name
        #: A semicolon stands behind it: nothing that comes of it is shown.
        self.is_quiet = False
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

    __slots__ = ("bound", "state")

    def __init__(self, state: State):
        super().__init__()
        self.state = state
        self.bound: Mapping[str, NamedValue] = state.names

    def find(self, name: str) -> Value | None:
        found = self.bound.get(name)
        if found is None and name.startswith(LAST):
            found = self.bound.get(self.state.real(name))
        return found.value if found is not None else None

    def all_names(self) -> list[str]:
        return list(self.bound)

    def declared(self, value: Value) -> Type:
        return next((each.declared for each in self.bound.values() if each.value is value), value.type)


class StatementReader:
    """Reads the statements of a source one after the other."""

    def __init__(self, session: Knower, source: Source):
        require_characters(source)
        self.session = session
        self.source = source
        self.at = 0
        self._last: SessionParser | None = None
        self._outer = session.state.contents
        self.definitions = Definitions(source, FileContents(self._outer))
        self._notes = Notes(source) if may_have_comments(source.text) else None

    @property
    def contents(self) -> FileContents:
        """What the text holds beside its ops, as far as it has been read."""
        return self.definitions.contents

    def next(self) -> Statement | None:
        """The next statement, or None at the end. Raises ``Incomplete`` when the text stops inside one."""
        self._follow()
        text = self.source.text
        self.at = skipped(text, self.at)
        if self.at >= len(text):
            if self._notes is not None:
                self._notes.end(self.contents)
            return None
        match = _ONE_LINE.match(text, self.at)
        return self._ops() if match is None else self._one_line(match)

    def _follow(self) -> None:
        """Go on from what the session holds now, where a command (``:load``, ``:undo``) has changed it."""
        now = self.session.state.contents
        if now is not self._outer and now is not self.contents:
            self._outer = now
            self.definitions.contents = FileContents(now)

    def _one_line(self, match: re.Match[str]) -> Statement:
        """A command, a question, or a name alone, whose value is shown."""
        self.at = match.end()
        if self._notes is not None:
            self._notes.skip(match.start(), match.end())
        span = self.source.span(match.start(), match.end())
        if match["command"] is not None:
            words = match["words"].strip()
            found = Statement("command", span, words.removesuffix(";").rstrip(), match["command"])
            found.is_quiet = words.endswith(";")
        elif match["shown"] is not None:
            found = Statement("show", span, match["shown"])
            found.is_quiet = match["quiet"] is not None
        else:
            found = Statement("question", span, (match["asked"] or "").strip())
        return found

    def headers_in(self, start: int, end: int) -> list[Op]:
        """The functions, modules and meshes of a statement, as far as they are known without reading it."""
        return self._last.later(start, end) if self._last is not None else []

    def parser(self) -> SessionParser:
        """A parser of the statement that begins here."""
        parser = SessionParser(self.source, self.at, self.definitions, self.session.state.spelled)
        parser.known, parser.scope = self.session.state.symbols, self.session.scope()
        if self._last is not None:
            parser.found_headers = self._last.found_headers
        self._last = parser
        return parser

    def _ops(self) -> Statement | None:
        start = self.at
        parser = self.parser()
        if parser.at_alias_definition():
            return self._defined(parser, parser.alias_definition())
        if self.source.text.startswith("!", start):
            parser.fail(
                "a command of the shell runs only as it is typed at the prompt, an entry of its own", "syntax.shell"
            )
        if parser.at("{-#"):
            return self._defined(parser, read_section(parser, self.contents.resources))
        names, results = parser.statement()
        defined = [op for op in parser.emitted if is_symbol(op)]
        statement = Statement("define" if defined else "ops", parser.span_from(start))
        statement.ops = parser.emitted
        statement.later = parser.later(parser.start) if defined else []
        only = defined[0] if defined else None
        statement.module = only if isinstance(only, Module) and parser.headers().is_module else None
        statement.results = results
        for name, count, _ in names:
            statement.names += [name] if count == 1 else [f"{name}#{k}" for k in range(count)]
        self._ended(parser, statement)
        kept = statement.defined or statement.ops  # a module that is all of its text goes; what is in it stays
        if self._notes is not None and kept:
            self._notes.add(self.contents, statement.span, kept[0], statement.ops[-1])
        return statement

    def _defined(self, parser: SessionParser, what: Alias | Section) -> Statement:
        statement = Statement("define", what.span)
        self._ended(parser, statement)
        if self._notes is not None:
            self._notes.add(self.contents, what.span, what, what)
        return statement

    def _ended(self, parser: SessionParser, statement: Statement) -> None:
        """Behind a statement comes a new line or the end; behind a definition another one may, as in a module."""
        if parser.at(";"):
            parser.advance()
            statement.is_quiet = True
            if parser.kind != "eof" and not parser.newline_before():
                parser.fail("behind a semicolon a statement begins on a new line", "syntax.statement")
        ends = parser.kind == "eof" or parser.newline_before()
        if not ends and (statement.kind != "define" or parser.begins_statement()):
            parser.fail("a statement ends here; what follows must begin on a new line", "syntax.statement")
        self.at = parser.start if parser.kind != "eof" else len(self.source.text)


class Notes:
    """Which pieces of a text hold the comments of which statement: those above it, in it, and on the line of its end."""

    def __init__(self, source: Source):
        self._source = source
        self._at = 0
        self._waiting: list[Span] = []

    def skip(self, start: int, end: int) -> None:
        """A command: what stands above it goes to the statement that follows."""
        self._waiting.append(self._source.span(self._at, start))
        self._at = line_end(self._source.text, end)

    def add(self, contents: FileContents, span: Span, first: Thing, last: Thing) -> None:
        """A statement, and the first and the last of the ops that it stands for (or what else it defines)."""
        end = line_end(self._source.text, span.end)
        spans = [*self._waiting, self._source.span(self._at, end)]
        contents.passages.append(Passage(spans, [Anchor(span, first, last)]))
        self._waiting, self._at = [], end

    def end(self, contents: FileContents) -> None:
        """The end of the text: what stands below all statements is the text's."""
        spans = [*self._waiting, self._source.span(self._at, len(self._source.text))]
        if any("//" in span.text for span in spans) and not contents.is_empty:
            contents.passages.append(Passage(spans, []))
        self._waiting, self._at = [], len(self._source.text)


def defining(module: Module) -> Statement:
    """A file that is a module, read as a whole, as one statement."""
    assert module.span is not None
    statement = Statement("define", module.span)
    is_written = not module.contents.is_bare
    statement.ops = [module] if is_written else module.body.ops
    statement.module = module if is_written else None
    return statement


def loaded(module: Module, outer: FileContents) -> FileContents:
    """What the file of a module holds beside its ops, as that of another entry of a session."""
    found = FileContents(outer, module.contents.aliases, module.contents.resources)
    for passage in module.contents.passages:
        anchors = [Anchor(each.span, _first_kept(each.first), each.last) for each in passage.anchors]
        found.passages.append(Passage(passage.spans, anchors))
    return found


def _first_kept(thing: Thing) -> Thing:
    """The thing itself, or the first op of a module: the session keeps what is in it."""
    return thing.body.ops[0] if isinstance(thing, Module) and thing.body.ops else thing
