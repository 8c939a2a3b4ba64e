"""The doors that read a program's text: each takes it (with arguments, where there are some) and gives an ``Answer``."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from doors.answers import Answer, Error, Number, from_json, numbers, place, refused
from doors.telling import meant, typed_statements

import hlorepl
from hlorepl.__main__ import main
from hlorepl.engine.program import entries
from hlorepl.errors import HloError
from hlorepl.ir.text import symbol_text
from hlorepl.session.session import Session


@dataclass(frozen=True)
class Request:
    """A program, a folder to write into, and the arrays that its entry takes, by the names of its arguments."""

    text: str
    folder: Path
    arguments: dict[str, Any] = field(default_factory=dict)

    def file(self, suffix: str, text: str | None = None) -> Path:
        path = self.folder / f"program{suffix}"
        path.write_text(self.text if text is None else text, encoding="utf-8")
        return path

    def saved_arguments(self) -> Path:
        path = self.folder / "arguments.npz"
        np.savez(path, **self.arguments)
        return path

    def words(self) -> list[str]:
        """The arguments on a command line."""
        return ["--input", str(self.saved_arguments())] if self.arguments else []


Door = Callable[[Request], Answer]


# The command line


def batch_run(request: Request) -> Answer:
    """``hlorepl run FILE.mlir``."""
    return command_line("run", "--print", "full", str(request.file(".mlir")), *request.words())


def batch_check(request: Request) -> Answer:
    """``hlorepl check FILE.mlir``: no results, and every independent error."""
    return command_line("check", str(request.file(".mlir")))


def script_run(request: Request) -> Answer:
    """``hlorepl run FILE.hlo``: the module, then ``:load`` of its arguments and ``:run`` of its entries.

    The arguments, which it shows when it loads them, are left out. A text that cannot be read stands alone, lest the
    commands be read as more of it.
    """
    loads = [f":load {request.saved_arguments()}"] if request.arguments else []
    commands = [*loads, *run_lines(request)] if _is_readable(request.text) else []
    text = request.text.rstrip() + "\n" + "".join(f"{line}\n" for line in commands)
    answer = command_line("run", "--print", "full", str(request.file(".hlo", text)))
    return Answer(answer.status, answer.errors, answer.results[len(request.arguments) :])


def script_check(request: Request) -> Answer:
    """``hlorepl check FILE.hlo``."""
    return command_line("check", str(request.file(".hlo"))).first_error()


def command_line(verb: str, *words: str) -> Answer:
    """What ``hlorepl VERB --json`` answers."""
    report, answer = report_of(verb, *words)
    results = tuple(n for each in report.get("results", ()) for n in from_json(each["type"], each["value"]))
    return Answer(answer.status, answer.errors, () if answer.errors else results)


def report_of(verb: str, *words: str) -> tuple[dict[str, Any], Answer]:
    """The report of ``hlorepl VERB --json`` as it stands, and as an answer without results.

    The exit status must fit the report.
    """
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exit_status = main([verb, "--json", *words])
    report = json.loads(out.getvalue())
    is_fine = report["status"] in ("ok", "empty")
    assert exit_status == 0 if is_fine else exit_status in (1, 2), (exit_status, report)
    errors = tuple(_error_of(each) for each in report["diagnostics"] if each["severity"] == "error")
    return report, Answer(report["status"], errors)


def _error_of(report: dict[str, Any]) -> Error:
    spot = place(report["line"], report["column"], report["end_line"], report["end_column"])
    return Error(report["code"], spot)


# Python


def compiled(request: Request) -> Answer:
    """``hlorepl.compile(hlorepl.parse(text), entry)(…)`` for each entry."""
    results: list[Number] = []
    try:
        module = hlorepl.parse(request.text)
        problems = hlorepl.verify(module)
        if problems:
            return Answer("error", tuple(error for problem in problems for error in refused(problem).errors))
        functions = entries(module)
        for function in functions:
            outputs = hlorepl.compile(module, function.symbol)(*request.arguments.values())
            for of, array in zip(function.type.results, outputs, strict=True):
                results += numbers(of, array)
    except HloError as error:
        return refused(error)
    return Answer("ok" if functions else "empty", (), tuple(results))


# The session


def session_whole(request: Request) -> Answer:
    """The text in one ``execute``, then ``:run`` of its entries."""
    return in_session(request, [request.text, *run_lines(request)])


def session_load(request: Request) -> Answer:
    """``:load FILE.mlir``, then ``:run`` of its entries."""
    return in_session(request, [f":load {request.file('.mlir')}", *run_lines(request)])


def session_run_file(request: Request) -> Answer:
    """``:run FILE.mlir``."""
    return in_session(request, [f":run {request.file('.mlir')}"])


def in_session(request: Request, texts: Sequence[str]) -> Answer:
    """What a new session, in which the arguments are bound, shows of some texts; up to the first error."""
    session = Session()
    for name, array in request.arguments.items():
        session.bind(name, array)
    results: list[Number] = []
    ran = 0
    for text in texts:
        result = session.execute(text)
        if result.error is not None:
            return refused(result.error)
        ran += result.ran
        results += [number for shown in result.values for number in numbers(shown.type, shown.array)]
    return Answer("ok" if ran else "empty", (), tuple(results))


def run_lines(request: Request) -> list[str]:
    """``:run`` of each function that a run of the module means; ``@main`` where the text cannot be read."""
    if not _is_readable(request.text):
        return [":run @main"]
    return [f":run {symbol_text(function.symbol)}" for function in meant(request.text)]


def _is_readable(text: str) -> bool:
    try:
        meant(text)
    except HloError:
        return False
    return True


def typed(request: Request) -> Answer:
    """The module, then the ops of each entry one by one; the results are the values that its ``return`` names.

    The places of errors are those in the text: every op is typed at its own line and column.
    """
    session = Session()
    for name, array in request.arguments.items():
        session.bind(name, array)
    result = session.execute(request.text)
    if result.error is not None:
        return refused(result.error)
    results: list[Number] = []
    for function in meant(request.text):
        for line, text in typed_statements(request.text, function):
            result = session.execute(text, first_line=line)
            if result.error is not None:
                return refused(result.error)
        for value in function.body.terminator.operands:
            results += numbers(value.type, session[value.name])
    return Answer("ok", (), tuple(results))


RUNNING: dict[str, Door] = {
    "batch run": batch_run,
    "script": script_run,
    "compile": compiled,
    "session": session_whole,
    ":load": session_load,
    ":run FILE": session_run_file,
    "typed": typed,
}
"""The doors that run a program."""

READING: dict[str, Door] = {
    "batch check": batch_check,
    "script check": script_check,
}
"""The doors that only read it."""
