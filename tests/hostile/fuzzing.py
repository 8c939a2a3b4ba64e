"""What the fuzzers of this folder share: seeded cases, a time for each, findings told once for each kind.

A fuzzer is a function of a ``random.Random``; ``fuzz`` calls it as often as there is time or count. An assertion or any exception
but ``HloError`` is a finding, told with what the case had put into ``case.text``.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from hlorepl.errors import HloError

#: Seconds of the processor that one case may take.
SLOW = 5.0
#: Bytes by which one case may raise the most memory that the process ever held: what cases are allowed, and the engine's own.
LARGE = 400 << 20


_PLACE = re.compile(r"\S*:\d+:\d+: ")
#: Bytes of addresses that a long run gets: what takes more fails where it asks for them.
MOST = 4 << 30


class TooLong(BaseException):
    """The time of a case is up."""


class TooLarge(Exception):
    """A case took more memory than it may."""


@dataclass
class Case:
    """One input: what it was made from is random, ``text`` is kept where something is found."""

    random: random.Random
    text: str | bytes = ""


@dataclass
class Findings:
    """How many inputs were tried, and what was found, by kind and place."""

    tried: int = 0
    found: dict[str, str] = field(default_factory=dict)
    #: Gets a finding as soon as there is one: who ends a long run early loses none.
    tell: Callable[[str], object] = lambda text: None

    def add(self, error: BaseException, case: Case) -> None:
        """Keep an error, unless one of its kind and place is known."""
        frames = traceback.extract_tb(error.__traceback__)
        places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[-1:]]
        key = f"{type(error).__name__} at {', '.join(places)} {error.code if isinstance(error, HloError) else ''}"
        if isinstance(error, AssertionError):
            key += _PLACE.sub("", str(error))[:60]
        if key not in self.found:
            trace = "".join(traceback.format_exception(error)[-6:])
            self.found[key] = f"{key}\n{trace}\n--- input {self.tried - 1}\n{case.text}\n"
            self.tell(self.found[key])

    def __str__(self) -> str:
        return "\n".join([*self.found.values(), f"{self.tried} inputs, {len(self.found)} kinds of finding"])


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise ``TooLong`` inside when so much of the processor's time is used up: the machine may have more to do."""

    def ring(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def most_memory() -> int:
    """The most bytes that the process has ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


@contextmanager
def in_memory(size: int) -> Iterator[None]:
    """Raise ``TooLarge`` behind what has raised the most memory of the process by more than that."""
    before = most_memory()
    yield
    more = most_memory() - before
    if more > size:
        raise TooLarge(f"{more >> 20} MiB")


def fuzz(
    one: Callable[[Case], None],
    seed: int,
    count: int | None = None,
    seconds: float | None = None,
    tell: Callable[[str], object] = lambda text: None,
    first: int = 0,
) -> Findings:
    """Try ``count`` cases, or as many as there are seconds for; case ``n`` depends on the seed and ``n`` alone."""
    findings = Findings(tell=tell)
    findings.tried = first
    end = time.monotonic() + (seconds if seconds is not None else float("inf"))
    while (count is None or findings.tried < first + count) and time.monotonic() < end:
        case = Case(random.Random(f"{seed}/{findings.tried}"))
        findings.tried += 1
        try:
            with alarm(SLOW), in_memory(LARGE):
                one(case)
        except HloError as error:
            findings.add(error, case)
        except (Exception, TooLong) as error:  # noqa: BLE001 - that is what is looked for
            findings.add(error, case)
    return findings


def main(one: Callable[[Case], None]) -> None:
    """``python -m tests.hostile.NAME --seconds N --seed S``: what was found; the exit status says whether anything was."""
    reader = argparse.ArgumentParser(description=one.__doc__)
    reader.add_argument("--seconds", type=float, default=60)
    reader.add_argument("--count", type=int)
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument(
        "--first", type=int, default=0, help="the number of the first case: one that was found, to see it again"
    )
    options = reader.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")
    resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
    begin = time.monotonic()
    findings = fuzz(
        one, options.seed, options.count, options.seconds, lambda text: print(text, flush=True), options.first
    )
    tried, seconds = findings.tried - options.first, time.monotonic() - begin
    print(f"{tried} inputs in {seconds:.0f} s, {len(findings.found)} kinds of finding")
    sys.exit(1 if findings.found else 0)


def shown(errors: list[HloError], name: str) -> None:
    """Each error stands at a place in the input, has a code, and is no fault of ours."""
    for error in errors:
        report = str(error)
        place = re.match(r"[^\n]*?:\d+:\d+: ", report)  # of a file that an entry loads, too, where no name is given
        assert report.startswith(f"{name}:") if name else place, f"without a place: {report[:100]}"
        assert error.code, f"without a code: {report[:100]}"
        assert error.code != "internal.error", report
