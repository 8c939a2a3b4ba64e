"""A session that runs nothing: its names have types and no values. ``check`` of a script and Enter at the prompt ask it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError, Incomplete
from ..ir.core import Value
from ..ir.types import UNKNOWN, TensorType
from ..source import Source
from ..verifier.structure import verify_calls
from .state import NamedValue, State
from .statements import Known, StatementReader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..debugging.debugger import Debugger
    from ..ir.core import Function, Op
    from ..ir.symbols import Symbols
    from ..source import Span
    from ..syntax.blocks import Scope
    from ..syntax.short import SessionParser
    from .loaded_models import LoadedModel
    from .statements import Statement


class DryRun:
    """What a text makes known, statement by statement.

    Where only a run could tell (``:load`` brings what is in a file), a name that is not known ``may_be_anything``.
    """

    def __init__(self, state: State):
        self.state = state
        #: As a session's: nothing is loaded here.
        self.models: dict[str, LoadedModel] = {}
        self.debugger: Debugger | None = None
        self.names_may_be_anything = self.functions_may_be_anything = False
        #: Numbers that results without names get: not known behind a statement that could not be read.
        self.numbers_are_known = True
        #: ``:quit`` was read.
        self.has_ended = False
        self._statement: Statement | None = None

    @property
    def names(self) -> list[str]:
        return list(self.state.names)

    def anything_may_come(self) -> None:
        """From here on names and functions may mean what only a run can tell."""
        self.names_may_be_anything = self.functions_may_be_anything = True
        self.forget(self.names)

    @property
    def symbols(self) -> Symbols:
        """The functions that are known; in an open table where there may be more."""
        known = self.state.symbols
        return known.with_((), is_open=True) if self.functions_may_be_anything else known

    def lookup(self, text: str, span: Span | None = None) -> list[Any]:
        """Nothing of a value, which is not there; raises ``name.undefined`` as a session does."""
        self.value_of(text, span)
        return [None]

    def aside(self) -> None:
        """Nothing runs here, nor beside it."""

    def scope(self) -> Scope:
        """The names that a statement sees."""
        is_sure = self.numbers_are_known and not self.names_may_be_anything
        return Known(self.state) if is_sure else _Guessed(self.state, self.names_may_be_anything)

    def value_of(self, text: str, span: Span | None = None) -> Value:
        """What a name stands for, of an unknown type where only a run could tell; raises ``name.undefined``."""
        name = text.strip().removeprefix("%")
        may_be = self.names_may_be_anything or not self.numbers_are_known and name[:1].isdigit()
        if may_be and name not in self.state.names:
            return _unknown(name)
        return self.state.find(text, span)[1].value

    def fail(self, message: str, code: str = "command.failed", help: str = "") -> HloError:  # noqa: A002 - as commands have it
        """The error of the command that is being read."""
        return HloError(message, self.span, code, help=[help] if help else [])

    @property
    def span(self) -> Span | None:
        """Where the command stands."""
        return self._statement.span if self._statement is not None else None

    def check_calls(self, functions: Iterable[Function]) -> None:
        """Raise what is wrong with the calls that functions make."""
        for problem in verify_calls(functions, self.symbols):
            raise problem

    # What statements do

    def take(self, statement: Statement) -> None:
        """Bind the results of a statement, know what it defines, and what its command may have done."""
        self._statement = statement
        if statement.kind == "command":
            from .commands import check_command  # late: on demand

            check_command(self, statement)
        elif statement.kind == "ops":
            self._bind(statement)
        self.state.define(statement.defined)

    def _bind(self, statement: Statement) -> None:
        values = statement.results
        names = statement.names or self.state.default_names(len(values))
        known = bool(statement.names) or self.numbers_are_known
        for name, value in zip(names, values, strict=True):
            if value.owner in statement.ops:  # not another name for an older one
                value.name = name
        self.state.bind(names, [NamedValue(v if known and _is_whole(v) else _unknown(v.name), None) for v in values])

    def bind_results(self, types: Iterable[Any]) -> None:
        """Bind what a command gives to the next free numbers."""
        values = [Value("", of) for of in types]
        names = self.state.default_names(len(values))
        self.state.bind(names, [NamedValue(v if _is_whole(v) else _unknown(v.name), None) for v in values])

    def forget(self, names: Iterable[str]) -> None:
        """Know of some names only that they have values."""
        names = list(names)
        self.state.bind(names, [NamedValue(_unknown(name), None) for name in names])

    def guess_behind(self, error: HloError) -> None:
        """Take what a wrong command would have made known for known: any name where its words could not be read."""
        self.numbers_are_known = False
        self.names_may_be_anything |= error.code in ("command.unknown", "command.usage")

    def know(self, ops: Iterable[Op]) -> None:
        """Know functions, though they could not be read."""
        self.state.define(ops)


def _is_whole(value: Value) -> bool:
    """Whether all of a value's type is known: a run gives a dynamic dimension its size."""
    return not isinstance(value.type, TensorType) or value.type.is_static


def _unknown(name: str) -> Value:
    return Value(name, UNKNOWN)


class _Guessed(Known):
    """The names of a session, and any other that is a number, or any at all."""

    __slots__ = ("_all",)

    def __init__(self, state: State, all_names: bool):
        super().__init__(state)
        self._all = all_names

    def find(self, name: str) -> Value | None:
        may_be = self._all or name[:1].isdigit()
        return super().find(name) or (_unknown(name) if may_be else None)


class DryReader(StatementReader):
    """Reads statements of which the ones before did not run. With ``errors`` (a list) it goes on behind those in regions."""

    def __init__(self, session: DryRun, source: Source, errors: list[HloError] | None = None):
        super().__init__(session, source)
        self.errors = errors

    def parser(self) -> SessionParser:
        found = super().parser()
        found.errors = self.errors
        return found


def is_incomplete(state: State, text: str) -> bool:
    """Whether a text stops inside a statement. Nothing runs; results count with the types that they infer to."""
    dry = DryRun(state.copy())
    try:
        reader = DryReader(dry, Source(text))
        while (statement := reader.next()) is not None:
            dry.take(statement)
    except Incomplete:
        return True
    except (HloError, RecursionError, MemoryError):
        return False
    return False
