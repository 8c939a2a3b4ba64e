"""Python that the engine writes for itself: put together line by line, run, and asked which step a line is of."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def execute(text: str, name: str, names: dict[str, Any]) -> None:
    """Run text of our own making, which holds nothing of a program's; ``names`` are its globals, and get what it defines."""
    with warnings.catch_warnings():
        # What a program says in vain (an index of a number, say) is for the run to tell, not for Python's compiler.
        warnings.simplefilter("ignore", SyntaxWarning)
        code = compile(text, name, "exec")
    exec(code, names)  # noqa: S102 - our own text


class Writer:
    """A function in the making. Each of its lines may belong to a step, known by its number."""

    def __init__(self, head: str, file: str):
        self.names: dict[str, Any] = {}
        self._lines = [head]
        self._steps = [0]
        self._file = file

    def add(self, *lines: str, step: int = 0) -> None:
        """Go on with some lines of a step."""
        self._lines += lines
        self._steps += [step] * len(lines)

    def function(self, name: str) -> Callable[..., Any]:
        """The function, defined."""
        execute("\n".join(self._lines), self._file, self.names)
        return self.names[name]

    def place_of(self, error: BaseException) -> tuple[int, dict[str, Any]]:
        """The step that was running when an error was raised (0 when it was none), and the values of the variables."""
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != self._file:
            trace = trace.tb_next
        return (0, {}) if trace is None else (self.step_at(trace.tb_lineno), trace.tb_frame.f_locals)

    def step_at(self, line: int) -> int:
        """The step that a line belongs to."""
        return self._steps[line - 1]
