"""``-j N``: long-lived worker processes; output in the order of files, whatever becomes of a worker."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from ..engine.telling import FIRST, LONGEST, Left
from ..errors import HloError
from ..source import visible
from ..wording import counted
from .outcomes import file_outcomes, interrupted, set_limits
from .report import Outcome

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Generator, Iterator, Sequence
    from concurrent.futures import Future
    from multiprocessing.connection import Connection


#: So many of the files that are running are named.
_NAMED = 4
#: Seconds that interrupted programs have to say what they came to.
_PATIENCE = 5.0


def outcomes(verb: str, options: Namespace, say: Callable[[str], object] | None = None) -> Iterator[Outcome]:
    """The outcomes of all files, worked out by ``options.jobs`` processes; ``say`` is told how far that is, where it takes long."""
    count = min(options.jobs, len(options.files))
    threads = max(1, (os.cpu_count() or 1) // count)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "HLOREPL_THREADS"):
        os.environ.setdefault(name, str(threads))
    idle: SimpleQueue[_Worker] = SimpleQueue()
    workers = [_Worker(verb, options) for _ in range(count)]
    for worker in workers:
        idle.put(worker)

    stopped = threading.Event()
    progress = Progress(len(options.files))

    def run(name: str) -> list[Outcome]:
        worker = idle.get()
        try:
            with progress.running(name):
                found = [] if stopped.is_set() else worker.run(name)
        finally:
            idle.put(worker)
        if any(outcome.interrupted for outcome in found):  # a terminal tells all processes, perhaps this one last
            stopped.set()
        return found

    pool = ThreadPoolExecutor(count)
    if say is not None:
        threading.Thread(target=progress.tell, args=(say,), daemon=True, name="hlorepl-telling").start()
    try:
        # Standard input is this process's, and no worker's.
        waiting = [None if name == "-" else pool.submit(run, name) for name in options.files]
        for place, (name, future) in enumerate(zip(options.files, waiting, strict=True)):
            try:
                yield from [*file_outcomes(verb, name, options)] if future is None else future.result()
            except KeyboardInterrupt:
                stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
                yield from _interrupted(workers, [each for each in waiting[place:] if each is not None])
                return
    finally:
        progress.done.set()
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.end()


class Progress:
    """Which of the files have been run, and which are running since when."""

    def __init__(self, count: int):
        self.count = count
        self.ended = 0
        self.begun: list[tuple[str, float]] = []
        self.done = threading.Event()
        self._begin = time.monotonic()

    @contextmanager
    def running(self, name: str) -> Generator[None]:
        """While a file is run."""
        running = name, time.monotonic()
        self.begun.append(running)
        try:
            yield
        finally:
            self.begun.remove(running)
            self.ended += 1

    def tell(self, say: Callable[[str], object]) -> None:
        """Say how far it is, after a second and then at longer and longer intervals."""
        interval, left = FIRST, Left(self._begin)
        while not self.done.wait(interval):
            interval = min(interval * 2, LONGEST)
            now = time.monotonic()
            running = [f"{visible(name, one_line=True)} ({now - since:.0f} s)" for name, since in [*self.begun]]
            names = f", running {', '.join(running[:_NAMED])}{', …' if running[_NAMED:] else ''}" if running else ""
            about = left.text(self.ended / self.count if self.ended else None, now)
            say(f"{self.ended} of {counted(self.count, 'file')} done{names}, {now - self._begin:.0f} s{about}")


def _interrupted(workers: Sequence[_Worker], waiting: Sequence[Future[list[Outcome]]]) -> Iterator[Outcome]:
    """What came of the files that were running; a process that does not answer soon is ended."""
    for worker in workers:
        worker.interrupt()
    clock = threading.Timer(_PATIENCE, lambda: [worker.end() for worker in workers])
    clock.daemon = True
    clock.start()
    for future in waiting:
        if not future.cancelled():
            yield from future.result()
    clock.cancel()


class _Worker:
    """A process that runs files one after the other; another takes its place when it dies."""

    def __init__(self, verb: str, options: Namespace):
        self.verb = verb
        self.options = options
        self.process: Any = None
        self.ended = False

    def run(self, name: str) -> list[Outcome]:
        """The outcomes of a file, the last one an error when the process died."""
        found: list[Outcome] = []
        try:
            if self.process is None:
                self._start()
            self.pipe.send(name)
            while (outcome := self.pipe.recv()) is not None:
                found.append(outcome)
        except (EOFError, OSError):
            found.append(self._died(name, len(found)))
        return found

    def _start(self) -> None:
        import multiprocessing  # late: on demand

        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, self.verb, self.options), daemon=True)
        self.process.start()
        other.close()

    def _died(self, name: str, chunk: int) -> Outcome:
        outcome = Outcome(name, chunk)
        outcome.status = "error"
        how = ""
        if self.process is not None and not self.ended:
            self.process.join()
            status = self.process.exitcode
            how = f" by {signal.Signals(-status).name}" if status < 0 else f" with status {status}"
        help_text = ["the machine may have run out of memory; --max-memory sets a limit"] if "KILL" in how else []
        message = f"the process that ran this file ended{how}"
        outcome.diagnostics.append(HloError(message, code="run.worker", help=help_text))
        self.process = None
        return outcome

    def interrupt(self) -> None:
        """Let it come to an end with what it is running; it has done so already where Ctrl-C has gone to all processes."""
        if self.process is not None and self.process.is_alive():
            os.kill(self.process.pid, signal.SIGINT)

    def end(self) -> None:
        """Let go of the process."""
        self.ended = True
        if self.process is not None:
            self.process.kill()


def _end_with_parent() -> None:
    """However the first process ends, a signal that leaves it no time included, its workers end with it."""
    from multiprocessing import parent_process  # late: on demand

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _serve(pipe: Connection, verb: str, options: Namespace) -> None:
    """In a worker: outcomes of files as they are asked for; None behind those of each."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # while it waits; the first process ends the others
    threading.Thread(target=_end_with_parent, daemon=True).start()
    set_limits(options)
    while True:
        try:
            name = pipe.recv()
        except EOFError:
            return
        try:
            for outcome in _between(file_outcomes(verb, name, options)):
                pipe.send(outcome)
        except KeyboardInterrupt:  # not in a program, but before or after it
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            pipe.send(interrupted(name))
        pipe.send(None)


def _between(found: Iterator[Outcome]) -> Iterator[Outcome]:
    """Outcomes, each of which is interrupted while it is worked out and not while it is sent."""
    while True:
        signal.signal(signal.SIGINT, _interrupt_once)
        outcome = next(found, None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if outcome is None:
            return
        yield outcome


def _interrupt_once(*_: Any) -> None:
    """Ctrl-C may come twice: from the terminal, and from the first process. What came of the run is to be sent in peace."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt
