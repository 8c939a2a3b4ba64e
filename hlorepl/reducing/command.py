"""A command that says whether a program shows it: it exits with status 0 then."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..memory import unguarded
from ..session.saved_arrays import write_beside
from .interest import Answer, Interest

if TYPE_CHECKING:
    from .case import Case

PLACE = "{}"
"""Where in the command the candidate's file stands."""


@dataclass(frozen=True)
class Command:
    """``text`` is a command of the system's shell with ``{}`` for the file; in it the arguments are constants, or beside it."""

    text: str
    seconds: float | None = None
    is_apart = False
    is_process = True
    is_static = False
    forks = False
    takes_turns = True
    longest = 10.0

    def ask(self, case: Case, limit: int | None) -> Answer:
        with tempfile.TemporaryDirectory(prefix="hlorepl-reduce-") as folder:
            file = Path(folder) / "candidate.mlir"
            written(case, file)
            return self._run(file)

    def _run(self, file: Path) -> Answer:
        quoted = "'" + str(file).replace("'", "'\\''") + "'"
        with unguarded():
            process = subprocess.Popen(  # noqa: S603 - the command is the user's
                ["/bin/sh", "-c", self.text.replace(PLACE, quoted)],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        try:
            status = process.wait(self.seconds)
        except subprocess.TimeoutExpired:
            return self.ended("timeout")
        finally:  # with all that it has started
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return Answer(status == 0, f"the command exits with status {status}")

    def ended(self, how: str) -> Answer:
        return Answer(False, "the command does not end in its time")

    def close(self) -> None:
        """Nothing is held."""

    def like(self, case: Case, answer: Answer) -> Interest:
        return self


def written(case: Case, file: Path, head: str = "") -> Path | None:
    """Write a case as a file, and the arguments that are no constants beside it; where those are. Raises ``OSError``."""
    arrays: dict[str, Any] = {}
    if all(array is not None for array in case.arguments):
        arrays = {f"arg{number}": array for number, array in enumerate(case.arguments)}
    return write_beside(file, case.module, arrays, lambda: head + case.text)
