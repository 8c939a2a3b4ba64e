"""What is to be kept: the questions that are asked of each smaller program.

A question whose program may end the process (a crash) or never end is asked in a process of its own, ``is_apart``.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ..analysis.not_finite import NotFinite
from ..engine.context import RunContext
from ..engine.program import Program
from ..errors import HloError, unexpected
from ..interrupts import TimeIsUp, time_limit
from ..verifier import verify

if TYPE_CHECKING:
    from .case import Case


@dataclass(frozen=True)
class Answer:
    """What came of asking: whether it shows, what else it was, for a person, and the names of what the ops make that show it."""

    shows: bool
    said: str = ""
    names: tuple[str, ...] = ()


class Interest(Protocol):
    """A question. ``is_static``: the programs need not be valid, nor are they run. ``is_process``: it starts processes itself."""

    @property
    def is_apart(self) -> bool: ...
    @property
    def is_process(self) -> bool: ...
    @property
    def is_static(self) -> bool: ...
    @property
    def forks(self) -> bool:
        """Whether each case has a process of its own, which may end."""
        ...

    @property
    def takes_turns(self) -> bool:
        """Whether one turn of a loop may do what the loop does."""
        ...

    @property
    def longest(self) -> float:
        """Seconds until a run has come to what is asked for, also where everything is written down."""
        ...

    def ask(self, case: Case, limit: int | None) -> Answer:
        """Whether a case shows it; values may hold so many bytes."""
        ...

    def ended(self, how: str) -> Answer:
        """Whether this shows it: the process ended (``SIGSEGV``, ``status 1``), or did not answer in its time (``timeout``)."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...

    def like(self, case: Case, answer: Answer) -> Interest:
        """The same question, asked more closely, now that it is known what the whole program answers."""
        ...


@dataclass(frozen=True)
class Question:
    """What most questions have in common."""

    seed: int = 0
    is_apart = False
    is_process = False
    is_static = False
    forks = False
    takes_turns = True
    longest = 10.0

    def ended(self, how: str) -> Answer:
        return Answer(False, _how(how))

    def close(self) -> None:
        """Nothing is held."""

    def like(self, case: Case, answer: Answer) -> Any:
        return self


def _how(how: str) -> str:
    return "it does not end in its time" if how == "timeout" else f"its process ended with {how}"


@dataclass(frozen=True)
class Nan(Question):
    """Some op makes a NaN of operands without one: ``op``, where it is known which kind of op."""

    op: str = ""

    def ask(self, case: Case, limit: int | None) -> Answer:
        watch = NotFinite()
        for value, array in zip(case.entry.arguments, case.arguments, strict=True):
            watch.comes_in(f"%{value.name}", array)
        failure = ""
        try:
            program = Program(case.module, case.entry, grid=(1, 1), checked=True)
            program.run(case.arguments, RunContext(limit=limit, seed=self.seed, observers=(watch,)))
        except HloError as error:
            failure = f"; it fails: {error.message} [{error.code}]"
        made = next((each for each in watch.found if each.kind == "nan" and not each.came_in), None)
        if made is None:
            came = next((each for each in [*watch.found, *watch.constants] if each.kind == "nan"), None)
            said = f"no op makes a NaN: {came.result} came in with one" if came is not None else "no op makes a NaN"
            return Answer(False, said + failure)
        return Answer(not self.op or made.place.op == self.op, made.place.op or "")

    def like(self, case: Case, answer: Answer) -> Nan:
        return Nan(self.seed, answer.said)


@dataclass(frozen=True)
class Error(Question):
    """It is rejected, or fails, with this code: of what verifies with ``others`` beside it only with these."""

    code: str = ""
    others: frozenset[str] = frozenset()
    is_static: bool = False

    def ask(self, case: Case, limit: int | None) -> Answer:
        problems = verify(case.module)
        if problems:
            codes = frozenset(problem.code for problem in problems)
            is_same = self.code in codes and (not self.is_static or codes <= self.others)
            return Answer(is_same, f"it is rejected with {', '.join(sorted(codes))}")
        if self.is_static:
            return Answer(False, "it is valid")
        try:
            program = Program(case.module, case.entry, grid=(1, 1), checked=True)
            program.run(case.arguments, RunContext(limit=limit, seed=self.seed))
        except HloError as error:
            return self._failed(error)
        except Exception as error:  # noqa: BLE001 - a fault of ours may be what is kept
            return self._failed(unexpected(error, None))
        return Answer(False, "it runs without an error")

    def _failed(self, error: HloError) -> Answer:
        return Answer(error.code == self.code, f"it fails with {error.code}: {error.message}")

    def like(self, case: Case, answer: Answer) -> Error:
        codes = frozenset(problem.code for problem in verify(case.module))
        return Error(self.seed, self.code, codes, bool(codes))


@dataclass(frozen=True)
class Slow(Question):
    """A run takes longer than so many seconds."""

    seconds: float = 1.0
    is_apart = True
    takes_turns = False

    @property
    def longest(self) -> float:
        return min(2 * self.seconds, self.seconds + 1)

    def ask(self, case: Case, limit: int | None) -> Answer:
        program = Program(case.module, case.entry, grid=(1, 1), checked=True)
        try:
            with time_limit(self.seconds):
                program.run(case.arguments, RunContext(limit=limit, seed=self.seed))
        except TimeIsUp:
            return Answer(True, _how("timeout"))
        except HloError as error:
            return Answer(False, f"it fails with {error.code}: {error.message}")
        return Answer(False, f"it ends within {self.seconds:g} s")

    def ended(self, how: str) -> Answer:
        return Answer(how == "timeout", _how(how))


@dataclass(frozen=True)
class Crash(Question):
    """The engine's process ends, or the engine fails inside; ``how``, where it is known in which way."""

    engine: str = ""
    how: str = ""
    is_apart = True
    forks = hasattr(os, "fork")

    def ask(self, case: Case, limit: int | None) -> Answer:
        try:
            program = Program(case.module, case.entry, self.engine, (1, 1), checked=True)
            program.run(case.arguments, RunContext(limit=limit, seed=self.seed))
        except HloError as error:
            if error.code != "internal.error" and "INTERNAL" not in error.message:
                return Answer(False, f"{self.engine} ends with {error.code}: {error.message}")
            return self._fault(error.message)
        except Exception as error:  # noqa: BLE001 - the engine's own code, which is what is asked for
            return self._fault(f"{type(error).__name__}: {error}")
        return Answer(False, f"{self.engine} runs it")

    def _fault(self, message: str) -> Answer:
        how = _without_numbers(message)
        return Answer(self.how in ("", how), how)

    def ended(self, how: str) -> Answer:
        return Answer(how != "timeout" and self.how in ("", how), how)

    def like(self, case: Case, answer: Answer) -> Crash:
        return Crash(self.seed, self.engine, answer.said)


def _without_numbers(message: str) -> str:
    """The first line of a message without what changes from program to program: names, numbers, shapes."""
    first = message.strip().partition("\n")[0]
    return re.sub(r"%[\w.#-]+|[\w.]*\d[\w.]*|\[[^\]]*\]", "_", first)


def asked(case: Case, interest: Interest, limit: int | None) -> Answer:
    """Verify a case where it is to be valid, and ask."""
    if not interest.is_static:
        problems = verify(case.module)
        if problems and not isinstance(interest, Error):
            return Answer(False, f"it is rejected with {problems[0].code}: {problems[0].message}")
    try:
        return interest.ask(case, limit)
    except HloError:
        raise
    except Exception as error:  # noqa: BLE001 - a fault of ours is an answer: no
        return Answer(False, unexpected(error, None).message)
