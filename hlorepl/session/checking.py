"""A session script checked without being run: all that a run would refuse before it computes, in every statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..recursion import room
from ..syntax.blocks import Consequence
from ..syntax.recovery import left_side, statement_end
from ..verifier.doubts import unknown_attributes
from ..verifier.linking import called
from ..verifier.structure import check_alone, verify_calls
from .definitions import problems_of
from .dry_run import DryReader, DryRun
from .later import with_help
from .state import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..ir.core import Function
    from ..source import Source
    from .statements import Statement


def check_script(source: Source) -> list[HloError]:
    """All independent problems of a script, and what looks like a mistake, in order. What only follows from one is not among them."""
    with room():
        return _Check(source).problems()


class _Check:
    """Goes through the statements; behind one that cannot be read, the next one is."""

    def __init__(self, source: Source):
        self.source = source
        self.dry = DryRun(State())
        self.found: list[HloError] = []
        self._seen: set[Any] = set()
        self._inside: list[HloError] = []
        self.reader = DryReader(self.dry, source, self._inside)

    def problems(self) -> list[HloError]:
        while not self.dry.has_ended and self._next():
            pass
        self._check_calls(self.dry.state.functions.values())
        self.found.sort(key=lambda error: error.span.start if error.span else 0)
        return self.found

    def _report(self, error: HloError) -> None:
        may_be_loaded = error.code == "name.symbol" and self.dry.functions_may_be_anything
        key = (error.code, error.span, error.message)
        if not (isinstance(error, Consequence) or may_be_loaded or key in self._seen):
            self._seen.add(key)
            self.found.append(with_help(error))

    def _next(self) -> bool:
        try:
            statement = self.reader.next()
        except HloError as error:
            follows = error.code.startswith("syntax.") and any(e.code.startswith("syntax.") for e in self._inside)
            self._report_inside()
            if not follows:
                self._report(error)
            self._skip()
            return True
        self._report_inside()
        if statement is None:
            return False
        try:
            self._check(statement)
            self.found += unknown_attributes(inner for op in statement.ops for inner in op.walk())
            self.dry.take(statement)
        except HloError as error:
            self._report(error)
            if statement.kind == "command":
                self.dry.guess_behind(error)
        return True

    def _report_inside(self) -> None:
        """What was wrong in the regions of a statement that could be read."""
        for error in self._inside:
            self._report(error)
        self._inside.clear()

    def _skip(self) -> None:
        """Go on behind a statement that could not be read; what it would have made known is no problem later."""
        text, start = self.source.text, self.reader.at
        self.reader.at = end = statement_end(text, start)
        names = [name if count == 1 else f"{name}#{k}" for name, count in left_side(text, start) for k in range(count)]
        self.dry.forget(names)
        functions = self.reader.headers_in(start, end)
        self.dry.know(functions)
        if not names and not functions:
            self.dry.numbers_are_known = False

    def _check(self, statement: Statement) -> None:
        if statement.kind == "question":
            self._check_question(statement)
        elif statement.kind == "show":
            self.dry.lookup(statement.text, statement.span)
        elif statement.kind == "define":
            for problem in problems_of(self.dry.state, statement):
                self._report(problem)
        elif statement.kind == "ops":
            self._check_ops(statement)

    def _check_question(self, statement: Statement) -> None:
        from .commands.questions import run_question  # late: on demand

        if not self.dry.names_may_be_anything:
            run_question(self.dry, statement, lambda text: None)

    def _check_ops(self, statement: Statement) -> None:
        for op in statement.ops:
            for problem in check_alone(op, self.dry.symbols):
                self._report(problem)
        self._check_calls([callee for op in statement.ops for callee in called(op)])

    def _check_calls(self, functions: Iterable[Function]) -> None:
        for problem in verify_calls(functions, self.dry.symbols):
            self._report(problem)
