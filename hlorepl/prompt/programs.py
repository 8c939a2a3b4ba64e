"""Other programs that have the terminal for a while: the user's editor, and what stands behind ``!``."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import HloError
from ..source import visible
from ..wording import reason

if TYPE_CHECKING:
    from collections.abc import Generator

#: Editors that are looked for where the user has named none.
_EDITORS = ("editor", "nano", "vim", "vi", "emacs")


def edited(text: str) -> str:
    """A text as the user's editor leaves it; raises ``command.editor`` where there is none, or it did not end well."""
    words = _editor()
    handle, name = tempfile.mkstemp(suffix=".hlo", prefix="hlorepl-")  # only its user may read it
    path = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text if text.endswith("\n") or not text else text + "\n")
        try:
            with _others_interrupt():
                status = subprocess.run([*words, name], check=False).returncode  # noqa: S603 - it is the user's own
        except OSError as error:
            raise HloError(f"{words[0]}: {reason(error)}", code="command.editor") from None
        if status:
            raise HloError(f"{words[0]} ended with status {status}; the text is as it was", code="command.editor")
        return path.read_text(encoding="utf-8", errors="replace").rstrip("\n")
    finally:
        path.unlink(missing_ok=True)


def _editor() -> list[str]:
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if named:
        try:
            words = shlex.split(named)
        except ValueError as error:
            raise HloError(f"$EDITOR: {named}: {error}", code="command.editor") from None
        if words:
            return words
    found = next(filter(shutil.which, _EDITORS), None)
    if found is None:
        raise HloError("no editor was found", code="command.editor", help="$EDITOR names it")
    return [found]


def run_shell(line: str) -> str:
    """Run a command line of the shell on the terminal; what there is to say of how it ended.

    ``cd`` is the prompt's own: it changes where files are looked for.
    """
    words = line.split(None, 1)
    if words[:1] == ["cd"] and not set(";&|$`") & set(line):
        return _change_directory(words[1].strip() if words[1:] else "~")
    try:
        with _others_interrupt():
            status = subprocess.run(line, shell=True, check=False).returncode  # noqa: S602 - that is what was typed
    except (OSError, ValueError) as error:
        return f"the shell: {reason(error)}"
    if status < 0:
        return f"ended by {signal.Signals(-status).name}"
    return f"status {status}" if status else ""


def _change_directory(to: str) -> str:
    try:
        os.chdir(Path(to.strip("\"'")).expanduser())
    except (OSError, RuntimeError, ValueError) as error:
        return f"cd: {visible(to, one_line=True)}: {reason(error)}"
    return str(Path.cwd())


def _nothing(_number: int, _frame: object) -> None:
    """What is done about a signal that is another program's."""


@contextmanager
def _others_interrupt() -> Generator[None]:
    """While another program has the terminal: Ctrl-C is its own."""
    before = signal.signal(signal.SIGINT, _nothing)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
