"""The right side of a comparison: another engine, asked for whole functions, and for pieces of them in batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import backends
from ..backends.xla import Child, Died, Refused, Unusable
from ..engine.context import RunContext
from ..engine.run import run
from ..errors import HloError
from ..verifier import verify
from .pieces import function_of, module_of, text_of
from .running import Runs
from .turning import function_of_turns, is_worth_it, stacked_calls, unstacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Function
    from .pieces import Piece


class Failure(Exception):
    """What the right side says of a program that it does not take, or fails at. ``died``: it took its process with it."""

    def __init__(self, message: str, died: bool = False):
        super().__init__(message)
        self.message = message
        self.died = died


class Side:
    """An engine. A test that plants faults is another one."""

    name = ""
    platform = "cpu"

    def whole(self, function: Function, arguments: Sequence[Any]) -> list[Any]:
        """The results of a function; raises ``Failure``."""
        raise NotImplementedError

    def pieces(self, pieces: Sequence[Piece], calls: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """The results of pieces side by side, one after the other, for each list of their inputs; raises ``Failure``.

        No piece may depend on another one of them; a side may put them into one function.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Let go of what it holds."""


class BackendSide(Side):
    """A backend of array functions: NumPy, CuPy, one of another package."""

    def __init__(self, name: str):
        self.name = name
        self.runs = Runs(backends.get(name))

    def whole(self, function: Function, arguments: Sequence[Any]) -> list[Any]:
        plan = self.runs.plan_of(function)
        try:
            return [self.runs.backend.to_host(array) for array in run(plan, [*arguments], RunContext())]
        except HloError as error:
            raise Failure(error.message) from None

    def pieces(self, pieces: Sequence[Piece], calls: Sequence[Sequence[Any]]) -> list[list[Any]]:
        return [self._each(pieces, [*call]) for call in calls]

    def _each(self, pieces: Sequence[Piece], arrays: list[Any]) -> list[Any]:
        results: list[Any] = []
        for piece in pieces:
            count = len(piece.inputs)
            given, arrays = arrays[:count], arrays[count:]
            try:
                results += self.runs(piece, given)
            except HloError as error:
                raise Failure(error.message) from None
        return results


class XlaSide(Side):
    """XLA in a process of its own: batches of pieces are compiled as one function, and kept."""

    name = "xla"

    def __init__(self) -> None:
        self.child = Child()
        self._texts: dict[tuple[int, ...], tuple[Sequence[Piece], str]] = {}
        self._of_turns: dict[str, str] = {}
        try:
            self.child.start()
        except Unusable as error:
            raise HloError(str(error), code="run.backend", help="pip install 'hlorepl[jax]'") from None
        self.platform = self.child.platform

    def whole(self, function: Function, arguments: Sequence[Any]) -> list[Any]:
        return self.call(text_of(function), [arguments])[0]

    def pieces(self, pieces: Sequence[Piece], calls: Sequence[Sequence[Any]]) -> list[list[Any]]:
        text = self.text(pieces)
        if is_worth_it(calls):
            try:
                answers = self.call(self._text_of_turns(pieces, text), stacked_calls(calls))
            except Failure:  # turn by turn it may be taken, and it shows which turn it is
                return self.call(text, calls)
            return unstacked(answers, len(calls))
        return self.call(text, calls)

    def _text_of_turns(self, pieces: Sequence[Piece], text: str) -> str:
        """The module of pieces that run for many turns, by that for one."""
        found = self._of_turns.get(text)
        if found is None:
            found = self._of_turns[text] = text_of(function_of_turns(pieces))
        return found

    def text(self, pieces: Sequence[Piece]) -> str:
        """The module of pieces side by side."""
        key = tuple(map(id, pieces))
        found = self._texts.get(key)
        if found is None:
            found = self._texts[key] = [*pieces], text_of(function_of(pieces))
        return found[1]

    def call(self, text: str, calls: Sequence[Sequence[Any]], disabled: Sequence[str] = ()) -> list[list[Any]]:
        """The results of a module for each list of arguments; raises ``Failure``."""
        try:
            return self.child.call(text, calls, disabled)
        except Refused as error:
            raise Failure(f"XLA does not take it: {error}") from None
        except Died as error:
            raise Failure(str(error), died=True) from None

    def passes(self, text: str) -> list[str]:
        """The HLO passes that change a module; raises ``Failure``."""
        try:
            return self.child.passes(text)
        except (Refused, Died) as error:
            raise Failure(str(error)) from None

    def close(self) -> None:
        self.child.close()


def problem_of(function: Function) -> HloError | None:
    """What our verifier says of a function that was put together; it speaks before any other engine does."""
    return next(iter(verify(module_of(function))), None)


def side_of(name: str) -> Side:
    """The side of that name; raises ``run.backend``."""
    return XlaSide() if name == "xla" else BackendSide(name)
