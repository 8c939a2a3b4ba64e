"""A process in which cases are asked: it may end, or not answer, and another takes its place."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..source import Source
from .interest import Answer, asked

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from .case import Case
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
            pipe.send((case.text, case.entry.symbol, case.arguments))
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
        return signal.Signals(-status).name if status < 0 else f"status {status}"

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
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
    pipe.send(None)
    while True:
        try:
            text, symbol, arguments = pipe.recv()
        except EOFError:
            return
        pipe.send(_answer(text, symbol, arguments, interest, limit))


def _answer(text: str, symbol: str, arguments: list[Any], interest: Interest, limit: int | None) -> Answer:
    from ..syntax.parser import parse  # late: NumPy
    from .case import Case  # late: a circle otherwise

    try:
        module = parse(Source(text, "<candidate>"))
        return asked(Case(module, module.functions[symbol], arguments), interest, limit)
    except HloError as error:
        return Answer(False, f"{error.message} [{error.code}]")
