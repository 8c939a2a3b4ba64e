"""What ranks tell each other of how a run goes: who waits, who has ended, who has failed.

That goes beside the exchanges, on communicators of its own.
"""

from __future__ import annotations

import _thread
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Seconds between two looks of the thread that hears of failures while its rank computes.
_LOOK = 0.05
#: Seconds for which a rank that has failed waits until that was heard.
_HEARD = 5.0


class Control:
    """Messages of one run at a time: what is left of an earlier one is passed over.

    Of a failure each rank is told by a way of its own, on which a thread listens: so a rank that computes is ended, too.
    """

    def __init__(self, mpi: Any):
        self._messages: Any = mpi.COMM_WORLD.Dup()
        self._alarms: Any = mpi.COMM_WORLD.Dup()
        self._hears_alarms = mpi.Query_thread() == mpi.THREAD_MULTIPLE
        self.rank: int = self._messages.Get_rank()
        self.count: int = self._messages.Get_size()
        self._run = 0
        self._sent: list[Any] = []
        self._lock = threading.Lock()
        self._computes = False
        self._listener: Listener | None = None
        #: What ended the run, once that was heard.
        self.failure: BaseException | None = None

    # A run

    def begin(self) -> None:
        """A new run."""
        self._run += 1
        self.failure = None
        if self._hears_alarms:
            self._listener = Listener(self._look)

    def end(self) -> None:
        """The run is over."""
        self.computes(False)
        if self._listener is not None:
            self._listener.end()
            self._listener = None

    def computes(self, now: bool) -> None:
        """From now on this rank computes, and hears nothing by itself; or it listens again."""
        with self._lock:
            self._computes = now

    def _look(self) -> bool:
        with self._lock:
            is_over = self._hear_alarm()
            if is_over and self._computes:
                _thread.interrupt_main()
        return is_over

    def _hear_alarm(self) -> bool:
        while self.failure is None and self._alarms.iprobe():
            run, error = self._alarms.recv()
            if run == self._run:
                self.failure = error
        return self.failure is not None

    # Messages

    def tell(self, rank: int, *what: Any) -> None:
        """Say something to a rank; it goes on its way at once."""
        self._sent = [request for request in self._sent if not request.Test()]
        self._sent.append(self._messages.isend((self._run, *what), rank))

    def tell_all(self, *what: Any) -> None:
        """Say something to all others."""
        for rank in range(self.count):
            if rank != self.rank:
                self.tell(rank, *what)

    def alarm(self, error: BaseException) -> None:
        """Tell all others what ended the run (an interrupt and the clock, too), and wait until they know."""
        others = [rank for rank in range(self.count) if rank != self.rank]
        self._sent += [self._alarms.isend((self._run, error), rank) for rank in others]
        self.flush()

    def messages(self) -> Iterator[tuple[Any, ...]]:
        """What has come since it was last asked."""
        if not self._hears_alarms:
            self._hear_alarm()
        while self._messages.iprobe():
            run, *what = self._messages.recv()
            if run == self._run:
                yield tuple(what)

    def flush(self) -> None:
        """Until what was said is on its way, or nobody is there to hear it."""
        end = time.monotonic() + _HEARD
        while time.monotonic() < end and not all(request.Test() for request in self._sent):
            time.sleep(0.0002)


class Listener:
    """A thread that looks again and again, until there is nothing more to look for."""

    def __init__(self, look: Callable[[], bool]):
        self._over = threading.Event()
        self._look = look
        self._thread = threading.Thread(target=self._run, name="ranks", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._over.wait(_LOOK):
            if self._look():
                return

    def end(self) -> None:
        self._over.set()
        self._thread.join()
