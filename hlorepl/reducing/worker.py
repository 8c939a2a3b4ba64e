"""A process in which cases are asked: it may end, or not answer, and another takes its place."""

from __future__ import annotations

import os
import pickle
import select
import signal
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..source import Source
from ..syntax.parser import parse
from .case import Case
from .interest import Answer, asked

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from .interest import Interest

#: Seconds beyond its time in which an answer may still come: a process starts, and libraries are loaded.
_PATIENCE = 5.0
_STARTS = 60.0


class Worker:
    """Asks one case after the other. ``ask`` is called by one thread at a time."""

    def __init__(self, interest: Interest, limit: int | None):
        self._interest = interest
        self._limit = limit
        self._process: Any = None
        self._pipe: Connection | None = None

    def ask(self, case: Case, seconds: float | None) -> Answer:
        """The answer for a case, also where none comes."""
        if self._process is None:
            self._start()
        pipe = self._pipe
        assert pipe is not None
        try:
            pipe.send((case.text, case.entry.symbol, case.arguments, seconds))
            if not pipe.poll(None if seconds is None else seconds + _PATIENCE):
                self.end()
                return self._interest.ended("timeout")
            return pipe.recv()
        except (EOFError, OSError):
            return self._interest.ended(self._died())

    def _start(self) -> None:
        import multiprocessing  # late: on demand

        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, self._interest, self._limit), daemon=True)
        self._process.start()
        other.close()
        if self._pipe.poll(_STARTS):
            with suppress(EOFError):
                self._pipe.recv()

    def _died(self) -> str:
        if self._process is None:
            return "SIGKILL"
        self._process.join()
        status = self._process.exitcode
        self._process = None
        return _how(status)

    def end(self) -> None:
        """Let go of the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()


def _serve(pipe: Connection, interest: Interest, limit: int | None) -> None:
    """In the process: say that it has begun, then answer."""
    from multiprocessing import parent_process  # late: on demand

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks ends it
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)  # what a library says while it dies
    parent = parent_process()
    if (
        parent is not None and not interest.forks
    ):  # whoever forks has no threads, and waits for nothing else but its parent
        threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
    pipe.send(None)
    while True:
        try:
            text, symbol, arguments, seconds = pipe.recv()
        except EOFError:
            return
        if interest.forks:
            pipe.send(_answer_apart(text, symbol, arguments, interest, limit, seconds))
        else:
            pipe.send(_answer(text, symbol, arguments, interest, limit))


def _answer_apart(
    text: str, symbol: str, arguments: list[Any], interest: Interest, limit: int | None, seconds: float | None
) -> Answer:
    """The answer of a process that has all this one has loaded, and may end instead."""
    inner, outer = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(outer, "wb") as out:
            pickle.dump(_answer(text, symbol, arguments, interest, limit), out)
        os._exit(0)
    os.close(outer)
    with os.fdopen(inner, "rb") as given:
        is_done = bool(select.select([given], [], [], seconds)[0])
        if not is_done:
            os.kill(child, signal.SIGKILL)
        data = given.read()
    _, status = os.waitpid(child, 0)
    if not is_done:
        return interest.ended("timeout")
    return pickle.loads(data) if data else interest.ended(_how(os.waitstatus_to_exitcode(status)))  # noqa: S301 - our own


def _how(status: int) -> str:
    return signal.Signals(-status).name if status < 0 else f"status {status}"


def _answer(text: str, symbol: str, arguments: list[Any], interest: Interest, limit: int | None) -> Answer:
    try:
        module = parse(Source(text, "<candidate>"))
        return asked(Case(module, module.functions[symbol], arguments), interest, limit)
    except HloError as error:
        return Answer(False, f"{error.message} [{error.code}]")
